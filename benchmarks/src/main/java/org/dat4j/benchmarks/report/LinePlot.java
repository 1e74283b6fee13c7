package org.dat4j.benchmarks.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.dat4j.conformance.report.HtmlPage;

/** A line chart of the benchmark report, as an SVG picture with two logarithmic axes. */
final class LinePlot {

  private static final int WIDTH = 420;
  private static final int HEIGHT = 280;
  private static final int LEFT = 46;
  private static final int RIGHT = 8;
  private static final int TOP = 8;
  private static final int BOTTOM = 40;

  /** Colours that people with colour blindness can tell apart. */
  private static final List<String> COLOURS =
      List.of(
          "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5200", "#444444",
          "#8b008b", "#5f9e00");

  /** Patterns of lines, for the series after those that have a colour of their own. */
  private static final List<String> DASHES = List.of("", "5 3", "2 2");

  private final String xName;
  private final String yName;
  private final DoubleFunction<String> xText;
  private final Map<String, TreeMap<Double, Double>> lines = new LinkedHashMap<>();

  /**
   * Begins a plot.
   *
   * @param xText writes a value of the horizontal axis
   */
  LinePlot(String xName, DoubleFunction<String> xText, String yName) {
    this.xName = xName;
    this.xText = xText;
    this.yName = yName;
  }

  /** Adds a point to a line; one that a logarithmic axis cannot have is left out. */
  void add(String line, double x, double y) {
    if (x > 0 && y > 0 && Double.isFinite(y)) {
      lines.computeIfAbsent(line, key -> new TreeMap<>()).put(x, y);
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  /** Adds the picture and the names of its lines to a page. */
  void draw(HtmlPage page) {
    Axis x = Axis.of(lines.values().stream().flatMap(line -> line.keySet().stream()).toList());
    Axis y = Axis.of(lines.values().stream().flatMap(line -> line.values().stream()).toList());
    page.html(
        "<figure><svg viewBox=\"0 0 " + WIDTH + " " + HEIGHT + "\" role=\"img\" aria-label=\"");
    page.text(yName + " over " + xName).html("\">\n");
    grid(page, x, y);
    int index = 0;
    for (Map.Entry<String, TreeMap<Double, Double>> line : lines.entrySet()) {
      StringBuilder path = new StringBuilder();
      line.getValue()
          .forEach((at, value) -> path.append(format("%.1f,%.1f ", x(x, at), y(y, value))));
      page.html(format("<polyline points=\"%s\" %s/>%n", path.toString().trim(), look(index)));
      index++;
    }
    page.html("</svg><figcaption>");
    index = 0;
    for (String name : lines.keySet()) {
      page.html(
          format(
              "<span class=\"key\"><svg viewBox=\"0 0 24 8\"><line x1=\"0\" y1=\"4\" x2=\"24\""
                  + " y2=\"4\" %s/></svg>",
              look(index)));
      page.text(name).html("</span> ");
      index++;
    }
    page.html("</figcaption></figure>\n");
  }

  private static String look(int index) {
    String dash = DASHES.get(index / COLOURS.size() % DASHES.size());
    return format(
        "fill=\"none\" stroke-width=\"1.8\" stroke=\"%s\"%s",
        COLOURS.get(index % COLOURS.size()),
        dash.isEmpty() ? "" : " stroke-dasharray=\"" + dash + "\"");
  }

  private void grid(HtmlPage page, Axis x, Axis y) {
    for (double tick : x.ticks()) {
      double at = x(x, tick);
      page.html(format("<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" ", at, at));
      page.html(format("y1=\"%d\" y2=\"%d\"/>", TOP, HEIGHT - BOTTOM));
      page.html(format("<text x=\"%.1f\" y=\"%d\" class=\"x\">", at, HEIGHT - BOTTOM + 14));
      page.text(xText.apply(tick)).html("</text>\n");
    }
    for (double tick : y.ticks()) {
      double at = y(y, tick);
      page.html(format("<line class=\"grid\" y1=\"%.1f\" y2=\"%.1f\" ", at, at));
      page.html(format("x1=\"%d\" x2=\"%d\"/>", LEFT, WIDTH - RIGHT));
      page.html(format("<text x=\"%d\" y=\"%.1f\" class=\"y\">", LEFT - 4, at + 4));
      page.text(Numbers.text(tick)).html("</text>\n");
    }
    page.html(
        format("<text x=\"%d\" y=\"%d\" class=\"x\">", (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6));
    page.text(xName).html("</text>\n");
    int middle = (TOP + HEIGHT - BOTTOM) / 2;
    page.html(format("<text transform=\"translate(11,%d) rotate(-90)\" class=\"x\">", middle));
    page.text(yName).html("</text>\n");
  }

  private static double x(Axis axis, double value) {
    return LEFT + axis.share(value) * (WIDTH - RIGHT - LEFT);
  }

  private static double y(Axis axis, double value) {
    return HEIGHT - BOTTOM - axis.share(value) * (HEIGHT - BOTTOM - TOP);
  }

  private static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }
}
