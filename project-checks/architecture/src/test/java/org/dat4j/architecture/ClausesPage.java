package org.dat4j.architecture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.rsm.RsmKit;

/** Every requirement of the contract with its id. */
final class ClausesPage {

  private ClausesPage() {}

  static String text() {
    Map<String, List<List<String>>> pages = new LinkedHashMap<>();
    for (ContractKit kit : List.of(new DatKit(), new RsmKit())) {
      for (Clause clause : kit.catalogue().all()) {
        List<List<String>> rows = pages.computeIfAbsent(clause.page(), page -> head());
        rows.add(List.of(clause.id(), clause.kind().label(), clause.requirement(), scope(clause)));
      }
    }
    Markdown page = new Markdown("Clauses", "the catalogue of the conformance suite");
    page.paragraph(
        "Ids are stable. `./dat4j conform IA --clauses 'ID'` checks one; a report of"
            + " `--report` says how often each\nwas checked, which are gated by a capability, and"
            + " which hold in Java by the rules of the language.\n"
            + "The tests of each clause are listed in `dat/dat-tests.tsv` and `rsm/rsm-tests.tsv`"
            + " among the resources of\n`conformance-tests/suite`. The clauses of RSM follow those"
            + " of DAT: their pages begin with `librsm`.");
    pages.forEach((name, rows) -> page.heading(name).table(rows));
    return page.toString();
  }

  private static List<List<String>> head() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("id", "kind", "requirement", "scope"));
    return rows;
  }

  private static String scope(Clause clause) {
    return clause.where().equals("all") ? "" : clause.where();
  }
}
