package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.Consumer;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.mutant.MutantRow;

/**
 * The mutants of whole calls of DAT: calls that return success and do nothing ({@code silent.tsv}),
 * and queries that return one wrong value ({@code fields.tsv}).
 */
final class CallMutants {
  private CallMutants() {}

  static void generate(Consumer<MutantRow<DatFault>> out) {
    List<String> columns = List.of("page", "clauses");
    for (Table.Row row : Table.resource(CallMutants.class, "silent.tsv", columns)) {
      String page = row.fields().get(0);
      out.accept(
          new MutantRow<>(
              "silent." + page,
              List.of(row.fields().get(1).split(" ")),
              page + " answers success and does nothing",
              () -> new NoOpFault(call -> DatPages.of(call).equals(page))));
    }
    columns = List.of("page", "field", "clauses");
    for (Table.Row row : Table.resource(CallMutants.class, "fields.tsv", columns)) {
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
