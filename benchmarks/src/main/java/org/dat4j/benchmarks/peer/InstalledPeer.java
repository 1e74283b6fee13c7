package org.dat4j.benchmarks.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * A benchmark peer that is a library in C, measured by the library's own program, which has to be
 * installed. A first short run tells how many iterations take the wanted time.
 *
 * @param <S> what a setting consists of
 */
abstract class InstalledPeer<S> implements Peer {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String name;
  private final Reach reach;
  private final Map<String, S> settings;
  private final Installation installation;
  private final IterationCount iterations = new IterationCount();

  /**
   * The program that measures.
   *
   * @param program its name on the search path
   * @param debianPackage the package of Debian that has it
   * @param port on which its first process listens
   */
  record Installation(String program, String debianPackage, int port) {}

  /** The command lines of both processes, and the variables that both have. */
  record Commands(Map<String, String> environment, List<String> server, List<String> client) {}

  InstalledPeer(String name, Reach reach, Map<String, S> settings, Installation installation) {
    this.name = name;
    this.reach = reach;
    this.settings = settings;
    this.installation = installation;
  }

  /**
   * Gives the command lines of a run.
   *
   * @param percentile of the latencies that the program is to tell, if it tells one
   * @param count of iterations
   */
  abstract Commands commands(S setting, OperatingPoint point, int percentile, long count);

  /** Reads what the program prints: the figures of its iterations. */
  abstract Optional<Sample> sample(String output, OperatingPoint point, long count);

  /** Gives the percentiles of the latencies that the program can tell, one in each run. */
  abstract List<Integer> percentiles();

  /** Gives the iterations that the program makes before those that count. */
  abstract long warmUp(long count);

  /** Gives the messages that an iteration moves one after the other. */
  abstract int messages(OperatingPoint point);

  /** Says what distinguishes the figures from those of other peers. */
  abstract String note(OperatingPoint point);

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Kind kind() {
    return Kind.C;
  }

  @Override
  public final Reach reach() {
    return reach;
  }

  @Override
  public final List<String> settings() {
    return List.copyOf(settings.keySet());
  }

  @Override
  public final Optional<String> missing() {
    return InstalledProgram.missing(installation.program(), installation.debianPackage());
  }

  @Override
  public final List<MeasurementOutcome> measure(
      String setting, List<OperatingPoint> points, RunDurations times) {
    List<MeasurementOutcome> outcomes = new ArrayList<>();
    for (OperatingPoint point : points) {
      boolean isOver = times.deadline().isOver();
      outcomes.add(isOver ? MeasurementOutcome.notBegun(point) : measure(setting, point, times));
    }
    return outcomes;
  }

  private MeasurementOutcome measure(String setting, OperatingPoint point, RunDurations times) {
    List<Integer> told = point.isLatency() ? percentiles() : List.of();
    int first = told.isEmpty() ? 50 : told.get(0);
    if (!iterations.isKnown(setting, point)) {
      run(setting, point, first, iterations.pilot(point), times.deadline());
    }
    long count = iterations.within(setting, point, times.measureMillis());
    MeasurementOutcome outcome = run(setting, point, first, count, times.deadline());
    for (int i = 1; i < told.size() && outcome.isGood(); i++) {
      MeasurementOutcome next = run(setting, point, told.get(i), count, times.deadline());
      if (next.isGood()) {
        outcome = withPercentilesOf(outcome, next);
      }
    }
    return outcome;
  }

  private static MeasurementOutcome withPercentilesOf(
      MeasurementOutcome outcome, MeasurementOutcome next) {
    Sample sample = outcome.sample();
    Map<Double, Double> all = new HashMap<>(sample.percentiles());
    all.putAll(next.sample().percentiles());
    return new MeasurementOutcome(
        outcome.point(),
        new Sample(sample.count(), sample.nanos(), sample.cpuNanos(), sample.allocated(), all),
        "",
        outcome.command(),
        outcome.note());
  }

  private MeasurementOutcome run(
      String setting, OperatingPoint point, int percentile, long count, Deadline deadline) {
    Commands both = commands(settings.get(setting), point, percentile, count);
    String command = ProcessPair.text(both.environment(), both.server(), both.client());
    ProcessPair.Outputs outputs =
        new ProcessPair(both.environment(), deadline.atMost(LIMIT))
            .runBoth(both.server(), installation.port(), both.client());
    Optional<Sample> read = sample(outputs.client().out(), point, count);
    if (read.isEmpty()) {
      return new MeasurementOutcome(point, null, outputs.client().reason(), command, "");
    }
    Sample sample = read.get();
    iterations.learn(setting, point, sample);
    // The processor time is that of the whole processes, the warm-up included.
    long cpu =
        (outputs.client().cpuNanos() + outputs.server().cpuNanos())
            * count
            / (count + warmUp(count));
    Sample moved =
        new Sample(messages(point) * sample.count(), sample.nanos(), cpu, -1, sample.percentiles());
    return new MeasurementOutcome(point, moved, "", command, note(point));
  }
}
