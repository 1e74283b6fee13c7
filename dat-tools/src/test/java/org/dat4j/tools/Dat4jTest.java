package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.report.RepeatCommand;
import org.dat4j.tools.cli.ExitCodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void commandsForAuthorsOfBackendsHaveAHeadingOfTheirOwn() {
    List<String> lines = CommandRun.of("--help").out().lines().map(String::strip).toList();
    int heading = lines.indexOf("For authors of backends:");
    assertTrue(heading > 0, lines::toString);
    for (int i = 0; i < lines.size(); i++) {
      String word = lines.get(i).split(" ")[0];
      if (List.of("certify", "conform", "mutants", "report", "soak", "step").contains(word)) {
        assertTrue(i > heading, word);
      }
    }
  }

  @Test
  void theScriptForShellsCompletesSubcommandsAndOptions() {
    CommandRun run = CommandRun.of("completion");
    assertEquals(0, run.code(), run::err);
    for (String word : new String[] {"complete -F", "why", "--connect", "topology"}) {
      assertTrue(run.out().contains(word), word);
    }
  }

  @Test
  void theContractFollowsFromANameThatOnlyOneKnows() {
    String[] line = {"conform", "dattcp0", "--clauses", "rsm_get_controller.01", "--seed", "1"};
    CommandRun run = CommandRun.of(line);
    assertEquals(0, run.code(), () -> run.out() + run.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"info", "why", "perf", "conform"})
  void eachCommandHasHelp(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertEquals(0, run.code(), run::err);
    assertTrue(run.out().contains("Usage: dat4j " + command), run::out);
  }

  /** The launcher has put the value on the class path and tells it in a system property. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "info", "why loopback0", "perf loopback0", "conform loopback0", "rsm topology",
        "rsm attrs shm0", "rsm segments", "mutants loopback0", "soak loopback0", "step loopback0"
      })
  void eachCommandTakesAClassPathOfThisJvmOnly(String line, @TempDir Path folder) {
    List<String> words = new ArrayList<>(List.of(line.split(" ")));
    words.add("--class-path");
    words.add(folder.toString());
    CommandRun run = CommandRun.of(words.toArray(String[]::new));
    assertEquals(ExitCodes.USAGE, run.code(), run::err);
    assertTrue(run.err().contains("'" + folder + "' is not on the class path"), run::err);
    words.add("--help");
    System.setProperty(RepeatCommand.CLASS_PATH, "first.jar:" + folder);
    try {
      CommandRun given = CommandRun.of(words.toArray(String[]::new));
      assertEquals(ExitCodes.OK, given.code(), given::err);
      assertTrue(given.out().contains("--class-path"), given::out);
    } finally {
      System.clearProperty(RepeatCommand.CLASS_PATH);
    }
  }

  @ParameterizedTest
  @CsvSource({"none.jar, does not exist", "'', has an empty entry", ".:, has an empty entry"})
  void aWrongClassPathIsRefused(String classPath, String expected) {
    CommandRun run = CommandRun.of("info", "--class-path=" + classPath);
    assertEquals(ExitCodes.USAGE, run.code(), run::err);
    assertTrue(run.err().contains(expected), run::err);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "\"\" | ./dat4j conform",
        "a b/c.jar | ./dat4j conform --class-path 'a b/c.jar'",
        "it's.jar | ./dat4j conform --class-path 'it'\\''s.jar'"
      })
  void aLineThatRepeatsARunHasTheClassPath(String classPath, String expected) {
    System.setProperty(RepeatCommand.CLASS_PATH, classPath);
    try {
      assertEquals(expected, RepeatCommand.command("conform"));
    } finally {
      System.clearProperty(RepeatCommand.CLASS_PATH);
    }
  }

  @ParameterizedTest
  @CsvSource({"bin/dat4j, bin/dat4j info", "/opt/d 4j/dat4j, '''/opt/d 4j/dat4j'' info'"})
  void aLineThatRepeatsARunNamesTheCommandAsItWasStarted(String started, String expected) {
    System.setProperty(RepeatCommand.COMMAND, started);
    try {
      assertEquals(expected, RepeatCommand.command("info"));
    } finally {
      System.clearProperty(RepeatCommand.COMMAND);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        " | give a command: info, why, perf, conform, certify, report, rsm, mutants, soak, step",
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
  void aWrongCommandLineIsRefusedWithARemedy(String line, String expected) {
    CommandRun run = CommandRun.of(line == null ? new String[0] : line.split(" "));
    assertEquals(ExitCodes.USAGE, run.code(), run::err);
    assertTrue(run.err().contains(expected), run::err);
    assertTrue(run.err().contains("--help"), run::err);
    assertEquals("", run.out());
  }

  @Test
  void resultsThatCannotBeWrittenAreAFailure() {
    StringWriter err = new StringWriter();
    Writer full =
        new Writer() {
          @Override
          public void write(char[] text, int offset, int length) throws IOException {
            throw new IOException("No space left on device");
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    PrintWriter out = new PrintWriter(full);
    out.println("a result");
    assertEquals(ExitCodes.FAILURE, Dat4j.ended(ExitCodes.OK, out, new PrintWriter(err)));
    assertTrue(err.toString().contains("standard output cannot be written"), err::toString);
    PrintWriter good = new PrintWriter(new StringWriter());
    assertEquals(ExitCodes.OK, Dat4j.ended(ExitCodes.OK, good, new PrintWriter(err)));
  }

  @Test
  void anUnknownAdapterIsAWrongCommandLineWithItsExplanation() {
    CommandRun run = CommandRun.of("perf", "loopback7");
    assertEquals(ExitCodes.USAGE, run.code(), run::err);
    assertTrue(run.err().contains("did you mean \"loopback0\"?"), run::err);
    assertEquals("", run.out());
  }

  @Test
  void anAdapterThatCannotBeOpenedIsAFailureWithItsExplanation() {
    CommandRun run = CommandRun.of("perf", "gone0");
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertTrue(run.err().contains("no-such-provider"), run::err);
  }

  @Test
  void anAdapterWithoutItsLibraryIsAFailureWithItsExplanation() {
    CommandRun run = CommandRun.of("perf", "nolib0");
    assertEquals(ExitCodes.FAILURE, run.code(), run::err);
    assertTrue(run.err().contains("/nowhere/libgone.so.2"), run::err);
  }
}
