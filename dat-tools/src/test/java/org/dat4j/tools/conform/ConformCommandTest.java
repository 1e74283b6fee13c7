package org.dat4j.tools.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConformCommandTest {

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
        List.of("version", "ia", "provider", "contract", "seed", "profile", "counts", "clauses"),
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
        List.of("id", "status", "checks", "tests", "reason"), List.copyOf(clause.keySet()));
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
}
