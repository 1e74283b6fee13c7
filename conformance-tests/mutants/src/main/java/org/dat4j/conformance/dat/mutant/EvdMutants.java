package org.dat4j.conformance.dat.mutant;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.mutant.AnswerChange;
import org.dat4j.conformance.mutant.MutantRow;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.spi.forward.Call;

/**
 * Makes the DAT mutants for the states of EVDs from {@code evd-table.tsv}: wrong success, wrong
 * refusal, or a wrong state afterwards. The state WAITED means that a thread is blocked in
 * dat_evd_wait.
 */
final class EvdMutants {
  private static final List<String> COLUMNS = List.of("state", "call", "becomes", "clauses");
  private static final Set<DtoStatus> NO_STATUS = EnumSet.noneOf(DtoStatus.class);

  private EvdMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    for (TsvReader.Row row : TsvReader.resource(EvdMutants.class, "evd-table.tsv", COLUMNS)) {
      List<String> field = row.fields();
      cell(field.get(0), field.get(1), field.get(2), List.of(field.get(3).split(" ")), out);
    }
  }

  private static int bit(String state) {
    return switch (state) {
      case "ENABLED" -> EvdState.ENABLED;
      case "DISABLED" -> EvdState.DISABLED;
      case "WAITABLE" -> EvdState.WAITABLE;
      case "UNWAITABLE" -> EvdState.UNWAITABLE;
      default -> throw new IllegalArgumentException("state '" + state + "'");
    };
  }

  private static void cell(
      String state,
      String page,
      String becomes,
      List<String> clauses,
      Consumer<MutantRow<DatFault>> out) {
    String id = "evd." + state + "." + page;
    String where = page + " on an EVD that is " + state;
    boolean refused = becomes.equals("refused");
    AnswerChange mode = refused ? AnswerChange.FORGET : AnswerChange.REFUSE;
    Set<Integer> types = refused ? Set.of(DatReturn.INVALID_STATE) : Set.of();
    DatReturnFault.Answers answers = new DatReturnFault.Answers(Set.of(page), types, NO_STATUS);
    out.accept(
        new MutantRow<>(
            id,
            clauses,
            where + (refused ? " is not refused" : " is refused"),
            () -> inState(state, page, when -> new DatReturnFault(mode, answers, when))));
    if (refused || becomes.equals("done")) {
      return;
    }
    int after = bit(becomes);
    out.accept(
        new MutantRow<>(
            id + ".pretended",
            clauses,
            where + " does nothing but queries tell " + becomes,
            () -> inState(state, page, when -> new EvdFault(when, false, after))));
    out.accept(
        new MutantRow<>(
            id + ".stuck",
            clauses,
            where + " works but queries tell " + state,
            () -> inState(state, page, when -> new EvdFault(when, true, bit(state)))));
  }

  private static DatFault inState(
      String state, String page, Function<Predicate<Call>, DatFault> maker) {
    Predicate<Call> right = call -> DatPages.of(call).equals(page);
    if (state.equals("WAITED")) {
      return new WaitFault(waited -> maker.apply(right.and(waited)));
    }
    int bit = bit(state);
    return maker.apply(
        right.and(call -> call.object() instanceof Evd evd && EvdFault.has(bit, evd)));
  }
}
