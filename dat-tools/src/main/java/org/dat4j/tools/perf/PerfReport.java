package org.dat4j.tools.perf;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.tools.cli.TextTable;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;

/** Makes the output of {@code perf}: each result as a map for JSON, and a table of all results. */
final class PerfReport {

  private static final int DIGITS = 4;

  private PerfReport() {}

  /**
   * Makes the JSON form of a result. Unknown numbers are null.
   *
   * @param ia name of the adapter
   * @param measurement the result
   * @param histogramFile the histogram's file, or null
   * @param note a remark about the comparison with the baseline, or empty
   */
  static Map<String, Object> map(
      String ia, Measurement measurement, String histogramFile, String note) {
    MeasurementSpec spec = measurement.spec();
    boolean valid = !measurement.outcome().noResult() && !measurement.outcome().kept().isEmpty();
    LatencyRecorder latencies = measurement.latencies();
    LatencyRecorder baselineLatencies = measurement.baselineLatencies();
    long allocated = measurement.allocated();

    Map<String, Object> latency = new LinkedHashMap<>();
    latency.put("p50", valid ? micros(spec, latencies, 50) : null);
    latency.put("p99", valid ? micros(spec, latencies, 99) : null);
    latency.put("p999", valid ? micros(spec, latencies, 99.9) : null);

    Map<String, Object> baseline = new LinkedHashMap<>();
    baseline.put("what", spec.baseline().text(spec) + note);
    baseline.put("p50", micros(spec, baselineLatencies, 50));
    baseline.put("p99", micros(spec, baselineLatencies, 99));
    baseline.put("GBps", number(measurement.baselineBandwidth()));

    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ia", ia);
    result.put("op", spec.op().label());
    result.put("size", spec.size());
    result.put("window", spec.window());
    result.put("wait", spec.poll() ? "poll" : "await");
    result.put("ops_verified", measurement.verified());
    result.put("latency_us", latency);
    result.put("limit", baseline);
    result.put("ratio_to_limit", valid ? number(measurement.outcome().ratio()) : null);
    result.put("bandwidth_GBps", valid ? number(measurement.bandwidth()) : null);
    result.put("messages_per_s", valid ? number(measurement.messagesPerSecond()) : null);
    result.put(
        "allocated_B_per_op",
        allocated < 0 || measurement.count() == 0
            ? null
            : number((double) allocated / measurement.count()));
    result.put("histogram_file", histogramFile);
    return result;
  }

  private static Double micros(MeasurementSpec spec, LatencyRecorder latencies, double percentile) {
    return number(latencies.nanos(percentile) / spec.divisor() / 1000);
  }

  /** Rounds to four digits; null for NaN and infinity. */
  static Double number(double value) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return null;
    }
    if (value == 0) {
      return 0.0;
    }
    double scale = Math.pow(10, DIGITS - 1 - Math.floor(Math.log10(Math.abs(value))));
    return Math.round(value * scale) / scale;
  }

  /** Prints results as a table. */
  static void table(List<Map<String, Object>> results, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "op",
            "size B",
            "window",
            "wait",
            "p50 us",
            "p99 us",
            "p99.9 us",
            "baseline p50",
            "baseline p99",
            "ratio",
            "GB/s",
            "baseline GB/s",
            "messages/s",
            "B/op",
            "verified"));
    for (Map<String, Object> result : results) {
      Map<?, ?> latency = (Map<?, ?>) result.get("latency_us");
      Map<?, ?> baseline = (Map<?, ?>) result.get("limit");
      rows.add(
          List.of(
              text(result.get("op")),
              text(result.get("size")),
              text(result.get("window")),
              text(result.get("wait")),
              text(latency.get("p50")),
              text(latency.get("p99")),
              text(latency.get("p999")),
              text(baseline.get("p50")),
              text(baseline.get("p99")),
              text(result.get("ratio_to_limit")),
              text(result.get("bandwidth_GBps")),
              text(baseline.get("GBps")),
              text(result.get("messages_per_s")),
              text(result.get("allocated_B_per_op")),
              text(result.get("ops_verified"))));
    }
    TextTable.print(rows, out);
    results.stream()
        .map(r -> ((Map<?, ?>) r.get("limit")).get("what"))
        .distinct()
        .forEach(what -> out.println("baseline: " + what));
  }

  static String text(Object value) {
    if (value == null) {
      return "-";
    }
    if (value instanceof Double number) {
      return number >= 1000 || number == Math.rint(number)
          ? String.format(Locale.ROOT, "%.0f", number)
          : number.toString();
    }
    return value.toString();
  }
}
