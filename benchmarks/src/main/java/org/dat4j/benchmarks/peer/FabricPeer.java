package org.dat4j.benchmarks.peer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * A benchmark peer: libfabric over one of its providers, measured by its own program {@code
 * fi_pingpong}. The program has no streams: its throughput is that of a ping-pong.
 */
final class FabricPeer extends InstalledPeer<List<String>> {

  private static final String PROGRAM = "fi_pingpong";
  private static final int PORT = 21860;

  /** The settings are options of the program. */
  FabricPeer(String name, Reach reach, Map<String, List<String>> settings) {
    super(name, reach, settings, new Installation(PROGRAM, "libfabric-bin", PORT));
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
  Commands commands(List<String> setting, OperatingPoint point, int percentile, long count) {
    List<String> common = new ArrayList<>(setting);
    common.addAll(List.of("-S", String.valueOf(point.size()), "-I", String.valueOf(count)));
    List<String> client = command("-P", common);
    client.add("127.0.0.1");
    return new Commands(Map.of(), command("-B", common), client);
  }

  @Override
  Optional<Sample> sample(String output, OperatingPoint point, long count) {
    return parse(output, count);
  }

  @Override
  List<Integer> percentiles() {
    return List.of();
  }

  @Override
  long warmUp(long count) {
    return 0;
  }

  @Override
  int messages(OperatingPoint point) {
    return point.kind() == OperatingPoint.Kind.STREAM ? 2 : 1;
  }

  @Override
  String note(OperatingPoint point) {
    return point.kind() == OperatingPoint.Kind.STREAM
        ? "a ping-pong, not a stream"
        : "the mean, not p50";
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
