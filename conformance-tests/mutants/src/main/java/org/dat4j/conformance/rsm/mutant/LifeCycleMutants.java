package org.dat4j.conformance.rsm.mutant;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes the RSM mutants for the life cycles of handles from {@code states.tsv}: wrong success,
 * wrong refusal, or success without effect. A cell that refuses has a mutant that does not. Each
 * other cell has one that refuses, and one that does nothing if the state changes.
 */
final class LifeCycleMutants {
  private static final List<String> COLUMNS =
      List.of("kind", "state", "calls", "becomes", "clauses");

  private LifeCycleMutants() {}

  static void generate(Consumer<MutantRow<RsmFault>> out) {
    for (TsvReader.Row row : TsvReader.resource(LifeCycleMutants.class, "states.tsv", COLUMNS)) {
      List<String> field = row.fields();
      List<String> clauses = List.of(field.get(4).split(" "));
      for (String method : field.get(2).split(" ")) {
        cell(field.get(0), field.get(1), method, field.get(3), clauses, out);
      }
    }
  }

  private static void cell(
      String kind,
      String state,
      String method,
      String becomes,
      List<String> clauses,
      Consumer<MutantRow<RsmFault>> out) {
    String call = kind + "." + method;
    String id = "state." + kind + "." + state + "." + method;
    String where = method + " in " + state;
    if (becomes.equals("refused")) {
      out.accept(
          new MutantRow<>(
              id,
              clauses,
              where + " is not refused",
              () -> new StateFault(state, call, AnswerChange.FORGET)));
      return;
    }
    out.accept(
        new MutantRow<>(
            id,
            clauses,
            where + " is refused",
            () -> new StateFault(state, call, AnswerChange.REFUSE)));
    if (becomes.equals("moved")) {
      out.accept(
          new MutantRow<>(
              id + ".silent", clauses, where + " does nothing", () -> new Idle(state, call)));
    }
  }

  /** A cell that answers otherwise. */
  private static final class StateFault implements RsmFault {
    private final HandleTracker known = new HandleTracker();
    private final RsmReturnFault refusal;

    StateFault(String state, String name, AnswerChange change) {
      refusal =
          new RsmReturnFault(
              change,
              Set.of(),
              call -> call.name().equals(name) && known.state(call).equals(state));
    }

    @Override
    public Object call(Invocation call) {
      return refusal.call(call.observed(known));
    }

    @Override
    public Object pass(Invocation call) {
      return known.made(call);
    }
  }

  /** A cell that answers success without doing anything. */
  private static final class Idle implements RsmFault {
    private final HandleTracker known = new HandleTracker();
    private final String state;
    private final String name;
    private Object last;

    Idle(String state, String name) {
      this.state = state;
      this.name = name;
    }

    @Override
    public Object call(Invocation call) {
      if (call.name().equals(name) && known.state(call).equals(state)) {
        return call.success(last);
      }
      return pass(call);
    }

    @Override
    public Object pass(Invocation call) {
      Object answer = known.made(call);
      if (call.name().equals(name)) {
        last = answer;
      }
      return answer;
    }
  }
}
