package org.dat4j.benchmarks.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.conformance.report.Reports;

/**
 * A bar chart of the benchmark report, as an SVG picture: each peer's figure at one operating
 * point, in multiples of the best.
 */
final class BarPlot {

  private static final int WIDTH = 420;
  private static final int ROW = 20;
  private static final int NAMES = 108;
  private static final int VALUES = 96;
  private static final String OURS = "#0072b2";
  private static final String LIMITS = "#8a8a8a";
  private static final String OTHERS = "#e69f00";

  /** The multiple of the best that a whole row stands for, where no bar has more. */
  private static final double MIN_SCALE = 12;

  /** What the best is drawn as, so that it has a bar. */
  private static final double OFFSET = 1.3;

  private final OperatingPoint point;
  private final List<Bar> bars = new ArrayList<>();

  private record Bar(String name, String kind, double value, double ratio) {}

  private BarPlot(OperatingPoint point) {
    this.point = point;
  }

  /** Takes the peers that have a figure at a point, the best first. */
  static BarPlot of(List<Results.PeerResult> peers, OperatingPoint point) {
    BarPlot plot = new BarPlot(point);
    double best = Double.NaN;
    for (Results.PeerResult peer : peers) {
      Measured measured = peer.measured().get(point);
      if (measured != null) {
        double value = measured.value().median();
        boolean isBetter = point.isLatency() ? value < best : value > best;
        best = Double.isNaN(best) || isBetter ? value : best;
        plot.bars.add(new Bar(peer.name(), peer.kind(), value, 0));
      }
    }
    double reference = best;
    plot.bars.replaceAll(
        bar ->
            new Bar(
                bar.name(),
                bar.kind(),
                bar.value(),
                point.isLatency() ? bar.value() / reference : reference / bar.value()));
    plot.bars.sort(Comparator.comparingDouble(Bar::ratio));
    return plot;
  }

  /** Says whether there is anything to compare. */
  boolean hasSeveral() {
    return bars.size() > 1;
  }

  /** Writes the picture, which also stands alone as a file. */
  String svg() {
    int height = bars.size() * ROW + 8;
    StringBuilder out = new StringBuilder();
    out.append(
        format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
                + " aria-label=\"%s\" font-family=\"sans-serif\" font-size=\"12\">%n",
            WIDTH, height, Reports.escape(point.text())));
    out.append(format("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>%n", WIDTH, height));
    double scale = bars.stream().mapToDouble(Bar::ratio).reduce(MIN_SCALE, Math::max);
    int y = 4;
    for (Bar bar : bars) {
      double share = Math.log(bar.ratio() * OFFSET) / Math.log(scale * OFFSET);
      double length = share * (WIDTH - NAMES - VALUES);
      out.append(
          format(
              "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
              NAMES - 5, y + 14, Reports.escape(bar.name())));
      out.append(
          format(
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
              NAMES, y + 3, length, ROW - 6, colour(bar.kind())));
      out.append(
          format(
              "<text x=\"%.1f\" y=\"%d\">%s %s, %s x</text>%n",
              NAMES + length + 4,
              y + 14,
              Numbers.text(bar.value()),
              Measured.unit(point),
              Numbers.text(bar.ratio())));
      y += ROW;
    }
    return out.append("</svg>\n").toString();
  }

  private static String colour(String kind) {
    return switch (kind) {
      case "dat4j" -> OURS;
      case "limits" -> LIMITS;
      default -> OTHERS;
    };
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
