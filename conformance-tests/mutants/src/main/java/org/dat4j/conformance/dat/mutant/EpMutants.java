package org.dat4j.conformance.dat.mutant;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.conformance.mutant.MutantRow;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.spi.forward.Call;

/**
 * Makes the DAT mutants for the states of endpoints from {@code ep-table.tsv}: wrong success, wrong
 * refusal, or an old state still reported. A cell that refuses has a mutant that does not. Each
 * other cell has one that refuses, and one that reports the old state if the state changes.
 */
final class EpMutants {
  private static final List<String> COLUMNS = List.of("state", "call", "becomes", "clauses");

  private EpMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    for (TsvReader.Row row : TsvReader.resource(EpMutants.class, "ep-table.tsv", COLUMNS)) {
      List<String> field = row.fields();
      EpState state = EpState.valueOf(field.get(0));
      CapabilityGate needs =
          field.get(1).startsWith("event:") ? CapabilityGate.NOTHING : needs(state);
      cell(
          state,
          field.get(1),
          field.get(2),
          List.of(field.get(3).split(" ")),
          made ->
              out.accept(
                  new MutantRow<>(made.id(), made.clauses(), made.change(), needs, made.fault())));
    }
  }

  /** Returns what a backend must declare so that an endpoint can be in a state. */
  private static CapabilityGate needs(EpState state) {
    return switch (state) {
      case TENTATIVE_CONNECTION_PENDING -> CapabilityGate.parse("ep_creator>0");
      case COMPLETION_PENDING -> CapabilityGate.parse("lasting_completion_pending");
      default -> CapabilityGate.NOTHING;
    };
  }

  private static void cell(
      EpState state,
      String call,
      String becomes,
      List<String> clauses,
      Consumer<MutantRow<DatFault>> out) {
    EpCall row = EpCall.parse(call);
    String id = "ep." + state + "." + call.replace(':', '.');
    String where = call + " in " + state;
    Predicate<Call> when = made -> EpCall.in(state, row.subject(made));
    switch (becomes) {
      case "refused" -> out.accept(forgets(id, clauses, where, row, DatReturn.INVALID_STATE, when));
      case "wrong-parameter" ->
          out.accept(forgets(id, clauses, where, row, DatReturn.INVALID_PARAMETER, when));
      case "done" -> out.accept(refuses(id, clauses, where, row, when));
      case "freed" -> {
        out.accept(refuses(id, clauses, where, row, when));
        out.accept(
            new MutantRow<>(
                id + ".silent", clauses, where + " does nothing", () -> new NoOpFault(when)));
      }
      default -> {
        if (!row.page().equals("event")) {
          out.accept(refuses(id, clauses, where, row, when));
        }
        EpState after = EpState.valueOf(becomes);
        out.accept(
            new MutantRow<>(
                id + ".stuck",
                clauses,
                "after " + where + " the state told is still " + state,
                () -> new StaleStateFault(row, state, after)));
      }
    }
  }

  private static DatReturnFault.Answers answers(EpCall row, Set<Integer> types) {
    return new DatReturnFault.Answers(Set.of(row.page()), types, EnumSet.noneOf(DtoStatus.class));
  }

  private static MutantRow<DatFault> forgets(
      String id, List<String> clauses, String where, EpCall row, int type, Predicate<Call> when) {
    return new MutantRow<>(
        id,
        clauses,
        where + " is not refused",
        () -> new DatReturnFault(AnswerChange.FORGET, answers(row, Set.of(type)), when));
  }

  private static MutantRow<DatFault> refuses(
      String id, List<String> clauses, String where, EpCall row, Predicate<Call> when) {
    return new MutantRow<>(
        id,
        clauses,
        where + " is refused",
        () -> new DatReturnFault(AnswerChange.REFUSE, answers(row, Set.of()), when));
  }
}
