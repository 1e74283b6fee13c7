package org.dat4j.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.dat4j.tools.cli.Json;

/**
 * Writes the results of the comparison benchmark as JSON for other programs, with the figures of
 * each round.
 */
public final class ComparisonJsonReport {

  private ComparisonJsonReport() {}

  /**
   * Writes results.
   *
   * @param results of a comparison
   * @return JSON text
   */
  public static String text(Results results) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("machine", results.machine());
    all.put("rounds", results.rounds());
    List<Map<String, Object>> peers = new ArrayList<>();
    for (Results.PeerResult peer : results.peers()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", peer.name());
      one.put("kind", peer.kind());
      one.put("reach", peer.reach());
      one.put("missing", peer.missing().isEmpty() ? null : peer.missing());
      one.put(
          "figures", peer.measured().values().stream().map(ComparisonJsonReport::figures).toList());
      Map<String, String> failures = new LinkedHashMap<>();
      peer.failures().forEach((point, reason) -> failures.put(point.toString(), reason));
      one.put("not_measured", failures);
      peers.add(one);
    }
    all.put("peers", peers);
    return Json.pretty(all);
  }

  private static Map<String, Object> figures(Measured measured) {
    OperatingPoint point = measured.point();
    Map<String, Object> one = new LinkedHashMap<>();
    one.put("point", point.toString());
    one.put("operation", point.text());
    one.put("unit", measured.unit());
    one.put("median", number(measured.value().median()));
    one.put("least", number(measured.value().least()));
    one.put("most", number(measured.value().most()));
    one.put("p99_us", number(measured.p99().median()));
    one.put("cpu_us_per_message", number(measured.cpu().median()));
    one.put("allocated_B_per_message", number(measured.allocated().median()));
    one.put("setting", measured.setting());
    one.put("note", measured.note());
    one.put("command", measured.command());
    one.put("samples", measured.samples().stream().map(Sample::line).toList());
    return one;
  }

  private static Double number(double value) {
    return Double.isFinite(value) ? value : null;
  }
}
