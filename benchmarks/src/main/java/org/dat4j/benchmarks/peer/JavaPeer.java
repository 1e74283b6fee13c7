package org.dat4j.benchmarks.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.benchmarks.program.MeasuringProgram;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * A benchmark peer that runs in Java, such as a backend of dat4j or Netty, measured by {@link
 * MeasuringProgram} in one JVM or in two.
 *
 * @param name the name in the report
 * @param kind what kind of peer it is
 * @param reach what connects its sides
 * @param library its name for the measuring program
 * @param variants the settings by name: the environment, and what the program's name of the library
 *     ends with
 * @param operations the kinds of operation it has
 * @param isSingle whether it has one connection only
 * @param classPath the class path, as the report prints it
 * @param missing the reason why it cannot run here, if any
 */
record JavaPeer(
    String name,
    Kind kind,
    Reach reach,
    String library,
    Map<String, LibrarySetting> variants,
    Set<OperatingPoint.Kind> operations,
    boolean isSingle,
    String classPath,
    Optional<String> missing)
    implements Peer {

  /**
   * Flags that all JVMs have: the same heap, no threads of a collector beside the sides, and a side
   * that waits while its code is compiled. Each side has one processor, and a compiler beside a
   * side that polls would get half of it: code then runs uncompiled for seconds.
   */
  private static final List<String> FLAGS =
      List.of(
          "-XX:-BackgroundCompilation",
          "-XX:+UseSerialGC",
          "-Xms512m",
          "-Xmx512m",
          "-XX:MaxDirectMemorySize=2g",
          "-Ddat4j.conf=benchmarks/dat.conf",
          // Aeron's selectors need it.
          "--add-opens",
          "java.base/sun.nio.ch=ALL-UNNAMED");

  private static final int FIRST_PORT = 21900;

  private static final Duration MAX_OVERHEAD = Duration.ofSeconds(30);

  /** How much longer than planned a point may take. */
  private static final int PATIENCE = 8;

  /**
   * A setting of a library.
   *
   * @param suffix what follows the library's name
   * @param environment variables of both processes
   */
  record LibrarySetting(String suffix, Map<String, String> environment) {}

  @Override
  public List<String> settings() {
    return List.copyOf(variants.keySet());
  }

  @Override
  public Optional<String> refusal(OperatingPoint point) {
    if (!operations.contains(point.kind())) {
      return Optional.of("it has no such operation");
    }
    return isSingle && point.connections() > 1
        ? Optional.of("it has one connection only")
        : Optional.empty();
  }

  @Override
  public List<MeasurementOutcome> measure(
      String setting, List<OperatingPoint> points, RunDurations times) {
    LibrarySetting chosen = variants.get(setting);
    Map<OperatingPoint, MeasurementOutcome> outcomes = new LinkedHashMap<>();
    while (outcomes.size() < points.size() && !times.deadline().isOver()) {
      List<OperatingPoint> rest = points.subList(outcomes.size(), points.size());
      measure(chosen, rest, times, outcomes);
    }
    points.forEach(point -> outcomes.computeIfAbsent(point, MeasurementOutcome::notBegun));
    return List.copyOf(outcomes.values());
  }

  /** Measures until the end or the first failure, which is an outcome too. */
  private void measure(
      LibrarySetting setting,
      List<OperatingPoint> points,
      RunDurations times,
      Map<OperatingPoint, MeasurementOutcome> outcomes) {
    boolean isOne = reach == Reach.PROCESS;
    List<String> client = command(setting, isOne ? "both" : "client", points, times);
    List<String> server = command(setting, "server", points, times);
    Duration limit =
        MAX_OVERHEAD.plusMillis(
            (long) PATIENCE * points.size() * (times.warmUpMillis() + times.measureMillis()));
    ProcessPair pair = new ProcessPair(setting.environment(), times.deadline().atMost(limit));
    ProcessPair.Outputs outputs = isOne ? pair.runOne(client) : pair.runBoth(server, 0, client);
    Map<String, Sample> measured = lines(outputs.client());
    Map<String, Sample> other = isOne ? Map.of() : lines(outputs.server());
    for (OperatingPoint point : points) {
      List<OperatingPoint> alone = List.of(point);
      String text =
          ProcessPair.text(
              setting.environment(),
              isOne ? null : command(setting, "server", alone, times),
              command(setting, isOne ? "both" : "client", alone, times));
      Sample sample = measured.get(point.toString());
      if (sample == null) {
        outcomes.put(point, new MeasurementOutcome(point, null, reason(outputs), text, ""));
        return;
      }
      Sample peers = other.get(point.toString());
      Sample both = peers == null ? sample : sample.plus(peers.cpuNanos(), peers.allocated());
      outcomes.put(point, new MeasurementOutcome(point, both, "", text, ""));
    }
  }

  private static String reason(ProcessPair.Outputs outputs) {
    boolean isServer = outputs.server() != null && outputs.server().exit() > 0;
    return isServer ? outputs.server().reason() : outputs.client().reason();
  }

  private List<String> command(
      LibrarySetting setting, String side, List<OperatingPoint> points, RunDurations times) {
    List<String> words = new ArrayList<>();
    words.add(javaCommand());
    words.addAll(FLAGS);
    words.addAll(List.of("-cp", classPath, MeasuringProgram.class.getName()));
    words.add(library + setting.suffix());
    words.add(side);
    words.add(String.valueOf(FIRST_PORT));
    words.add(String.valueOf(times.warmUpMillis()));
    words.add(String.valueOf(times.measureMillis()));
    points.forEach(point -> words.add(point.toString()));
    return words;
  }

  private static String javaCommand() {
    String home = System.getenv("JAVA_HOME");
    return home == null || home.isEmpty() ? "java" : home + "/bin/java";
  }

  private static Map<String, Sample> lines(ProcessPair.Output output) {
    Map<String, Sample> samples = new HashMap<>();
    output
        .out()
        .lines()
        .filter(line -> line.contains(" count="))
        .forEach(
            line -> {
              int blank = line.indexOf(' ');
              samples.put(line.substring(0, blank), Sample.parse(line.substring(blank + 1)));
            });
    return samples;
  }
}
