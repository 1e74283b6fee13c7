package org.dat4j.tools.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformCommandTest {

  @Test
  void theSecondPartyCanHaveAnotherAdapter() {
    String[] words = {
      "conform", "tcp0", "--clauses", "dat_ep_post_send.*", "--seed", "7", "--peer"
    };
    CommandRun run = CommandRun.of(with(words, "other0"));
    assertEquals(0, run.code(), () -> run.out() + run.err());
    CommandRun nobody = CommandRun.of(with(words, "nobody0"));
    assertEquals(2, nobody.code(), nobody::out);
    assertTrue(
        nobody.err().contains("'nobody0' cannot be the second party of 'tcp0'"), nobody::err);
    assertFalse(nobody.err().contains("protocol"), nobody::err);
    CommandRun stranger = CommandRun.of(with(words, "loopback0"));
    assertEquals(2, stranger.code(), stranger::out);
    assertTrue(stranger.err().contains("do both speak the same protocol?"), stranger::err);
  }

  @Test
  void aSecondPartyThatNoTestNeedsProvesNothing() {
    CommandRun run =
        CommandRun.of("conform", "tcp0", "--clauses", "dat_pz_query.*", "--peer", "other0");
    assertEquals(1, run.code(), run::out);
    assertTrue(run.out().contains("problem: no test met the second party 'other0'"), run::out);
  }

  @Test
  void theSecondPartyMaySpeakFirstWhereOnlyTheConnectorIsFreeTo() {
    CommandRun run =
        CommandRun.of("conform", "quiet0", "--clauses", "dat_ep_post_recv.*", "--peer", "other0");
    assertEquals(0, run.code(), () -> run.out() + run.err());
  }

  private static String[] with(String[] words, String last) {
    return Stream.concat(Stream.of(words), Stream.of(last)).toArray(String[]::new);
  }

  @Test
  void rsmHasNoSecondAdapter() {
    CommandRun run = CommandRun.of("conform", "loopback", "--contract", "rsm", "--peer", "shm0");
    assertEquals(2, run.code());
    assertTrue(run.err().contains("--peer"), run::err);
  }

  @Test
  void jsonWithoutAFileIsAllThatStandardOutputHas() {
    String[] line = {"conform", "loopback0", "--clauses", "dat_pz_create.01", "--json"};
    CommandRun run = CommandRun.of(line);
    assertEquals(0, run.code(), run::err);
    Map<String, Object> result = Json.object(run.out());
    assertEquals("loopback0", result.get("ia"));
    assertEquals(true, result.get("successful"));
    assertTrue(run.err().contains(" passed, 0 failed, "), run::err);
    CommandRun several =
        CommandRun.of(
            Stream.concat(Stream.of(line), Stream.of("--repeat=2")).toArray(String[]::new));
    assertEquals(2, several.code());
    assertEquals("", several.out());
    assertTrue(several.err().contains("name a file"), several::err);
  }

  @Test
  void theReportHasTheFieldsOfItsDescription(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("result.json");
    CommandRun run =
        CommandRun.of(
            "conform",
            "loopback0",
            "--clauses",
            "dat_pz_create.*",
            "--seed",
            "7",
            "--json",
            file.toString(),
            "--report",
            folder.resolve("report").toString());
    assertTrue(run.code() == 0 || run.code() == 1, run::err);
    Map<String, Object> result = Json.object(Files.readString(file));
    assertEquals(
        List.of(
            "version",
            "kind",
            "verdict",
            "ia",
            "peer",
            "provider",
            "contract",
            "placement",
            "date",
            "seed",
            "profile",
            "selection",
            "deep",
            "limits",
            "cancelled",
            "successful",
            "problems",
            "versions",
            "capabilities",
            "absent",
            "deviations",
            "counts",
            "varied",
            "clauses",
            "repeated"),
        List.copyOf(result.keySet()));
    assertEquals(
        List.of(
            "clauses",
            "testable",
            "passed",
            "failed",
            "refused",
            "vacuous",
            "deviation",
            "notrun",
            "untested",
            "untestable"),
        List.copyOf(((Map<?, ?>) result.get("counts")).keySet()));
    Map<?, ?> clause = (Map<?, ?>) ((List<?>) result.get("clauses")).get(0);
    assertEquals(
        List.of("id", "status", "checks", "tests", "reason", "absent", "leftOutKinds"),
        List.copyOf(clause.keySet()));
    assertEquals(7, result.get("seed"));
    assertTrue(run.out().startsWith("seed 7"), run::out);
    List<String> lines = run.out().lines().toList();
    assertTrue(
        lines.get(lines.size() - 1).matches("\\d+ passed, \\d+ failed, \\d+ skipped"), run::out);
    assertTrue(Files.exists(folder.resolve("report").resolve("conformance.html")));
  }

  @Test
  void anUnknownAdapterIsNoSuccess() {
    CommandRun run = CommandRun.of("conform", "loopback7");
    assertTrue(run.code() == 1 || run.code() == 2, run::out);
    assertTrue(run.err().contains("loopback7"), run::err);
  }

  @Test
  void aPatternThatMatchesNothingIsRefused() {
    CommandRun run = CommandRun.of("conform", "loopback0", "--clauses", "no_such_clause.*");
    assertTrue(run.code() == 1 || run.code() == 2, run::out);
    assertTrue((run.err() + run.out()).contains("no_such_clause"), run::err);
  }

  @Test
  void repeatedRunsTakeTheNextSeeds() {
    CommandRun run =
        CommandRun.of(
            "conform",
            "loopback0",
            "--strict",
            "--clauses",
            "dat_pz_create.01",
            "--seed",
            "40",
            "--repeat",
            "3");
    assertEquals(0, run.code(), run::err);
    List<String> lines = run.out().lines().toList();
    assertEquals(
        List.of("seed 40", "seed 41", "seed 42"),
        lines.stream().filter(line -> line.startsWith("seed")).toList());
    assertEquals("3 runs, 0 with a failure", lines.get(lines.size() - 1));
    assertEquals(2, CommandRun.of("conform", "loopback0", "--repeat", "0").code());
  }

  @Test
  void aMutantFailsItsClause() {
    CommandRun run =
        CommandRun.of("conform", "loopback0", "--mutant", "return.dat_pz_query.03", "--seed", "1");
    assertEquals(1, run.code(), run::out);
    assertTrue(run.out().contains("failed dat_pz_query.03"), run::out);
  }
}
