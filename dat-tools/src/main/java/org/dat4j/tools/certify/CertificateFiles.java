package org.dat4j.tools.certify;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.report.Certificate;
import org.dat4j.conformance.report.CertifiedRun;
import org.dat4j.conformance.report.HashList;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.SuiteResult;

/**
 * Writes the certificate of a backend as JSON and HTML, beside the reports that it rests on.
 * Stateless.
 */
final class CertificateFiles {
  private CertificateFiles() {}

  /** Writes {@code certificate.json}, {@code certificate.html} and the hashes of everything. */
  static void write(Path folder, List<ReportFolder> reports, Certificate certificate) {
    AdditionalReports more = new AdditionalReports(folder);
    Map<String, String> files = new LinkedHashMap<>();
    files.put("certificate.json", json(folder, reports, certificate));
    files.put("certificate.html", CertificatePage.of(folder, reports, certificate, more));
    List<String> kept = new ArrayList<>(more.hashed());
    reports.forEach(each -> kept.add(name(folder, each) + "/" + HashList.FILE));
    HashList.write(folder, files, kept);
  }

  private static String name(Path folder, ReportFolder report) {
    return folder.relativize(report.folder()).toString();
  }

  private static String json(Path folder, List<ReportFolder> reports, Certificate certificate) {
    CertifiedRun first = reports.get(0).run();
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", SuiteResult.VERSION);
    root.put("kind", "certificate");
    root.put("ia", first.ia());
    root.put("contract", first.contract());
    root.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    root.put("versions", first.versions());
    root.putAll(certificate.members());
    root.put("reports", reports.stream().map(each -> name(folder, each)).toList());
    return Reports.json(root);
  }
}
