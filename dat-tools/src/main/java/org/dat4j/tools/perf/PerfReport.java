package org.dat4j.tools.perf;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.tools.cli.Tables;

/** Results in their two forms: one map each, as the JSON has it, and a table of them. */
final class PerfReport {

  private static final int DIGITS = 4;

  private PerfReport() {}

  /**
   * The JSON form of a result. Unknown numbers are null.
   *
   * @param ia name of the adapter
   * @param measurement what was measured
   * @param histogramFile where the histogram was written, or null
   * @param note what else there is to know about the comparison with the limit, or empty
   * @param figures what is promised about it
   */
  static Map<String, Object> map(
      String ia,
      Measurement measurement,
      String histogramFile,
      String note,
      List<Map<String, Object>> figures) {
    Spec spec = measurement.spec();
    boolean valid = !measurement.outcome().noResult() && !measurement.outcome().kept().isEmpty();
    Trips trips = measurement.trips();
    Trips limitTrips = measurement.limitTrips();
    long allocated = measurement.allocated();

    Map<String, Object> latency = new LinkedHashMap<>();
    latency.put("p50", valid ? micros(spec, trips, 50) : null);
    latency.put("p99", valid ? micros(spec, trips, 99) : null);
    latency.put("p999", valid ? micros(spec, trips, 99.9) : null);

    Map<String, Object> limit = new LinkedHashMap<>();
    limit.put("what", spec.limit().text(spec) + note);
    limit.put("p50", micros(spec, limitTrips, 50));
    limit.put("p99", micros(spec, limitTrips, 99));
    limit.put("GBps", number(measurement.limitBandwidth()));

    Map<String, Object> result = new LinkedHashMap<>();
    result.put("ia", ia);
    result.put("op", spec.op().label());
    result.put("size", spec.size());
    result.put("window", spec.window());
    result.put("wait", spec.poll() ? "poll" : "await");
    result.put("ops_verified", measurement.verified());
    result.put("latency_us", latency);
    result.put("limit", limit);
    result.put("ratio_to_limit", valid ? number(measurement.outcome().ratio()) : null);
    result.put("bandwidth_GBps", valid ? number(measurement.bandwidth()) : null);
    result.put("messages_per_s", valid ? number(measurement.messagesPerSecond()) : null);
    result.put(
        "allocated_B_per_op",
        allocated < 0 || measurement.count() == 0
            ? null
            : number((double) allocated / measurement.count()));
    result.put("histogram_file", histogramFile);
    result.put("figures", valid ? figures : List.of());
    return result;
  }

  private static Double micros(Spec spec, Trips trips, double percentile) {
    return number(trips.nanos(percentile) / spec.divisor() / 1000);
  }

  /** A number with four digits; null for what is not one. */
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
            "limit p50",
            "limit p99",
            "ratio",
            "GB/s",
            "limit GB/s",
            "messages/s",
            "B/op",
            "verified"));
    for (Map<String, Object> result : results) {
      Map<?, ?> latency = (Map<?, ?>) result.get("latency_us");
      Map<?, ?> limit = (Map<?, ?>) result.get("limit");
      rows.add(
          List.of(
              text(result.get("op")),
              text(result.get("size")),
              text(result.get("window")),
              text(result.get("wait")),
              text(latency.get("p50")),
              text(latency.get("p99")),
              text(latency.get("p999")),
              text(limit.get("p50")),
              text(limit.get("p99")),
              text(result.get("ratio_to_limit")),
              text(result.get("bandwidth_GBps")),
              text(limit.get("GBps")),
              text(result.get("messages_per_s")),
              text(result.get("allocated_B_per_op")),
              text(result.get("ops_verified"))));
    }
    Tables.print(rows, out);
    results.stream()
        .map(r -> ((Map<?, ?>) r.get("limit")).get("what"))
        .distinct()
        .forEach(what -> out.println("limit: " + what));
    for (Map<String, Object> result : results) {
      ((List<?>) result.get("figures"))
          .forEach(figure -> out.println(Figures.line((Map<?, ?>) figure)));
    }
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
