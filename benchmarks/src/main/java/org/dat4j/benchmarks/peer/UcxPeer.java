package org.dat4j.benchmarks.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/** UCX over one of its transports, measured by its own program {@code ucx_perftest}. */
final class UcxPeer implements Peer {

  private static final String PROGRAM = "ucx_perftest";
  private static final int PORT = 21850;
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String name;
  private final Reach reach;
  private final Map<String, Map<String, String>> settings;
  private final IterationCount iterations = new IterationCount();

  UcxPeer(String name, Reach reach, Map<String, Map<String, String>> settings) {
    this.name = name;
    this.reach = reach;
    this.settings = settings;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Kind kind() {
    return Kind.C;
  }

  @Override
  public Reach reach() {
    return reach;
  }

  @Override
  public List<String> settings() {
    return List.copyOf(settings.keySet());
  }

  @Override
  public Optional<String> missing() {
    return InstalledProgram.missing(PROGRAM, "ucx-utils");
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
  public List<Outcome> measure(String setting, List<OperatingPoint> points, Times times) {
    List<Outcome> outcomes = new ArrayList<>();
    for (OperatingPoint point : points) {
      if (!iterations.isKnown(setting, point)) {
        measure(setting, point, 50, iterations.pilot(point));
      }
      outcomes.add(measure(setting, point, times));
    }
    return outcomes;
  }

  /** Measures twice if percentiles count: the program tells one of them. */
  private Outcome measure(String setting, OperatingPoint point, Times times) {
    long count = iterations.within(setting, point, times.measureMillis());
    Outcome median = measure(setting, point, 50, count);
    if (!median.isGood() || !point.isLatency()) {
      return median;
    }
    Outcome tail = measure(setting, point, 99, count);
    if (tail.isGood()) {
      median.sample().percentiles().putAll(tail.sample().percentiles());
    }
    return median;
  }

  private Outcome measure(String setting, OperatingPoint point, int percentile, long count) {
    Map<String, String> environment = settings.get(setting);
    List<String> server = List.of(PROGRAM, "-p", String.valueOf(PORT));
    List<String> client =
        new ArrayList<>(List.of(PROGRAM, "localhost", "-p", String.valueOf(PORT)));
    client.addAll(List.of("-t", test(point), "-s", String.valueOf(point.size())));
    if (!point.isLatency()) {
      client.addAll(List.of("-O", String.valueOf(point.window())));
    }
    long warmUp = Math.max(1, count / 10);
    client.addAll(List.of("-n", String.valueOf(count), "-w", String.valueOf(warmUp)));
    client.addAll(List.of("-R", String.valueOf(percentile), "-f", "-v"));
    String command = ProcessPair.text(environment, server, client);
    ProcessPair.Outputs outputs = new ProcessPair(environment, LIMIT).runBoth(server, PORT, client);
    Optional<Sample> sample = parse(outputs.client().out(), point);
    if (sample.isEmpty()) {
      return new Outcome(point, null, outputs.client().reason(), command, "");
    }
    iterations.learn(setting, point, sample.get());
    // The program's own time is that of the whole process, its warm-up included.
    long cpu =
        (outputs.client().cpuNanos() + outputs.server().cpuNanos()) * count / (count + warmUp);
    String note =
        point.kind() == OperatingPoint.Kind.WRITE && point.window() == 1
            ? "writes in turn, half a round trip"
            : "";
    return new Outcome(point, sample.get().plus(cpu, 0), "", command, note);
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
