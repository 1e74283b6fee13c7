package org.dat4j.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.OperatingPoint.Kind;
import org.dat4j.conformance.report.HtmlPage;

/**
 * Writes the results of the comparison benchmark as one HTML page with plots, which needs no other
 * file.
 */
public final class ComparisonHtmlReport {

  private static final String STYLE =
      """
      figure { margin: 1em 0; max-width: 46em; }
      figure > svg { width: 100%; height: auto; display: block; }
      svg text { font: 11px sans-serif; fill: #1b1b1b; }
      svg .x { text-anchor: middle; }
      svg .y { text-anchor: end; }
      svg .grid { stroke: #ddd; stroke-width: 1; }
      .key { white-space: nowrap; margin-right: .8em; }
      .key svg { width: 24px; height: 8px; margin-right: 4px; vertical-align: middle; }
      pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: 12px; }
      """;

  private static final int SHORT = 64;
  private static final double WHOLE = 100;

  private final Results results;
  private final HtmlPage page = new HtmlPage("dat4j beside other libraries");

  private ComparisonHtmlReport(Results results) {
    this.results = results;
  }

  /**
   * Writes results.
   *
   * @param results of a comparison
   * @return an HTML document
   */
  public static String text(Results results) {
    ComparisonHtmlReport report = new ComparisonHtmlReport(results);
    report.page.style(STYLE);
    report.page.facts(results.machine());
    report.bars();
    report.sweeps();
    report.percentiles();
    report.table();
    report.missing();
    report.commands();
    return report.page.document();
  }

  /**
   * Draws one picture for other pages: all peers between processes at a point.
   *
   * @param results of a comparison
   * @param point what is shown
   * @return an SVG document
   */
  public static String picture(Results results, OperatingPoint point) {
    List<Results.PeerResult> peers =
        results.peers().stream().filter(peer -> !peer.reach().equals("one process")).toList();
    return BarPlot.of(peers, point).svg();
  }

  private void bars() {
    page.heading("Ratio to the best");
    page.html("<p>").text("Blue is dat4j, orange are other libraries, grey are limits. The bars");
    page.text(" grow with the logarithm of the ratio.").html("</p>\n");
    for (OperatingPoint point : results.points()) {
      for (String reach : reaches()) {
        BarPlot plot = BarPlot.of(peers(reach), point);
        if (plot.hasSeveral()) {
          page.html("<h3>").text(point.text() + ": " + reach).html("</h3>\n<figure>");
          page.html(plot.svg()).html("</figure>\n");
        }
      }
    }
  }

  private Set<String> reaches() {
    Set<String> reaches = new LinkedHashSet<>();
    results.peers().forEach(peer -> reaches.add(peer.reach()));
    return reaches;
  }

  private List<Results.PeerResult> peers(String reach) {
    return results.peers().stream().filter(peer -> peer.reach().equals(reach)).toList();
  }

  private void sweeps() {
    plot(
        "Latency by size",
        new LinePlot("bytes", ComparisonHtmlReport::bytes, "us, half a round trip"),
        point -> point.kind() == Kind.PINGPONG && point.connections() == 1,
        OperatingPoint::size,
        measured -> measured.value().median());
    plot(
        "Throughput by size",
        new LinePlot("bytes", ComparisonHtmlReport::bytes, "GB/s, window 16"),
        point -> point.kind() == Kind.STREAM && point.window() == 16,
        OperatingPoint::size,
        measured -> gigabytes(measured));
    plot(
        "Rate by window",
        new LinePlot("messages under way", Numbers::text, "M/s, 64 B"),
        point -> point.kind() == Kind.STREAM && point.size() == SHORT,
        OperatingPoint::window,
        measured -> measured.value().median());
    plot(
        "Latency by connections",
        new LinePlot("connections in turn", Numbers::text, "us, half a round trip"),
        point -> point.kind() == Kind.PINGPONG && point.size() == SHORT,
        OperatingPoint::connections,
        measured -> measured.value().median());
  }

