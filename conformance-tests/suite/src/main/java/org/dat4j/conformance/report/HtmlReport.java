package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writer of the result of a suite run as one HTML page: verdict, the grid of clauses, capabilities
 * and tests.
 */
final class HtmlReport {
  private final SuiteResult result;
  private final Certificate certificate;
  private final HtmlPage page;

  private HtmlReport(SuiteResult result) {
    this.result = result;
    this.certificate = Reports.certificate(result);
    this.page = new HtmlPage("Conformance of " + result.ia() + " to " + result.contract());
  }

  static String page(SuiteResult result) {
    HtmlReport report = new HtmlReport(result);
    report.summary();
    ClauseGrid.show(report.page, List.of(result));
    report.capabilities();
    report.tests();
    return report.page.document();
  }

  private void summary() {
    CertificateLevel level = certificate.level();
    page.verdict(level, level.label() + ": " + result.closingLine());
    page.list(certificate.failures());
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Declared absent", certificate.absentText());
    facts.put("Covered", String.join("; ", certificate.covered()));
    facts.put("Not covered", String.join("; ", certificate.missing()));
    if (result.cancelled()) {
      facts.put(
          "Completeness",
          "cancelled, "
              + result.tests(TestResult.Outcome.NOT_RUN)
              + " tests not run, results are partial");
    }
    facts.put("Provider", result.provider());
    facts.put("Second party", result.peer() + ", " + result.conditions().placement());
    facts.put("Profile", result.profile());
    if (result.mutant() != null) {
      facts.put("In front of the provider", result.mutant());
    }
    facts.put("Seed", Long.toString(result.seed()));
    facts.put("Date", result.conditions().date().toString());
    result.conditions().versions().forEach((name, value) -> facts.put("Version: " + name, value));
    facts.put("Reproduce", result.reproduce(result.selection()));
    page.facts(facts);
    if (!certificate.deviations().isEmpty()) {
      page.heading("Deviations");
      page.list(certificate.deviationLines());
    }
  }

  private void capabilities() {
    page.heading("Capabilities")
        .capabilities(result.conditions().declared(), result.conditions().absent());
  }

  private void tests() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Test", "Outcome", "ms", "Message"));
    for (TestResult test : result.tests()) {
      rows.add(
          List.of(
              test.name(),
              test.outcome().label(),
              Long.toString(test.nanos() / 1_000_000),
              test.fullMessage()));
    }
    page.heading("Tests").html("<details><summary>" + (rows.size() - 1) + " tests</summary>\n");
    page.table(rows).html("</details>\n");
  }
}
