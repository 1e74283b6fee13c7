package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes the DAT mutants for limits from {@code bounds.tsv}: each accepts one value too many or
 * refuses the last permitted one. At the end of an id {@code +1} marks the former and {@code -1}
 * the latter; for a least value it is the other way round.
 */
final class DatBoundMutants {
  private static final List<String> COLUMNS =
      List.of("page", "argument", "value", "limit", "side", "clauses");

  private DatBoundMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    for (TsvReader.Row row : TsvReader.resource(DatBoundMutants.class, "bounds.tsv", COLUMNS)) {
      List<String> field = row.fields();
      String page = field.get(0);
      DatLimit limit = DatLimit.of(field.get(2), field.get(3), field.get(4));
      limit
          .side()
          .generate(
              page,
              field.get(1),
              List.of(field.get(5).split(" ")),
              CapabilityGate.NOTHING,
              accepts -> new DatBoundFault(page, limit, accepts),
              out);
    }
  }
}
