package org.dat4j.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.dat4j.benchmarks.peer.InterruptedRunException;
import org.dat4j.benchmarks.peer.MeasurementOutcome;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.peer.RunDurations;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.dat4j.benchmarks.report.Measured;
import org.dat4j.benchmarks.report.Results.PeerResult;

/**
 * Runs the rounds of the comparison benchmark, each of which measures every peer, a library or a
 * backend, once. In the first round each peer runs with all its settings; for each operating point
 * the best setting goes on.
 */
final class Comparison {

  private final int rounds;
  private final RunDurations times;
  private final BiConsumer<Integer, String> progress;
  private final Map<Peer, Progress> peers = new LinkedHashMap<>();
  private int endedIn;

  /** The outcomes and failures of a peer so far. */
  private static final class Progress {
    private final Map<OperatingPoint, Chosen> chosen = new LinkedHashMap<>();
    private final Map<OperatingPoint, String> failures = new LinkedHashMap<>();
  }

  /** The setting that is the better one at a point, and its outcomes. */
  private record Chosen(String setting, List<MeasurementOutcome> outcomes) {}

  /**
   * Prepares the rounds.
   *
   * @param progress is told the round and what is measured now
   */
  Comparison(int rounds, RunDurations times, BiConsumer<Integer, String> progress) {
    this.rounds = rounds;
    this.times = times;
    this.progress = progress;
  }

  /** Measures all points of all peers; a peer that is missing is passed over. */
  List<PeerResult> measure(Map<Peer, List<OperatingPoint>> wanted) {
    wanted.keySet().forEach(peer -> peers.put(peer, new Progress()));
    for (int round = 1; round <= rounds; round++) {
      for (Map.Entry<Peer, List<OperatingPoint>> entry : wanted.entrySet()) {
        Peer peer = entry.getKey();
        Progress so = peers.get(peer);
        if (peer.missing().isEmpty()) {
          if (round == 1) {
            begin(peer, entry.getValue(), so);
          } else {
            goOn(round, peer, so);
          }
        }
      }
    }
    return peers.entrySet().stream()
        .map(entry -> result(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Gives the round in which the deadline ended the measurements; 0 if they are complete. */
  int endedIn() {
    return endedIn;
  }

  /**
   * Measures once. After the deadline there are good outcomes only: a failure then says nothing
   * about the peer.
   */
  private List<MeasurementOutcome> measure(
      int round, Peer peer, String setting, List<OperatingPoint> points) {
    List<MeasurementOutcome> outcomes = List.of();
    if (!times.deadline().isOver()) {
      progress.accept(round, peer.name() + " (" + setting + ")");
      try {
        outcomes = peer.measure(setting, points, times);
      } catch (InterruptedRunException e) {
        times.deadline().end();
      }
    }
    if (!times.deadline().isOver()) {
      return outcomes;
    }
    List<MeasurementOutcome> good = outcomes.stream().filter(MeasurementOutcome::isGood).toList();
    if (endedIn == 0 && good.size() < points.size()) {
      endedIn = round;
    }
    return good;
  }

  private void begin(Peer peer, List<OperatingPoint> wanted, Progress so) {
    List<OperatingPoint> points = new ArrayList<>();
    for (OperatingPoint point : wanted) {
      Optional<String> refusal = peer.refusal(point);
      refusal.ifPresentOrElse(reason -> so.failures.put(point, reason), () -> points.add(point));
    }
    if (points.isEmpty()) {
      return;
    }
    for (String setting : peer.settings()) {
      for (MeasurementOutcome outcome : measure(1, peer, setting, points)) {
        so.chosen.merge(
            outcome.point(), new Chosen(setting, new ArrayList<>(List.of(outcome))), this::better);
      }
    }
    for (OperatingPoint point : points) {
      Chosen chosen = so.chosen.get(point);
      if (chosen == null) {
        so.failures.put(point, "the run ended before");
      } else if (!chosen.outcomes().get(0).isGood()) {
        so.failures.put(point, chosen.outcomes().get(0).failure());
        so.chosen.remove(point);
      }
    }
  }

  private Chosen better(Chosen one, Chosen other) {
    MeasurementOutcome first = one.outcomes().get(0);
    MeasurementOutcome second = other.outcomes().get(0);
    if (!first.isGood() || !second.isGood()) {
      return first.isGood() ? one : other;
    }
    double a = Measured.value(first.point(), first.sample());
    double b = Measured.value(second.point(), second.sample());
    return (a < b) == first.point().isLatency() ? one : other;
  }

  private void goOn(int round, Peer peer, Progress so) {
    for (String setting : peer.settings()) {
      List<OperatingPoint> points =
          so.chosen.entrySet().stream()
              .filter(entry -> entry.getValue().setting().equals(setting))
              .map(Map.Entry::getKey)
              .toList();
      if (!points.isEmpty()) {
        for (MeasurementOutcome outcome : measure(round, peer, setting, points)) {
          so.chosen.get(outcome.point()).outcomes().add(outcome);
        }
      }
    }
  }

  private static PeerResult result(Peer peer, Progress so) {
    Map<OperatingPoint, Measured> measured = new LinkedHashMap<>();
    so.chosen.forEach(
        (point, chosen) -> {
          List<Sample> samples =
              chosen.outcomes().stream()
                  .filter(MeasurementOutcome::isGood)
                  .map(MeasurementOutcome::sample)
                  .toList();
          MeasurementOutcome first = chosen.outcomes().get(0);
          measured.put(
              point, new Measured(point, chosen.setting(), samples, first.command(), first.note()));
          chosen.outcomes().stream()
              .filter(outcome -> !outcome.isGood())
              .forEach(outcome -> so.failures.put(point, "in one round: " + outcome.failure()));
        });
    return new PeerResult(
        peer.name(),
        peer.kind().text(),
        peer.reach().text(),
        peer.missing().orElse(""),
        measured,
        so.failures);
  }
}
