package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Mutants of the access checks and of the placement of data, from the resources {@code access.tsv}
 * and {@code placement.tsv}.
 */
final class MemoryMutants {
  private MemoryMutants() {}

  static void generate(Consumer<MutantRow<Fault>> out) {
    List<String> columns = List.of("operation", "side", "check", "clauses");
    for (Table.Row row : Table.resource(MemoryMutants.class, "access.tsv", columns)) {
      String operation = row.fields().get(0);
      String side = row.fields().get(1);
      String check = row.fields().get(2);
      out.accept(
          new MutantRow<>(
              "access." + operation.toLowerCase(Locale.ROOT) + "." + side + "." + check,
              List.of(row.fields().get(3).split(" ")),
              operation + " does not check its " + side + " memory for " + check,
              () -> new AccessFault(operation, side.equals("remote"), check)));
    }
    columns = List.of("operation", "change", "clauses");
    for (Table.Row row : Table.resource(MemoryMutants.class, "placement.tsv", columns)) {
      Post.Op operation = Post.Op.valueOf(row.fields().get(0));
      String change = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              "memory." + change + "." + operation,
              List.of(row.fields().get(2).split(" ")),
              operation
                  + (change.equals("reversed")
                      ? ": segments in the wrong order"
                      : ": a wrong octet, " + change + " of the transfer"),
              () -> new PlacementFault(operation, change)));
    }
  }
}
