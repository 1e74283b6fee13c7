package org.dat4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.benchmarks.peer.MeasurementOutcome;
import org.dat4j.benchmarks.peer.Peer;
import org.dat4j.benchmarks.peer.RunDurations;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.dat4j.tools.cli.CommandFailedException;
import org.junit.jupiter.api.Test;

class GuardCommandTest {

  private final SpeedVerdict verdict = new SpeedVerdict(3);
  private final StringWriter printed = new StringWriter();

  /** A build whose operations take one microsecond; the first measurements of it fail. */
  private static final class Build implements Peer {
    private int failures;

    Build(int failures) {
      this.failures = failures;
    }

    @Override
    public String name() {
      return "build";
    }

    @Override
    public Kind kind() {
      return Kind.DAT4J;
    }

    @Override
    public Reach reach() {
      return Reach.PROCESS;
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
      return points.stream().map(this::outcome).toList();
    }

    private MeasurementOutcome outcome(OperatingPoint point) {
      if (failures-- > 0) {
        return new MeasurementOutcome(point, null, "no such method", "", "");
      }
      Sample sample = new Sample(1000, 1_000_000, 0, 0, Map.of(50.0, 2000.0));
      return new MeasurementOutcome(point, sample, "", "", "");
    }
  }

  private void compare(Build ours, Build theirs) {
    verdict.beginRun();
    GuardCommand.compare(ours, theirs, verdict, new PrintWriter(printed, true));
  }

  private long comparisons() {
    return printed.toString().lines().filter(line -> line.contains("of the time")).count();
  }

  @Test
  void failedMeasurementIsRepeated() {
    compare(new Build(1), new Build(1));
    assertEquals(OperatingPoints.ofGuard().size(), comparisons());
    assertTrue(verdict.losses().isEmpty());
  }

  @Test
  void olderBuildThatFailsIsNotCompared() {
    compare(new Build(0), new Build(Integer.MAX_VALUE));
    assertEquals(0, comparisons());
    assertTrue(
        printed.toString().contains("as the older build fails: build, "), printed.toString());
    assertTrue(verdict.losses().isEmpty());
  }

  @Test
  void thisBuildThatFailsAgainIsAnError() {
    Build broken = new Build(Integer.MAX_VALUE);
    CommandFailedException error =
        assertThrows(CommandFailedException.class, () -> compare(broken, new Build(0)));
    assertTrue(error.getMessage().contains("no such method"), error.getMessage());
  }

  private int conclude() {
    return GuardCommand.conclude(verdict, new PrintWriter(printed, true));
  }

  @Test
  void guardThatComparedNothingHasAStatusOfItsOwn() {
    compare(new Build(0), new Build(Integer.MAX_VALUE));
    assertEquals(3, conclude());
    assertTrue(
        printed.toString().contains("nothing was compared: the older build fails: build, "),
        printed.toString());
    assertFalse(printed.toString().contains("no loss"), printed.toString());
  }

  @Test
  void buildsWithNoOperationInCommonAreNotCompared() {
    verdict.beginRun();
    assertEquals(3, conclude());
    assertTrue(printed.toString().contains("no operation in common"), printed.toString());
  }

  @Test
  void oneComparisonIsEnoughForAVerdict() {
    compare(new Build(0), new Build(Integer.MAX_VALUE));
    compare(new Build(0), new Build(0));
    assertEquals(0, conclude());
    assertTrue(printed.toString().endsWith("no loss\n"), printed.toString());
  }
}
