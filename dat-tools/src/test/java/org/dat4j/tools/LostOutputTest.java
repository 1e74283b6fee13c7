package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A command whose files cannot be written, or that has no memory or thread left. */
class LostOutputTest {
  private static final String FULL = "/dev/full";

  @BeforeEach
  void onLinuxOnly() {
    assumeTrue(Files.exists(Path.of(FULL)), "a device that is always full");
  }

  private static void assertOneLine(String err, String... parts) {
    assertEquals(1, err.lines().count(), err);
    for (String part : parts) {
      assertTrue(err.contains(part), err);
    }
  }

  private static CommandRun conform(String option, String value) {
    return CommandRun.of(
        "conform", "loopback0", "--clauses", "dat_pz_create.01", "--seed", "1", option, value);
  }

  @Test
  void aFullDeviceFailsTheRunAndTheResultIsStillShown() {
    CommandRun run = conform("--json", FULL);
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertOneLine(run.err(), FULL + " cannot be written", "No space left on device", "make room");
    assertTrue(run.out().contains(" passed, 0 failed"), run::out);
  }

  @Test
  void aReportFolderThatIsAFileIsAFailureThatShowsTheResult(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("report"), "old");
    CommandRun run = conform("--report", file.toString());
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertOneLine(run.err(), file.toString(), "cannot be written");
    assertTrue(run.out().contains(" passed, 0 failed"), run::out);
    assertEquals("old", Files.readString(file));
  }

  @Test
  void aFullDeviceForTheHistogramIsAFailure() {
    CommandRun run = CommandRun.of("perf", "loopback0", "--iterations", "100", "--histogram", FULL);
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertTrue(run.err().contains(FULL + " cannot be written"), run::err);
    assertTrue(run.err().contains("No space left on device"), run::err);
    assertFalse(run.err().contains("\tat "), run::err);
  }

  @Test
  void aHistoryThatCannotBeReadIsAWrongCommandLine(@TempDir Path folder) throws Exception {
    Path wrong = Files.writeString(folder.resolve("wrong"), "step x\n");
    for (Path file : new Path[] {folder.resolve("none"), wrong, folder}) {
      CommandRun run = CommandRun.of("step", "loopback0", "--replay", file.toString());
      assertEquals(ExitCodes.USAGE, run.code(), run::err);
      assertTrue(run.err().contains("--replay " + file), run::err);
      assertFalse(run.err().contains("\tat "), run::err);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Java heap space, no memory is left (Java heap space)",
    "Cannot reserve 8 bytes of direct buffer memory, -XX:MaxDirectMemorySize",
    "unable to create native thread: possibly out of memory, no thread can be started",
    "unable to create native thread: possibly out of memory, ulimit -u"
  })
  void aShortageIsOneLineWithItsRemedy(String message, String expected) {
    StringWriter err = new StringWriter();
    PrintWriter out =
        new PrintWriter(new StringWriter()) {
          @Override
          public void println(String line) {
            throw new OutOfMemoryError(message);
          }
        };
    int code = Dat4j.run(out, new PrintWriter(err), "why", "loopback0");
    assertEquals(ExitCodes.FAILURE, code);
    assertOneLine(err.toString(), "dat4j: ", expected);
  }
}
