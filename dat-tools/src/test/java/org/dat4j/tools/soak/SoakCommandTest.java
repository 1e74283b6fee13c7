package org.dat4j.tools.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.Test;

class SoakCommandTest {

  @Test
  void connectedEndpointOfLoopbackCostsAtMostSixKibibytesAndNoThread() {
    CommandRun run = CommandRun.of("soak", "loopback0", "--pairs", "1000");
    assertEquals(ExitCodes.OK, run.code(), run.out() + run.err());
  }

  @Test
  void cyclesLeaveNothingBehind() {
    CommandRun run = CommandRun.of("soak", "loopback0", "--cycles", "2000");
    assertEquals(ExitCodes.OK, run.code(), run.out() + run.err());
  }

  @Test
  void costAboveTheLimitIsAFailure() {
    CommandRun run = CommandRun.of("soak", "loopback0", "--pairs", "50", "--heap", "1");
    assertEquals(ExitCodes.FAILURE, run.code(), run.out() + run.err());
    assertTrue(run.out().contains("per endpoint"), run.out());
  }

  @Test
  void nothingToDoIsAWrongCommandLine() {
    assertEquals(ExitCodes.USAGE, CommandRun.of("soak", "loopback0").code());
  }
}
