package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * Makes the DAT mutants (providers with one known fault) in which a call does nothing but returns
 * success, or a query returns one wrong value. The tables are {@code silent.tsv} and {@code
 * fields.tsv}.
 */
final class CallMutants {
  private CallMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    List<String> columns = List.of("page", "clauses");
    for (TsvReader.Row row : TsvReader.resource(CallMutants.class, "silent.tsv", columns)) {
      String page = row.fields().get(0);
      out.accept(
          new MutantRow<>(
              "silent." + page,
              List.of(row.fields().get(1).split(" ")),
              page + " answers success and does nothing",
              () -> new NoOpFault(call -> DatPages.of(call).equals(page))));
    }
    columns = List.of("page", "field", "clauses");
    for (TsvReader.Row row : TsvReader.resource(CallMutants.class, "fields.tsv", columns)) {
      String page = row.fields().get(0);
      String field = row.fields().get(1);
      out.accept(
          new MutantRow<>(
              "field." + page + "." + field,
              List.of(row.fields().get(2).split(" ")),
              page + " tells " + field + " wrongly",
              () -> new FieldFault(page, field)));
    }
  }
}
