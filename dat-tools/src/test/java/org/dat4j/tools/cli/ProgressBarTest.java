package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgressBarTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void theRestTakesAsLongAsThePaceSoFarSays() {
    assertEquals(", 1:05 left", ProgressBar.left(13 * SECOND, 20, 100));
    assertEquals("", ProgressBar.left(SECOND, 20, 100), "too early");
    assertEquals("", ProgressBar.left(13 * SECOND, 0, 100), "nothing made");
    assertEquals("", ProgressBar.left(13 * SECOND, 20, 0), "all made");
  }

  @Test
  void aLongNameIsCutToTheWidthOfTheTerminal() {
    assertEquals(
        "[############............] 5/10, 0:03 left cal",
        ProgressBar.line("calls", 5, 10, ", 0:03 left", 46));
    String narrow = ProgressBar.line("calls", 500_000, 1_000_000, ", 10:03 left", 39);
    assertEquals("[############............] 500000/10000", narrow);
  }

  @Test
  void aLongRunWithoutTerminalSaysEvery30SecondsHowFarItIs() {
    StringWriter said = new StringWriter();
    ProgressBar progress = ProgressBar.lines(new PrintWriter(said));
    for (long second = 0; second <= 65; second += 5) {
      progress.show("pairs", second, 1000, second * SECOND);
    }
    progress.show("calls", 1, 100, 66 * SECOND);
    assertEquals(
        List.of("    30/1000, 16:10 left pairs", "    60/1000, 15:40 left pairs"),
        said.toString().lines().toList());
  }

  @Test
  void verdictsHaveAColourOnlyWhereItIsWanted() {
    assertEquals("7 passed", VerdictColour.of(true, "7 passed", false));
    assertEquals("\u001B[32m7 passed\u001B[0m", VerdictColour.of(true, "7 passed", true));
    assertEquals("\u001B[31m1 failed\u001B[0m", VerdictColour.of(false, "1 failed", true));
  }
}
