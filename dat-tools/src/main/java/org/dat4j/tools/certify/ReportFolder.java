package org.dat4j.tools.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.report.BundleContent;
import org.dat4j.conformance.report.BundleException;
import org.dat4j.conformance.report.CertifiedRun;
import org.dat4j.conformance.report.HashList;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.report.SuiteBundle;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.tools.cli.Json;

/**
 * The folder with the report of one run of suite or stepper, read and compared with its list of
 * hashes.
 *
 * @param folder where the report is
 * @param content of its JSON file
 * @param run that it reports
 */
record ReportFolder(Path folder, Map<String, Object> content, CertifiedRun run) {
  /** Name of the JSON file of a run of the stepper or of pairs. */
  static final String BUNDLE_JSON = "bundle.json";

  private static final List<String> NAMES = List.of(Reports.SUITE_JSON, BUNDLE_JSON);

  /** How deep reports lie below a folder that is given: certificates of several backends. */
  private static final int DEPTH = 3;

  /**
   * Reads one report.
   *
   * @throws BundleException if it is foreign, incomplete or changed
   */
  static ReportFolder read(Path folder) {
    List<String> wrong = HashList.check(folder);
    if (!wrong.isEmpty()) {
      throw new BundleException(String.join("; ", wrong));
    }
    for (String name : NAMES) {
      Path file = folder.resolve(name);
      if (Files.exists(file)) {
        Map<String, Object> content = json(file);
        try {
          return new ReportFolder(folder, content, BundleContent.run(content));
        } catch (BundleException e) {
          throw new BundleException(file + ": " + e.getMessage(), e);
        }
      }
    }
    throw new BundleException(folder + " has neither of " + NAMES + ": it is no report of a run");
  }

  /** Gives the result of a run of the suite with the texts of its clauses; nothing for others. */
  Optional<SuiteResult> suite() {
    if (run.kind() != CertifiedRun.Kind.SUITE) {
      return Optional.empty();
    }
    Catalogue catalogue = SuiteRunner.kit(run.contract()).catalogue();
    return Optional.of(
        SuiteBundle.read(
            content, id -> catalogue.find(id).map(clause -> clause.requirement()).orElse("")));
  }

  /** Finds the date and time of the last run of some, in the form of the bundles. */
  static String lastDate(List<ReportFolder> reports) {
    return reports.stream()
        .map(report -> BundleContent.text(report.content(), "date"))
        .max(Comparator.naturalOrder())
        .orElse("");
  }

  /** Gathers the capabilities that runs of the suite report, by name. */
  static Map<String, Object> declared(List<ReportFolder> reports) {
    Map<String, Object> declared = new TreeMap<>();
    for (ReportFolder report : reports) {
      if (report.run.kind() == CertifiedRun.Kind.SUITE) {
        declared.putAll(BundleContent.object(report.content, "capabilities"));
      }
    }
    return declared;
  }

  /**
   * Reads all reports in a folder and below it.
   *
   * @throws BundleException if there is none, or one is foreign, incomplete or changed
   */
  static List<ReportFolder> below(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new BundleException(folder + " is no folder: give one that --report has written");
    }
    List<ReportFolder> reports = new ArrayList<>();
    try (Stream<Path> files = Files.walk(folder, DEPTH)) {
      files
          .filter(file -> NAMES.contains(file.getFileName().toString()))
          .map(Path::getParent)
          .distinct()
          .sorted()
          .forEach(each -> reports.add(read(each)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (reports.isEmpty()) {
      throw new BundleException(
          "there is no report in " + folder + ": give a folder that --report has written");
    }
    return reports;
  }

  /**
   * Reads a JSON object.
   *
   * @throws BundleException if the file has none
   */
  static Map<String, Object> json(Path file) {
    try {
      return Json.object(Files.readString(file));
    } catch (IOException | UncheckedIOException | IllegalStateException e) {
      throw new BundleException(file + " cannot be read as JSON: " + e.getMessage(), e);
    }
  }
}
