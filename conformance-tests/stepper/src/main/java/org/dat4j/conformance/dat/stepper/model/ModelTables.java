package org.dat4j.conformance.dat.stepper.model;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.catalogue.TsvReader.Row;
import org.dat4j.conformance.dat.fixture.EpStates;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.HandleType;

/**
 * The tables of the DAT stepper, written from the manual pages: calls, wrong arguments, and the
 * answers and events allowed in each state. Read from the resources beside this class. Immutable.
 */
public final class ModelTables {
  /** A call and how often it is made. */
  public record CallRow(String name, int weight, String needs) {}

  /** One wrong argument and what the pages answer to it. */
  public record Fault(String name, AllowedReturns answers, String needs) {}

  /** The effect of a call in one state: {@code next} is 0 if the state stays. */
  record Cell(int answer, int next, boolean freed) {}

  /** A connection event: which side, the states before and after, and what must have happened. */
  record Event(EventNumber number, boolean active, int before, int after, Set<String> causes) {}

  private final List<CallRow> calls = new ArrayList<>();
  private final Map<String, List<Fault>> faults = new HashMap<>();
  private final Map<String, Cell[]> cells = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final Map<HandleType, Map<HandleType, AllowedReturns>> busy = new HashMap<>();
  private final Map<String, Set<DtoStatus>> statuses = new HashMap<>();

  /**
   * Reads the resources.
   *
   * @param capabilities whether the needs of a row are met, see {@link DeclaredCapabilities#meet}
   */
  public ModelTables(Predicate<String> capabilities) {
    for (Row row : rows("calls.tsv", "call", "weight", "needs", "page")) {
      List<String> f = row.fields();
      calls.add(new CallRow(f.get(0), Integer.parseInt(f.get(1)), f.get(2)));
    }
    for (Row row : rows("faults.tsv", "call", "fault", "answers", "needs")) {
      List<String> f = row.fields();
      faults
          .computeIfAbsent(f.get(0), call -> new ArrayList<>())
          .add(new Fault(f.get(1), AllowedReturns.parse(f.get(2)), f.get(3)));
    }
    List<String> header = new ArrayList<>(EpStates.SHORT);
    header.add(0, "call");
    for (Row row : rows("ep-states.tsv", header.toArray(String[]::new))) {
      Cell[] line = new Cell[EpStates.ALL.size()];
      for (int i = 0; i < line.length; i++) {
        line[i] = cell(row.fields().get(i + 1));
      }
      cells.put(row.fields().get(0), line);
    }
    for (Row row :
        rows("connection-events.tsv", "event", "side", "before", "after", "causes", "needs")) {
      List<String> f = row.fields();
      if (!capabilities.test(f.get(5))) {
        continue;
      }
      events.add(
          new Event(
              EventNumber.valueOf(f.get(0)),
              f.get(1).equals("active"),
              mask(f.get(2)),
              mask(f.get(3)),
              Set.of(f.get(4).split("\\|"))));
    }
    for (Row row : rows("busy.tsv", "object", "by", "answer")) {
      List<String> f = row.fields();
      busy.computeIfAbsent(HandleType.valueOf(f.get(0)), kind -> new HashMap<>())
          .put(HandleType.valueOf(f.get(1)), AllowedReturns.parse(f.get(2)));
    }
    for (Row row : rows("statuses.tsv", "condition", "request", "status", "connection", "needs")) {
      List<String> f = row.fields();
      if (!capabilities.test(f.get(4))) {
        continue;
      }
      Set<DtoStatus> set = EnumSet.noneOf(DtoStatus.class);
      for (String status : f.get(2).split("\\|")) {
        set.add(DtoStatus.valueOf(status));
      }
      statuses.put(f.get(0) + " " + f.get(1), set);
    }
  }

  private static List<Row> rows(String name, String... columns) {
    return TsvReader.resource(ModelTables.class, name, List.of(columns));
  }

  private static Cell cell(String text) {
    if (text.equals("-")) {
      return null;
    }
    int arrow = text.indexOf('>');
    String answer = arrow < 0 ? text : text.substring(0, arrow);
    String next = arrow < 0 ? "" : text.substring(arrow + 1);
    int type = AllowedReturns.parse(answer).types().iterator().next();
    boolean freed = next.equals("-");
    return new Cell(type, next.isEmpty() || freed ? 0 : mask(next), freed);
  }

  public static int bit(EpState state) {
    return 1 << state.value();
  }

  private static int mask(String names) {
    int mask = 0;
    for (String name : names.split("\\|")) {
      mask |= bit(EpStates.ALL.get(EpStates.SHORT.indexOf(name)));
    }
    return mask;
  }

  /** A set of states in words. */
  public static String states(int mask) {
    List<String> names = new ArrayList<>();
    for (EpState state : EpState.values()) {
      if ((mask & bit(state)) != 0) {
        names.add(state.name());
      }
    }
    return String.join(" or ", names);
  }

  public List<CallRow> calls() {
    return calls;
  }

  public List<Fault> faults(String call) {
    return faults.getOrDefault(call, List.of());
  }

  /** Returns what a call may answer on an object that was freed before. */
  public AllowedReturns onFreedObject(String call) {
    return faults(call).stream()
        .filter(fault -> fault.name().equals("subject_freed"))
        .map(Fault::answers)
        .findFirst()
        .orElse(AllowedReturns.of(DatReturn.INVALID_HANDLE));
  }

  public List<Event> events() {
    return events;
  }

  /** Collects the answers of a call for an endpoint in one of the states. */
  public AllowedReturns answers(String row, int states) {
    AllowedReturns answers = AllowedReturns.NONE;
    for (int i = 0; i < EpStates.ALL.size(); i++) {
      Cell cell = cells.get(row)[i];
      if ((states & bit(EpStates.ALL.get(i))) != 0 && cell != null) {
        answers = answers.or(cell.answer());
      }
    }
    return answers;
  }

  /** Computes the states that an endpoint can have after an answer; 0 if it was freed. */
  public int after(String row, int states, int answer) {
    int after = 0;
    for (int i = 0; i < EpStates.ALL.size(); i++) {
      Cell cell = cells.get(row)[i];
      int bit = bit(EpStates.ALL.get(i));
      if ((states & bit) != 0 && cell != null && cell.answer() == answer && !cell.freed()) {
        after |= cell.next() == 0 ? bit : cell.next();
      }
    }
    return after;
  }

  /** Computes the answers of a free: DAT_SUCCESS unless other objects use the object. */
  public AllowedReturns free(ModelObject thing) {
    AllowedReturns answers = AllowedReturns.NONE;
    for (Map.Entry<HandleType, AllowedReturns> row :
        busy.getOrDefault(thing.kind, Map.of()).entrySet()) {
      if (thing.users(row.getKey()) > 0) {
        answers = answers.or(row.getValue());
      }
    }
    return answers.types().isEmpty() ? AllowedReturns.of(DatReturn.SUCCESS) : answers;
  }

  public Set<DtoStatus> statuses(String condition, String request) {
    Set<DtoStatus> set = statuses.get(condition + " " + request);
    return set != null ? set : statuses.get(condition + " any");
  }
}
