package org.dat4j.benchmarks.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * libfabric over one of its providers, measured by its own program {@code fi_pingpong}, which has
 * no streams: its throughput is that of a ping-pong.
 */
final class FabricPeer implements Peer {

  private static final String PROGRAM = "fi_pingpong";
  private static final int PORT = 21860;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final String name;
  private final Reach reach;
  private final Map<String, List<String>> settings;
  private final IterationCount iterations = new IterationCount();

  FabricPeer(String name, Reach reach, Map<String, List<String>> settings) {
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
    return InstalledProgram.missing(PROGRAM, "libfabric-bin");
  }

  @Override
  public Optional<String> refusal(OperatingPoint point) {
    if (point.connections() > 1) {
      return Optional.of(PROGRAM + " has one connection only");
    }
    boolean isLong = point.size() >= 1 << 16;
    return switch (point.kind()) {
      case PINGPONG -> Optional.empty();
      case STREAM -> isLong ? Optional.empty() : Optional.of(PROGRAM + " has no streams");
      default -> Optional.of(PROGRAM + " has no such operation");
    };
  }

  @Override
  public List<Outcome> measure(String setting, List<OperatingPoint> points, Times times) {
    List<Outcome> outcomes = new ArrayList<>();
    for (OperatingPoint point : points) {
      if (!iterations.isKnown(setting, point)) {
        measure(setting, point, iterations.pilot(point) / 10);
      }
      outcomes.add(
          measure(setting, point, iterations.within(setting, point, times.measureMillis())));
    }
    return outcomes;
  }

  private Outcome measure(String setting, OperatingPoint point, long count) {
    List<String> common = new ArrayList<>(settings.get(setting));
    common.addAll(List.of("-S", String.valueOf(point.size()), "-I", String.valueOf(count)));
    List<String> server = command("-B", common);
    List<String> client = command("-P", common);
    client.add("127.0.0.1");
    String command = ProcessPair.text(Map.of(), server, client);
    ProcessPair.Outputs outputs = new ProcessPair(Map.of(), LIMIT).runBoth(server, PORT, client);
    Optional<Sample> sample = parse(outputs.client().out(), count);
    if (sample.isEmpty()) {
      return new Outcome(point, null, outputs.client().reason(), command, "");
    }
    iterations.learn(setting, point, sample.get());
    boolean isStream = point.kind() == OperatingPoint.Kind.STREAM;
    Sample found = sample.get();
    if (isStream) {
      // Each iteration moves two messages, one after the other.
      found = new Sample(2 * found.count(), found.nanos(), 0, -1, Map.of());
    }
    long cpu = outputs.client().cpuNanos() + outputs.server().cpuNanos();
    return new Outcome(
        point,
        found.plus(cpu, 0),
        "",
        command,
        isStream ? "a ping-pong, not a stream" : "the mean, not p50");
  }

  private static List<String> command(String portOption, List<String> common) {
    List<String> words = new ArrayList<>(List.of(PROGRAM, portOption, String.valueOf(PORT)));
    words.addAll(common);
    return words;
  }

  /** Reads the line below the heading: its seventh column is the microseconds of half a trip. */
  static Optional<Sample> parse(String output, long count) {
    List<String> lines = output.lines().toList();
    for (int i = 0; i + 1 < lines.size(); i++) {
      String[] names = lines.get(i).trim().split("\\s+");
      String[] numbers = lines.get(i + 1).trim().split("\\s+");
      if (names[0].equals("bytes") && names.length == numbers.length) {
        for (int column = 0; column < names.length; column++) {
          if (names[column].equals("usec/xfer")) {
            double trip = 2000 * Double.parseDouble(numbers[column]);
            return Optional.of(new Sample(count, (long) (trip * count), 0, -1, Map.of()));
          }
        }
      }
    }
    return Optional.empty();
  }
}
