package org.dat4j.benchmarks.peer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * A benchmark peer: UCX over one of its transports, measured by its own program {@code
 * ucx_perftest}.
 */
final class UcxPeer extends InstalledPeer<Map<String, String>> {

  private static final String PROGRAM = "ucx_perftest";
  private static final int PORT = 21850;

  /** The settings are variables of the environment. */
  UcxPeer(String name, Reach reach, Map<String, Map<String, String>> settings) {
    super(name, reach, settings, new Installation(PROGRAM, "ucx-utils", PORT));
  }

  @Override
  public Optional<String> refusal(OperatingPoint point) {
    if (point.connections() > 1) {
      return Optional.of(PROGRAM + " has one connection only; JUCX measures more");
    }
    return switch (point.kind()) {
      case PINGPONG, STREAM, WRITE -> Optional.empty();
      default -> Optional.of(PROGRAM + " has no such operation");
    };
  }

  @Override
  Commands commands(Map<String, String> setting, OperatingPoint point, int percentile, long count) {
    List<String> server = List.of(PROGRAM, "-p", String.valueOf(PORT));
    List<String> client =
        new ArrayList<>(List.of(PROGRAM, "localhost", "-p", String.valueOf(PORT)));
    client.addAll(List.of("-t", test(point), "-s", String.valueOf(point.size())));
    if (!point.isLatency()) {
      client.addAll(List.of("-O", String.valueOf(point.window())));
    }
    client.addAll(List.of("-n", String.valueOf(count), "-w", String.valueOf(warmUp(count))));
    client.addAll(List.of("-R", String.valueOf(percentile), "-f", "-v"));
    return new Commands(setting, server, client);
  }

  @Override
  Optional<Sample> sample(String output, OperatingPoint point, long count) {
    return parse(output, point);
  }

  @Override
  List<Integer> percentiles() {
    return List.of(50, 99);
  }

  @Override
  long warmUp(long count) {
    return Math.max(1, count / 10);
  }

  @Override
  int messages(OperatingPoint point) {
    return 1;
  }

  @Override
  String note(OperatingPoint point) {
    return point.kind() == OperatingPoint.Kind.WRITE && point.window() == 1
        ? "writes in turn, half a round trip"
        : "";
  }

  private static String test(OperatingPoint point) {
    return switch (point.kind()) {
      case PINGPONG -> "tag_lat";
      case STREAM -> "tag_bw";
      default -> point.window() == 1 ? "ucp_put_lat" : "ucp_put_bw";
    };
  }

  /** Reads the two lines that the program prints with {@code -f -v}: names and numbers. */
  static Optional<Sample> parse(String output, OperatingPoint point) {
    List<String> lines = output.lines().toList();
    for (int i = 0; i + 1 < lines.size(); i++) {
      String[] names = lines.get(i).trim().split(",");
      String[] numbers = lines.get(i + 1).trim().split(",");
      if (names[0].equals("iterations") && names.length == numbers.length) {
        return Optional.of(sample(names, numbers, point));
      }
    }
    return Optional.empty();
  }

  private static Sample sample(String[] names, String[] numbers, OperatingPoint point) {
    Map<String, String> row = new HashMap<>();
    Map<Double, Double> percentiles = new HashMap<>();
    for (int i = 0; i < names.length; i++) {
      row.put(names[i], numbers[i]);
      int end = names[i].indexOf("_percentile");
      if (end > 0 && point.isLatency()) {
        // The program halves the round trip; a sample has all of it.
        double trips = point.kind() == OperatingPoint.Kind.PINGPONG ? 2 : 1;
        percentiles.put(
            Double.valueOf(names[i].substring(0, end)),
            Double.parseDouble(numbers[i]) * 1000 * trips);
      }
    }
    long count = Long.parseLong(row.get("iterations"));
    double rate = Double.parseDouble(row.get("overall_mr"));
    return new Sample(count, (long) (count / rate * 1e9), 0, -1, percentiles);
  }
}
