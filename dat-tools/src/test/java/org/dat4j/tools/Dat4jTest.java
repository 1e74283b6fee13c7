package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Dat4jTest {

  @Test
  void theVersionNamesTheToolAndTheJava() {
    CommandRun run = CommandRun.of("--version");
    assertEquals(0, run.code(), run::err);
    assertTrue(run.out().startsWith("dat4j "), run::out);
    assertTrue(run.out().contains("Java " + System.getProperty("java.version")), run::out);
  }

  @Test
  void theHelpNamesTheCommandsAndHidesThePartner() {
    CommandRun run = CommandRun.of("--help");
    assertEquals(0, run.code(), run::err);
    for (String command : new String[] {"info", "why", "perf", "conform"}) {
      assertTrue(run.out().contains("  " + command + " "), run::out);
    }
    assertEquals(-1, run.out().indexOf("perf-partner"), run::out);
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "why", "perf", "conform"})
  void eachCommandHasHelp(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertEquals(0, run.code(), run::err);
    assertTrue(run.out().contains("Usage: dat4j " + command), run::out);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | give a command: info, why, perf, conform, rsm, mutants, soak, step",
        "prf loopback0 | perf",
        "perf | Missing required parameter: 'IA'",
        "perf loopback0 --sze 64 | --size",
        "perf loopback0 --op sned | did you mean 'send'?",
        "perf loopback0 --wait pol | did you mean 'poll'?",
        "perf loopback0 --size 64,x | --size",
        "perf loopback0 --size 0 | --size is 0: give 1 or more",
        "perf loopback0 --size -5 | --size is -5: give 1 or more",
        "perf loopback0 --window 0 | --window is 0: give 1 or more",
        "perf loopback0 --iterations 0 | --iterations is 0: give 1 or more",
        "perf loopback0 --size 4294967296 | --size",
        "perf loopback0 --window 2000000000 | --window",
        "perf loopback0 --size 1073741824 --window 64 | make one of them smaller",
        "perf loopback0 --listen 127.0.0.1:4711 | works within one process: drop --listen",
        "perf loopback0 --connect 127.0.0.1:4711 | works within one process: drop --connect",
        "perf app0 --listen 127.0.0.1:4711 | works within one process: drop --listen",
        "perf gone0 --listen 127.0.0.1 | give HOST:PORT",
        "perf gone0 --listen 127.0.0.1:0 | give HOST:PORT",
        "perf gone0 --connect ::1:99 | give HOST:PORT",
        "perf gone0 --listen a:1 --connect b:2 | give one",
        "perf gone0 --listen 127.0.0.1:4711 --op read | decided by the side that connects",
        "perf gone0 --listen 127.0.0.1:4711 --size 1 | decided by the side that connects",
        "conform loopback0 --contract dta | contract 'dta' is unknown",
        "conform loopback0 --claused x | --clauses",
        "conform loopback0 --seed x | --seed",
        "why | Missing required parameter: 'IA'",
      })
  void aWrongCommandLineIsRefusedWithWhatWouldBeRight(String line, String expected) {
    CommandRun run = CommandRun.of(line == null ? new String[0] : line.split(" "));
    assertEquals(ExitCodes.USAGE, run.code(), run::err);
    assertTrue(run.err().contains(expected), run::err);
    assertTrue(run.err().contains("--help"), run::err);
    assertEquals("", run.out());
  }

  @Test
  void anAdapterThatIsNotThereIsAFailureWithItsExplanation() {
    CommandRun run = CommandRun.of("perf", "loopback7");
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertTrue(run.err().contains("did you mean \"loopback0\"?"), run::err);
    assertEquals("", run.out());
  }

  @Test
  void anAdapterThatCannotBeOpenedIsAFailureWithItsExplanation() {
    CommandRun run = CommandRun.of("perf", "gone0");
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertTrue(run.err().contains("no-such-provider"), run::err);
  }
}
