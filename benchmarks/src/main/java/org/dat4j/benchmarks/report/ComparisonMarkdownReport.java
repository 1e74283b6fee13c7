package org.dat4j.benchmarks.report;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.benchmarks.program.OperatingPoint;

/** Writes the results of the comparison benchmark as tables in Markdown. */
public final class ComparisonMarkdownReport {

  private final Results results;
  private final StringBuilder out = new StringBuilder();

  private ComparisonMarkdownReport(Results results) {
    this.results = results;
  }

  /**
   * Writes results.
   *
   * @param results of a comparison
   * @return a page in Markdown
   */
  public static String text(Results results) {
    ComparisonMarkdownReport report = new ComparisonMarkdownReport(results);
    report.head();
    report.figures();
    report.costs();
    report.missing();
    report.commands();
    return report.out.toString();
  }

  private void head() {
    line("# Beside other libraries");
    line("");
    line("Written by `benchmarks/compare`; do not edit. It measures each library on the same");
    line("machine, in rounds: all of them once, then all of them again. A cell is the median of");
    line(
        rounds(results)
            + " rounds with the least and the greatest figure. Each side has a processor of its"
            + " own.");
    line("Of two settings of a library the better one of the first round counts.");
    line("");
    row(List.of("fact", "value"));
    row(List.of("---", "---"));
    results.machine().forEach((name, value) -> row(List.of(name, value)));
    line("");
  }

  /** Gives how many rounds the cells have: fewer where the run was ended. */
  private static String rounds(Results results) {
    IntSummaryStatistics counts =
        results.peers().stream()
            .flatMap(peer -> peer.measured().values().stream())
            .mapToInt(measured -> measured.samples().size())
            .summaryStatistics();
    if (counts.getCount() == 0 || counts.getMin() == results.rounds()) {
      return "" + results.rounds();
    }
    return counts.getMin() + " to " + counts.getMax();
  }

  private void figures() {
    line("## Figures");
    line("");
    line("`us` is microseconds, where less is better, followed by the 99th percentile. `M/s` is");
    line("million messages and `GB/s` 10^9 bytes a second, where more is better.");
    line("");
    List<OperatingPoint> points = results.points();
    for (String reach : reaches()) {
      line("### " + Character.toUpperCase(reach.charAt(0)) + reach.substring(1));
      line("");
      List<String> heading = new ArrayList<>(List.of("library"));
      points.forEach(point -> heading.add(point.text() + ", " + Measured.unit(point)));
      row(heading);
      row(heading.stream().map(cell -> "---").toList());
      for (Results.PeerResult peer : results.peers()) {
        if (peer.reach().equals(reach) && !peer.measured().isEmpty()) {
          List<String> cells = new ArrayList<>(List.of(peer.name()));
          points.forEach(point -> cells.add(cell(peer.measured().get(point))));
          row(cells);
        }
      }
      line("");
    }
  }

  private Set<String> reaches() {
    Set<String> reaches = new LinkedHashSet<>();
    results.peers().forEach(peer -> reaches.add(peer.reach()));
    return reaches;
  }

  private static String cell(Measured measured) {
    if (measured == null) {
      return "-";
    }
    String text = Numbers.text(measured.value());
    double p99 = measured.p99().median();
    if (Double.isFinite(p99)) {
      text += "; p99 " + Numbers.text(p99);
    }
    return measured.note().isEmpty() ? text : text + " (" + measured.note() + ")";
  }

  private void costs() {
    line("## Cost of a message");
    line("");
    line(
        "Processor time of both sides in microseconds for a message, waiting by polling included,");
    line("and bytes that Java allocates for it.");
    line("");
    List<String> heading = new ArrayList<>(List.of("library"));
    results.points().forEach(point -> heading.add(point.text()));
    row(heading);
    row(heading.stream().map(cell -> "---").toList());
    for (Results.PeerResult peer : results.peers()) {
      if (!peer.measured().isEmpty()) {
        List<String> cells = new ArrayList<>(List.of(peer.name()));
        results.points().forEach(point -> cells.add(cost(peer.measured().get(point))));
        row(cells);
      }
    }
    line("");
  }

  private static String cost(Measured measured) {
    if (measured == null) {
      return "-";
    }
    double bytes = measured.allocated().median();
    return Numbers.text(measured.cpu().median())
        + " us"
        + (Double.isFinite(bytes) ? ", " + Numbers.text(bytes) + " B" : "");
  }

  private void missing() {
    List<List<String>> rows = new ArrayList<>();
    for (Results.PeerResult peer : results.peers()) {
      if (!peer.missing().isEmpty()) {
        rows.add(List.of(peer.name(), "everything", peer.missing()));
      }
      Map<String, List<String>> byReason = new LinkedHashMap<>();
      peer.failures()
          .forEach(
              (point, reason) ->
                  byReason.computeIfAbsent(reason, key -> new ArrayList<>()).add(point.text()));
      byReason.forEach(
          (reason, what) -> rows.add(List.of(peer.name(), String.join("; ", what), reason)));
    }
    if (!rows.isEmpty()) {
      line("## Not measured");
      line("");
      row(List.of("library", "what", "why"));
      row(List.of("---", "---", "---"));
      rows.forEach(this::row);
      line("");
    }
  }

  private void commands() {
    line("## To repeat one figure");
    line("");
    line("From the root of the clone, after one `benchmarks/compare`:");
    line("");
    line("```");
    for (Results.PeerResult peer : results.peers()) {
      for (OperatingPoint point : results.points()) {
        Measured measured = peer.measured().get(point);
        if (measured != null) {
          line("# " + peer.name() + ", " + point.text() + " (" + measured.setting() + ")");
          line(measured.command());
        }
      }
    }
    line("```");
  }

  private void row(List<String> cells) {
    line("| " + String.join(" | ", cells.stream().map(c -> c.replace("|", "\\|")).toList()) + " |");
  }

  private void line(String text) {
    out.append(text).append('\n');
  }
}
