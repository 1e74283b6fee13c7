package org.dat4j.tools.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class SoakCommandTest {
  /** Other threads of the test's JVM work, too, the compiler's above all; not all the time. */
  private static final int TRIES = 5;

  @Test
  void connectedEndpointOfLoopbackCostsAtMostSixKibibytesAndNoThread() {
    CommandRun run = untilGood("soak", "loopback0", "--pairs", "1000");
    assertEquals(ExitCodes.OK, run.code(), run.out() + run.err());
  }

  @Test
  void cyclesLeaveNothingBehind() {
    CommandRun run = untilGood("soak", "loopback0", "--cycles", "2000");
    assertEquals(ExitCodes.OK, run.code(), run.out() + run.err());
  }

  @Test
  void costAboveTheLimitIsAFailure() {
    CommandRun run = untilFailed("soak", "loopback0", "--pairs", "500", "--heap", "1");
    assertEquals(ExitCodes.FAILURE, run.code(), run.out() + run.err());
    assertTrue(run.out().contains("per endpoint"), run.out());
  }

  /** The limits are wide, as the machine may be busy; what counts is told with each. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aMessageAndIdlenessOfManyConnectionsAreWithinTheirLimits(String ia) {
    CommandRun run = untilGood(held(ia, "--ratio=50", "--processor=100"));
    assertEquals(ExitCodes.OK, run.code(), run.out() + run.err());
    assertTrue(run.out().contains(", 2.4 rounds in a block"), run.out());
    assertTrue(run.out().contains(ia + ": over an only pair "), run.out());
    assertTrue(run.out().contains("; over 40 in turn "), run.out());
    assertTrue(run.out().contains("; over all at a time "), run.out());
    assertTrue(run.out().contains("40 idle pairs take "), run.out());
    assertTrue(run.out().contains(" ms of it in threads of Java "), run.out());
    assertEquals(
        ia.equals("tcp0"),
        run.out().contains("bare sockets: over an only pair "),
        "bare sockets are what tcp is compared with: " + run.out());
  }

  @ParameterizedTest
  @CsvSource({"--ratio=0.01,--processor=100", "--ratio=50,--processor=-1"})
  void aboveALimitOfManyConnectionsIsAFailure(String ratio, String processor) {
    CommandRun run = CommandRun.of(held("tcp0", ratio, processor));
    assertEquals(ExitCodes.FAILURE, run.code(), run.out() + run.err());
  }

  /** A leak is there every time. */
  private static CommandRun untilGood(String... words) {
    return until(ExitCodes.OK, words);
  }

  /** A cost is there every time; memory that others give up may hide it once. */
  private static CommandRun untilFailed(String... words) {
    return until(ExitCodes.FAILURE, words);
  }

  private static CommandRun until(int code, String... words) {
    CommandRun run = CommandRun.of(words);
    for (int i = 1; i < TRIES && run.code() != code; i++) {
      run = CommandRun.of(words);
    }
    return run;
  }

  private static String[] held(String ia, String... limits) {
    List<String> arguments =
        new ArrayList<>(
            List.of("soak", ia, "--pairs", "40", "--operations", "2000", "--idle", "1"));
    arguments.addAll(List.of("--heap", "65536", "--settle", "0"));
    arguments.addAll(List.of(limits));
    return arguments.toArray(String[]::new);
  }

  @Test
  void idlenessOfNothingIsAWrongCommandLine() {
    CommandRun run = CommandRun.of("soak", "loopback0", "--cycles", "1", "--idle", "1");
    assertEquals(ExitCodes.USAGE, run.code(), run.out() + run.err());
  }

  @Test
  void lessThanNoTimeToSettleIsAWrongCommandLine() {
    CommandRun run = CommandRun.of("soak", "loopback0", "--pairs", "1", "--settle", "-1");
    assertEquals(ExitCodes.USAGE, run.code(), run.out() + run.err());
    assertTrue(run.err().contains("--settle"), run.err());
  }

  @Test
  void nothingToDoIsAWrongCommandLine() {
    assertEquals(ExitCodes.USAGE, CommandRun.of("soak", "loopback0").code());
  }
}
