package org.dat4j.conformance.rsm.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.Needs;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Mutants of the bounds, from the resource {@code bounds.tsv}: {@code +1} accepts one step too
 * many, {@code -1} refuses the last permitted value; for a least value the other way round.
 */
final class BoundMutants {
  private static final List<String> COLUMNS =
      List.of("call", "argument", "value", "limit", "side", "step", "clauses", "needs");

  private BoundMutants() {}

  static void generate(Consumer<MutantRow<Fault>> out) {
    for (Table.Row row : Table.resource(BoundMutants.class, "bounds.tsv", COLUMNS)) {
      List<String> field = row.fields();
      Limit limit = Limit.of(field.get(0), field.get(2), field.get(3), field.get(4), field.get(5));
      String id = "bound." + field.get(0) + "." + field.get(1);
      List<String> clauses = List.of(field.get(6).split(" "));
      String what = field.get(1) + " of " + field.get(0);
      Needs needs = Needs.parse(field.get(7));
      switch (limit.side()) {
        case SHORTER ->
            out.accept(
                mutant(id + ".quarter", clauses, what + " counts a quarter", needs, limit, true));
        case MULTIPLE ->
            out.accept(mutant(id, clauses, what + ": any value is taken", needs, limit, true));
        case LEAST0 ->
            out.accept(
                mutant(id + ".least+1", clauses, what + ": 0 is refused", needs, limit, false));
        case LEAST -> {
          String least = id + ".least";
          out.accept(
              mutant(least + "-1", clauses, what + ": too small is taken", needs, limit, true));
          out.accept(
              mutant(least + "+1", clauses, what + ": the least is refused", needs, limit, false));
        }
        default -> {
          out.accept(mutant(id + "+1", clauses, what + ": too large is taken", needs, limit, true));
          out.accept(
              mutant(id + "-1", clauses, what + ": the most is refused", needs, limit, false));
        }
      }
    }
  }

  private static MutantRow<Fault> mutant(
      String id, List<String> clauses, String change, Needs needs, Limit limit, boolean accepts) {
    return new MutantRow<>(id, clauses, change, needs, () -> new BoundFault(limit, accepts));
  }
}
