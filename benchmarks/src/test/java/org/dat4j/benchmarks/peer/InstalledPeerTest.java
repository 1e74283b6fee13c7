package org.dat4j.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.junit.jupiter.api.Test;

class InstalledPeerTest {

  private static final OperatingPoint LATENCY = OperatingPoint.pingPong(64, 1);
  private static final OperatingPoint RATE = OperatingPoint.stream(64, 16);

  /** A program that prints its setting; an iteration of it takes 10 microseconds. */
  private static final class Program extends InstalledPeer<String> {
    private final List<String> runs = new ArrayList<>();
    private int percentile;

    Program() {
      super(
          "echo",
          Reach.NETWORK,
          Map.of("good", "figures", "bad", "no route"),
          new Installation("echo", "coreutils", 0));
    }

    @Override
    Commands commands(String setting, OperatingPoint point, int percentile, long count) {
      runs.add(count + " p" + percentile);
      this.percentile = percentile;
      return new Commands(Map.of(), List.of("true"), List.of("echo", setting));
    }

    @Override
    Optional<Sample> sample(String output, OperatingPoint point, long count) {
      return output.startsWith("figures")
          ? Optional.of(new Sample(count, count * 10_000, 0, -1, Map.of((double) percentile, 7.0)))
          : Optional.empty();
    }

    @Override
    List<Integer> percentiles() {
      return List.of(50, 99);
    }

    @Override
    long warmUp(long count) {
      return 0;
    }

    @Override
    int messages(OperatingPoint point) {
      return 2;
    }

    @Override
    public Optional<String> refusal(OperatingPoint point) {
      return Optional.empty();
    }

    @Override
    String note(OperatingPoint point) {
      return "a note";
    }
  }

  private final Program program = new Program();

  private MeasurementOutcome measure(String setting, OperatingPoint point) {
    return program.measure(setting, List.of(point), new RunDurations(0, 50)).get(0);
  }

  @Test
  void eachPercentileHasARunAfterThePilot() {
    MeasurementOutcome outcome = measure("good", LATENCY);
    assertEquals(List.of("2000 p50", "5000 p50", "5000 p99"), program.runs);
    assertEquals(Map.of(50.0, 7.0, 99.0, 7.0), outcome.sample().percentiles());
    assertEquals(10_000, outcome.sample().count());
    assertEquals("a note", outcome.note());
  }

  @Test
  void knownPointHasNoPilotAndARateOneRun() {
    measure("good", RATE);
    measure("good", RATE);
    assertEquals(List.of("2000 p50", "5000 p50", "5000 p50"), program.runs);
  }

  @Test
  void failureTellsWhatTheProgramPrinted() {
    MeasurementOutcome outcome = measure("bad", LATENCY);
    assertFalse(outcome.isGood());
    assertEquals("no route", outcome.failure());
    assertTrue(outcome.command().contains("echo 'no route'"), outcome.command());
  }
}
