package org.dat4j.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.junit.jupiter.api.Test;

class JavaPeerTest {

  private static final OperatingPoint POINT = OperatingPoint.pingPong(64, 1);

  private static JavaPeer peer(String library, Peer.Reach reach) {
    return new JavaPeer(
        library,
        Peer.Kind.LIMIT,
        reach,
        library,
        Map.of("usual", new JavaPeer.LibrarySetting("", Map.of())),
        Set.of(OperatingPoint.Kind.PINGPONG),
        true,
        System.getProperty("java.class.path"),
        Optional.empty());
  }

  @Test
  void oneProcessIsMeasured() {
    MeasurementOutcome outcome =
        peer("flag", Peer.Reach.PROCESS)
            .measure("usual", List.of(POINT), new RunDurations(1, 10))
            .get(0);
    assertTrue(outcome.isGood(), outcome.failure());
    assertTrue(outcome.sample().count() > 0);
    assertTrue(outcome.sample().percentiles().get(50.0) > 0);
  }

  @Test
  void twoProcessesAreMeasured() {
    MeasurementOutcome outcome =
        peer("nio", Peer.Reach.NETWORK)
            .measure("usual", List.of(POINT), new RunDurations(1, 10))
            .get(0);
    assertTrue(outcome.isGood(), outcome.failure());
    assertTrue(outcome.command().contains(" & sleep 1; taskset -c 0 "), outcome.command());
  }

  @Test
  void failureIsAnOutcomeForEachPoint() {
    List<OperatingPoint> points = List.of(POINT, OperatingPoint.pingPong(128, 1));
    List<MeasurementOutcome> outcomes =
        peer("nothing", Peer.Reach.PROCESS).measure("usual", points, new RunDurations(1, 1));
    assertEquals(2, outcomes.size());
    for (MeasurementOutcome outcome : outcomes) {
      assertFalse(outcome.isGood());
      assertTrue(outcome.failure().contains("no library 'nothing'"), outcome.failure());
    }
  }

  @Test
  void operationOfOthersIsRefused() {
    assertTrue(peer("nio", Peer.Reach.NETWORK).refusal(OperatingPoint.write(64, 1)).isPresent());
  }
}
