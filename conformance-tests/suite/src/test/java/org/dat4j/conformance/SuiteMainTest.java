package org.dat4j.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuiteMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return SuiteMain.run(
        arguments,
        new PrintStream(out, true, StandardCharsets.UTF_8),
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String text(ByteArrayOutputStream stream) {
    return stream.toString(StandardCharsets.UTF_8);
  }

  @Test
  void soundRunEndsWithTheClosingLineAndZero(@TempDir Path directory) throws Exception {
    Path json = directory.resolve("r.json");
    assertEquals(
        SuiteMain.OK,
        run("fake0", "--contract", "fake", "--seed", "5", "--verbose", "--json", json.toString()));
    List<String> lines = text(out).lines().toList();
    assertEquals("seed 5, time factor 1.0", lines.get(0));
    assertEquals("1 passed, 0 failed, 0 skipped", lines.get(lines.size() - 1));
    assertTrue(Files.readString(json).contains("\"seed\": 5"));
  }

  @Test
  void runThatExecutesNothingEndsWithOne() {
    assertEquals(SuiteMain.FAILURE, run("fake0", "--contract", "fake", "--clauses", "fake_n.01"));
    assertTrue(text(out).contains("problem: no test was executed"), text(out));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "--contract fake; first argument",
        "fake0 --contract nfs; contract 'nfs' is unknown",
        "fake0 --contract fake --clauses zzz; matches 'zzz'",
        "fake0 --contract fake --seed x; --seed is 'x'",
        "fake0 --contract fake --profile lax; --profile is 'lax'",
        "fake0 --contract fake --placement far; the placement is 'far'",
        "fake0 --contract fake --mutant m1; mutant 'm1' is unknown",
        // The module of the mutants is not among the dependencies of the suite.
        "loopback0 --mutant none; add the artifact dat4j-conformance-mutants",
        "fake0 --contract fake --deviations no-file; deviation file",
        "fake0 --contract fake --wrong x; option --wrong",
        "fake0 --contract; option --contract",
        "other0 --contract fake; no adapter 'other0'",
      })
  void badUsageEndsWithTwoAndSaysWhy(String arguments, String message) {
    assertEquals(SuiteMain.USAGE, run(arguments.split(" ")));
    assertTrue(text(err).contains(message), text(err));
  }
}
