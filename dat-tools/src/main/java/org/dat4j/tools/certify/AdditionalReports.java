package org.dat4j.tools.certify;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.dat4j.conformance.report.HashList;
import org.dat4j.conformance.report.HtmlPage;
import org.dat4j.conformance.report.Reports;

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

  private final Path folder;
  private final Path matrix;
  private final List<Path> peers;

  AdditionalReports(Path folder) {
    this.folder = folder;
    this.matrix = folder.resolve(MUTANTS).resolve("kill-matrix.json");
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
      names.add(MUTANTS + "/kill-matrix.json");
    }
    peers.forEach(peer -> names.add(peer.getFileName() + "/" + HashList.FILE));
    return names;
  }

  /** Adds a section for each kind of report that is there. */
  void show(HtmlPage page) {
    if (Files.exists(matrix)) {
      page.heading("Mutants").table(strengths());
      page.html("<p><a href=\"" + MUTANTS + "/kill-matrix.html\">Kill matrix</a></p>\n");
    }
    if (!peers.isEmpty()) {
      page.heading("With other adapters").html("<ul>\n");
      for (Path peer : peers) {
        ReportFolder report = ReportFolder.read(peer);
        Map<String, Object> content = report.content();
        String link = folder.relativize(peer) + "/conformance.html";
        page.html("<li><a href=\"" + Reports.escape(link) + "\">");
        page.text(content.get("ia") + " with " + content.get("peer")).html("</a>: ");
        page.text(Boolean.TRUE.equals(content.get("successful")) ? "passed" : "failed");
        page.html("</li>\n");
      }
      page.html("</ul>\n");
    }
  }

  private List<List<String>> strengths() {
    Map<String, Integer> counts = new TreeMap<>();
    if (ReportFolder.json(matrix).get("mutants") instanceof List<?> mutants) {
      for (Object mutant : mutants) {
        if (mutant instanceof Map<?, ?> row) {
          counts.merge(String.valueOf(row.get("strength")), 1, Integer::sum);
        }
      }
    }
    List<List<String>> rows = new ArrayList<>(List.of(List.of("Strength", "Mutants")));
    counts.forEach((strength, count) -> rows.add(List.of(strength, count.toString())));
    return rows;
  }
}