  private static double gigabytes(Measured measured) {
    double value = measured.value().median();
    return measured.unit().equals("M/s") ? value * measured.point().size() / 1000 : value;
  }

  private static String bytes(double value) {
    return value >= 1e6
        ? Numbers.text(value / 1e6) + "M"
        : value >= 1000 ? Numbers.text(value / 1000) + "k" : Numbers.text(value);
  }

  private void plot(
      String heading,
      LinePlot plot,
      Predicate<OperatingPoint> isShown,
      Function<OperatingPoint, Integer> x,
      Function<Measured, Double> y) {
    for (Results.PeerResult peer : results.peers()) {
      List<Measured> shown =
          peer.measured().values().stream().filter(each -> isShown.test(each.point())).toList();
      // A single point is no line: the bars show it.
      if (shown.size() > 1) {
        shown.forEach(each -> plot.add(peer.name(), x.apply(each.point()), y.apply(each)));
      }
    }
    if (!plot.isEmpty()) {
      page.heading(heading);
      plot.draw(page);
    }
  }

  private void percentiles() {
    Set<OperatingPoint> points = new LinkedHashSet<>();
    results.peers().forEach(peer -> points.addAll(peer.measured().keySet()));
    for (OperatingPoint point : points) {
      boolean isBase = results.points().contains(point) && point.kind() == Kind.PINGPONG;
      if (!isBase && point.kind() != Kind.OPENLOOP) {
        continue;
      }
      LinePlot plot = new LinePlot("percentile", share -> "p" + percent(share), "us");
      for (Results.PeerResult peer : results.peers()) {
        Measured measured = peer.measured().get(point);
        // Programs in C tell two percentiles, which are no curve.
        if (measured != null && measured.percentiles().size() > 2) {
          measured
              .percentiles()
              .forEach(
                  (percentile, value) ->
                      plot.add(peer.name(), 1 / (1 - percentile / WHOLE), value));
        }
      }
      if (!plot.isEmpty()) {
        page.heading("Percentiles: " + point.text());
        plot.draw(page);
      }
    }
  }

  /** Writes the percentile that one message of {@code oneIn} is above. */
  private static String percent(double oneIn) {
    String text = String.valueOf((float) (WHOLE - WHOLE / oneIn));
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  private void table() {
    page.heading("Figures");
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "library",
            "operation",
            "median",
            "unit",
            "spread",
            "p99 us",
            "processor us",
            "bytes",
            "setting"));
    for (Results.PeerResult peer : results.peers()) {
      for (Measured measured : peer.measured().values()) {
        rows.add(
            List.of(
                peer.name(),
                measured.point().text(),
                Numbers.text(measured.value().median()),
                measured.unit(),
                Numbers.text(measured.value().least())
                    + " to "
                    + Numbers.text(measured.value().most()),
                Numbers.text(measured.p99().median()),
                Numbers.text(measured.cpu().median()),
                Numbers.text(measured.allocated().median()),
                measured.note().isEmpty()
                    ? measured.setting()
                    : measured.setting() + "; " + measured.note()));
      }
    }
    page.table(rows);
  }

  private void missing() {
    List<String> items = new ArrayList<>();
    for (Results.PeerResult peer : results.peers()) {
      if (!peer.missing().isEmpty()) {
        items.add(peer.name() + ": " + peer.missing());
      }
      peer.failures()
          .forEach((point, why) -> items.add(peer.name() + ", " + point.text() + ": " + why));
    }
    if (!items.isEmpty()) {
      page.heading("Not measured");
      page.list(items);
    }
  }

  private void commands() {
    page.heading("To repeat one figure");
    page.html("<p>")
        .text("From the root of the clone, after one benchmarks/compare:")
        .html("</p>\n");
    page.html("<details><summary>Commands</summary>\n<pre>");
    for (Results.PeerResult peer : results.peers()) {
      for (Measured measured : peer.measured().values()) {
        page.text("# " + peer.name() + ", " + measured.point().text() + "\n");
        page.text(measured.command() + "\n");
      }
    }
    page.html("</pre></details>\n");
  }
}
