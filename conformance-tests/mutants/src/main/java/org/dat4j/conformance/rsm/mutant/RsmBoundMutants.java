package org.dat4j.conformance.rsm.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes the RSM mutants for limits from {@code bounds.tsv}: each accepts one step too many or
 * refuses the last permitted value. At the end of an id {@code +1} marks the former and {@code -1}
 * the latter; for a least value it is the other way round.
 */
final class RsmBoundMutants {
  private static final List<String> COLUMNS =
      List.of("call", "argument", "value", "limit", "side", "step", "clauses", "needs");

  private RsmBoundMutants() {}

  static void generate(Consumer<MutantRow<RsmFault>> out) {
    for (TsvReader.Row row : TsvReader.resource(RsmBoundMutants.class, "bounds.tsv", COLUMNS)) {
      List<String> field = row.fields();
      RsmLimit limit =
          RsmLimit.of(field.get(0), field.get(2), field.get(3), field.get(4), field.get(5));
      limit
          .side()
          .generate(
              field.get(0),
              field.get(1),
              List.of(field.get(6).split(" ")),
              CapabilityGate.parse(field.get(7)),
              accepts -> new RsmBoundFault(limit, accepts),
              out);
    }
  }
}
