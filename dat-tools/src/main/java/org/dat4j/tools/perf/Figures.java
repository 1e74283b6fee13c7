package org.dat4j.tools.perf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What dat4j promises about a measurement between two JVMs, and whether it holds. A promise that
 * depends on where the two sides run is judged only when they were told where to.
 */
final class Figures {

  private static final int PROMISED_SIZE = 64;
  private static final int LARGE = 1 << 20;
  private static final double RATE = 5e6;

  private final Spec spec;
  private final Measurement measurement;
  private final String crc;
  private final boolean pinned;
  private final List<Map<String, Object>> found = new ArrayList<>();

  private Figures(Measurement measurement, String crc, boolean pinned) {
    this.spec = measurement.spec();
    this.measurement = measurement;
    this.crc = crc;
    this.pinned = pinned;
  }

  /**
   * Judges a measurement.
   *
   * @param measurement with a result
   * @param crc whether the adapter checks frames, {@code on} or {@code off}; null for one that has
   *     no such choice and about which nothing is promised
   * @param pinned whether each side was bound to a processor
   * @return one map for each promise: what, value, limit, holds; empty where nothing is promised
   */
  static List<Map<String, Object>> of(Measurement measurement, String crc, boolean pinned) {
    Figures figures = new Figures(measurement, crc, pinned);
    if (crc != null && measurement.spec().limit().socket()) {
      figures.judge();
    }
    return figures.found;
  }

  private void judge() {
    if (spec.stream()) {
      judgeStream();
    } else if (spec.size() == PROMISED_SIZE) {
      judgeLatency();
    }
  }

  private void judgeStream() {
    double share = 1 / measurement.outcome().ratio();
    if (spec.op() == Op.SEND && spec.size() == PROMISED_SIZE) {
      atLeast("messages per second", measurement.messagesPerSecond(), RATE);
      atLeast("share of the limit's rate", share, 0.25);
    } else if (spec.op() == Op.WRITE && spec.size() >= LARGE) {
      atLeast("share of the limit's bandwidth, CRC " + crc, share, crc.equals("on") ? 0.75 : 0.9);
    }
  }

  private void judgeLatency() {
    if (spec.op() == Op.SEND && spec.poll()) {
      atMost("p50 by the limit's p50", measurement.outcome().ratio(), 1.1);
      double p99 = measurement.trips().nanos(99) / measurement.limitTrips().nanos(99);
      atMost("p99 by the limit's p99", p99, 3);
    } else if (spec.op() == Op.SEND && pinned) {
      atMost("p50 by the p50 of selectors", measurement.outcome().ratio(), 1.1);
    } else if (spec.op() == Op.READ) {
      atMost("p50 by a message there and back", measurement.companionRatio(), 1.3);
    }
  }

  private void atLeast(String what, double value, double limit) {
    add(what, value, "at least", limit, value >= limit);
  }

  private void atMost(String what, double value, double limit) {
    add(what, value, "at most", limit, value <= limit);
  }

  private void add(String what, double value, String side, double limit, boolean holds) {
    if (Double.isNaN(value)) {
      return;
    }
    Map<String, Object> figure = new LinkedHashMap<>();
    figure.put("what", spec.op().label() + " " + spec.size() + " B, " + what);
    figure.put("value", PerfReport.number(value));
    figure.put(side.replace(' ', '_'), limit);
    figure.put("holds", holds);
    found.add(figure);
  }

  /** A figure as a line of text. */
  static String line(Map<?, ?> figure) {
    boolean least = figure.containsKey("at_least");
    Object limit = figure.get(least ? "at_least" : "at_most");
    return String.format(
        Locale.ROOT,
        "figure: %s: %s, %s %s: %s",
        figure.get("what"),
        PerfReport.text(figure.get("value")),
        least ? "at least" : "at most",
        PerfReport.text(limit),
        Boolean.TRUE.equals(figure.get("holds")) ? "holds" : "does not hold");
  }
}
