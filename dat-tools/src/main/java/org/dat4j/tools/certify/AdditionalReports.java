package org.dat4j.tools.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.conformance.mutant.KillMatrix;
import org.dat4j.conformance.report.BundleContent;
import org.dat4j.conformance.report.HashList;
import org.dat4j.conformance.report.HtmlPage;

/**
 * The reports that lie in the folder of a certificate beside the runs it demands: the kill matrix
 * of {@code mutants}, and runs of the suite with other adapters as the second party. The page of
 * the certificate shows them, and the verdict does not depend on them.
 */
final class AdditionalReports {
  /** Where {@code mutants --report} has to write. */
  private static final String MUTANTS = "mutants";

  /** How the folder of a run with another adapter has to begin. */
  private static final String PEER = "peer-";

  private final Path matrix;
  private final List<Path> peers;

  AdditionalReports(Path folder) {
    this.matrix = folder.resolve(MUTANTS).resolve(KillMatrix.JSON_FILE);
    try (Stream<Path> files = Files.list(folder)) {
      this.peers =
          files
              .filter(file -> file.getFileName().toString().startsWith(PEER))
              .filter(file -> Files.exists(file.resolve(HashList.FILE)))
              .sorted()
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Names the files whose hashes the certificate's list gets. */
  List<String> hashed() {
    List<String> names = new ArrayList<>();
    if (Files.exists(matrix)) {
      names.add(MUTANTS + "/" + KillMatrix.JSON_FILE);
    }
    peers.forEach(peer -> names.add(peer.getFileName() + "/" + HashList.FILE));
    return names;
  }

  /**
   * Adds a section for each kind of report that is there.
   *
   * @param page gets the sections
   * @param certified the runs of the certificate, which have their own adapter as second party
   */
  void show(HtmlPage page, List<ReportFolder> certified) {
    if (Files.exists(matrix)) {
      KillMatrix.read(ReportFolder.json(matrix)).show(page.heading("Mutants"));
    }
    if (peers.isEmpty()) {
      return;
    }
    List<ReportFolder> runs = new ArrayList<>(certified);
    List<String> failures = new ArrayList<>();
    for (Path peer : peers) {
      ReportFolder report = ReportFolder.read(peer);
      runs.add(report);
      String name = report.run().ia() + " with " + BundleContent.text(report.content(), "peer");
      report.run().failures().forEach(failure -> failures.add(name + ": " + failure));
    }
    BackendMatrix table = new BackendMatrix(runs, LocalDate.now(ZoneOffset.UTC));
    page.heading("Two adapters");
    page.html("<p>A column is the adapter under test, a row the second party.</p>\n");
    table.contracts().forEach(contract -> page.table(table.peers(contract)));
    page.list(failures);
  }
}
