package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Mutants of the bounds, from the resource {@code bounds.tsv}: {@code +1} accepts one too many,
 * {@code -1} refuses the last permitted value; for a least value the other way round.
 */
final class BoundMutants {
  private static final List<String> COLUMNS =
      List.of("page", "argument", "value", "limit", "side", "clauses");

  private BoundMutants() {}

  static void generate(Consumer<MutantRow<Fault>> out) {
    for (Table.Row row : Table.resource(BoundMutants.class, "bounds.tsv", COLUMNS)) {
      List<String> field = row.fields();
      String page = field.get(0);
      Limit limit = Limit.of(field.get(2), field.get(3), field.get(4));
      String id = "bound." + page + "." + field.get(1);
      List<String> clauses = List.of(field.get(5).split(" "));
      String what = field.get(1) + " of " + page;
      switch (limit.side()) {
        case CAPACITY ->
            out.accept(mutant(id + "-1", clauses, what + ": one fewer fits", page, limit, false));
        case SHORTER ->
            out.accept(
                mutant(id + ".quarter", clauses, what + " counts a quarter", page, limit, true));
        case FEWER ->
            out.accept(
                mutant(id + ".met-1", clauses, what + ": one fewer is enough", page, limit, true));
        case LEAST -> {
          String least = id + ".least";
          out.accept(
              mutant(least + "-1", clauses, what + ": too small is taken", page, limit, true));
          out.accept(
              mutant(least + "+1", clauses, what + ": the least is refused", page, limit, false));
        }
        default -> {
          out.accept(mutant(id + "+1", clauses, what + ": too large is taken", page, limit, true));
          out.accept(
              mutant(id + "-1", clauses, what + ": the most is refused", page, limit, false));
        }
      }
    }
  }

  private static MutantRow<Fault> mutant(
      String id, List<String> clauses, String change, String page, Limit limit, boolean accepts) {
    return new MutantRow<>(id, clauses, change, () -> new BoundFault(page, limit, accepts));
  }
}
