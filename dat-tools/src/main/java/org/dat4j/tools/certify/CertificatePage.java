package org.dat4j.tools.certify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.report.BundleContent;
import org.dat4j.conformance.report.Certificate;
import org.dat4j.conformance.report.CertifiedRun;
import org.dat4j.conformance.report.ClauseGrid;
import org.dat4j.conformance.report.HtmlPage;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.SuiteResult;

/**
 * The page of a certificate. It stands alone: verdict, declared absences, runs, capabilities, the
 * clauses of all runs of the suite, pairs of calls, mutants, and runs with other adapters. Used by
 * one thread.
 */
final class CertificatePage {
  private final Path folder;
  private final List<ReportFolder> reports;
  private final Certificate certificate;
  private final HtmlPage page;

  private CertificatePage(Path folder, List<ReportFolder> reports, Certificate certificate) {
    this.folder = folder;
    this.reports = reports;
    this.certificate = certificate;
    CertifiedRun first = reports.get(0).run();
    this.page = new HtmlPage("Certificate of " + first.ia() + " for " + first.contract());
  }

  /**
   * Makes the page.
   *
   * @param folder where the page will lie: its links begin there
   * @param reports the runs, at least one
   * @param certificate what they amount to
   * @param more what else lies in the folder
   * @return the HTML document
   */
  static String of(
      Path folder, List<ReportFolder> reports, Certificate certificate, AdditionalReports more) {
    CertificatePage certified = new CertificatePage(folder, reports, certificate);
    certified.summary();
    certified.runs();
    certified
        .page
        .heading("Capabilities")
        .capabilities(ReportFolder.declared(reports), certificate.absent());
    certified.pairs();
    more.show(certified.page, reports);
    List<SuiteResult> suites = reports.stream().flatMap(each -> each.suite().stream()).toList();
    ClauseGrid.show(certified.page, suites);
    return certified.page.document();
  }

  private void summary() {
    page.verdict(certificate.level(), certificate.level().label());
    page.html("<p><b>Declared absent:</b> ").text(certificate.absentText()).html("</p>\n");
    page.contents();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Last run", ReportFolder.lastDate(reports));
    reports
        .get(0)
        .run()
        .versions()
        .forEach((name, version) -> facts.put("Version: " + name, version));
    page.facts(facts);
    section("Failed", certificate.failures());
    section("Missing", certificate.missing());
    section("Deviations", certificate.deviationLines());
    section("Run again", certificate.repeated());
  }

  private void section(String title, List<String> lines) {
    if (!lines.isEmpty()) {
      page.heading(title).list(lines);
    }
  }

  private void runs() {
    page.heading("Runs").html("<ul>\n");
    for (int i = 0; i < reports.size(); i++) {
      boolean suite = reports.get(i).run().kind() == CertifiedRun.Kind.SUITE;
      String file = suite ? "conformance.html" : ReportFolder.BUNDLE_JSON;
      Path report = folder.relativize(reports.get(i).folder());
      page.html("<li><a href=\"" + Reports.escape(report + "/" + file) + "\">");
      page.text(certificate.covered().get(i)).html("</a></li>\n");
    }
    page.html("</ul>\n");
  }

  /** Adds how many pairs of calls each kind of object has by verdict, for each run of the pairs. */
  private void pairs() {
    for (ReportFolder report : reports) {
      Path file = report.folder().resolve(Reports.PAIRS_JSON);
      if (report.run().kind() == CertifiedRun.Kind.PAIRS && Files.exists(file)) {
        page.heading("Pairs of calls, " + report.run().placement());
        page.table(rows(BundleContent.object(ReportFolder.json(file), "counts")));
      }
    }
  }

  private static List<List<String>> rows(Map<String, Object> counts) {
    List<List<String>> rows = new ArrayList<>();
    for (String object : counts.keySet()) {
      Map<String, Object> numbers = BundleContent.object(counts, object);
      if (rows.isEmpty()) {
        List<String> heading = new ArrayList<>(List.of("Object"));
        heading.addAll(numbers.keySet());
        rows.add(heading);
      }
      List<String> row = new ArrayList<>(List.of(object));
      numbers.values().forEach(number -> row.add(String.valueOf(number)));
      rows.add(row);
    }
    return rows;
  }
}
