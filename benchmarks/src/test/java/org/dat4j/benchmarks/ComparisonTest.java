package org.dat4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.peer.Deadline;
import org.dat4j.benchmarks.peer.MeasurementOutcome;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.peer.RunDurations;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.dat4j.benchmarks.report.Results.PeerResult;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final OperatingPoint POINT = OperatingPoint.pingPong(64, 1);
  private static final int ROUNDS = 3;

  private long seconds;
  private final Deadline deadline =
      new Deadline(() -> seconds * 1_000_000_000, Duration.ofSeconds(60));
  private final List<String> begun = new ArrayList<>();
  private final Comparison comparison =
      new Comparison(
          ROUNDS, new RunDurations(1, 1, deadline), (round, what) -> begun.add(round + " " + what));

  /** A peer whose measurement takes 20 seconds, and fails once the time is over. */
  private final class Slow implements Peer {
    private final String name;

    Slow(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Kind kind() {
      return Kind.JAVA;
    }

    @Override
    public Reach reach() {
      return Reach.NETWORK;
    }

    @Override
    public List<String> settings() {
      return List.of("usual");
    }

    @Override
    public Optional<String> missing() {
      return Optional.empty();
    }

    @Override
    public Optional<String> refusal(OperatingPoint point) {
      return Optional.empty();
    }

    @Override
    public List<MeasurementOutcome> measure(
        String setting, List<OperatingPoint> points, RunDurations times) {
      seconds += 20;
      if (times.deadline().isOver()) {
        return List.of(new MeasurementOutcome(POINT, null, "it did not end", "", ""));
      }
      return List.of(
          new MeasurementOutcome(
              POINT, new Sample(1, 1000, 0, 0, Map.of(50.0, 1000.0)), "", "", ""));
    }
  }

  private List<PeerResult> measure(int peers) {
    Map<Peer, List<OperatingPoint>> wanted = new LinkedHashMap<>();
    for (int i = 1; i <= peers; i++) {
      wanted.put(new Slow("peer " + i), List.of(POINT));
    }
    return comparison.measure(wanted);
  }

  @Test
  void deadlineEndsTheRoundsAndKeepsWhatThereIs() {
    List<PeerResult> results = measure(2);
    assertEquals(List.of("1 peer 1 (usual)", "1 peer 2 (usual)", "2 peer 1 (usual)"), begun);
    assertEquals(2, comparison.endedIn());
    assertEquals(1, results.get(0).measured().get(POINT).samples().size());
    assertTrue(results.get(0).failures().isEmpty(), results.toString());
  }

  @Test
  void peerWithoutATurnIsNamedWithTheReason() {
    List<PeerResult> results = measure(4);
    assertEquals(1, comparison.endedIn());
    for (int i : new int[] {2, 3}) {
      assertEquals(Map.of(POINT, "the run ended before"), results.get(i).failures());
      assertTrue(results.get(i).measured().isEmpty());
    }
  }

  @Test
  void endByAnotherThreadBeginsNoMeasurement() {
    deadline.end();
    measure(2);
    assertEquals(List.of(), begun);
    assertEquals(1, comparison.endedIn());
  }

  @Test
  void runWithinItsTimeIsComplete() {
    seconds = -1000;
    measure(2);
    assertEquals(2 * ROUNDS, begun.size());
    assertEquals(0, comparison.endedIn());
  }
}
