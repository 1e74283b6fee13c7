package org.dat4j.tools.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.tools.CommandRun;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class MutantsCommandTest {

  @Test
  void aFamilyIsTriedAndWritten(@TempDir Path folder) {
    CommandRun run =
        CommandRun.of(
            "mutants",
            "loopback0",
            "--only",
            "return.dat_pz_query.*",
            "--seed",
            "3",
            "--jobs",
            "1",
            "--verbose",
            "--report",
            folder.toString());
    assertEquals(0, run.code(), run::out);
    assertTrue(run.out().startsWith("seed 3, "), run::out);
    assertTrue(run.out().contains("strong return.dat_pz_query.03 by dat_pz_query.03"), run::out);
    assertTrue(run.out().contains("100.0 % found"), run::out);
    assertTrue(Files.exists(folder.resolve("kill-matrix.json")));
    assertTrue(Files.exists(folder.resolve("kill-matrix.html")));
  }

  @Test
  void mutantsOfRsmAreTriedToo(@TempDir Path folder) {
    CommandRun run =
        CommandRun.of(
            "mutants",
            "loopback",
            "--contract",
            "rsm",
            "--only",
            "state.RsmBarrier.CLOSED.*",
            "--seed",
            "3",
            "--jobs",
            "1",
            "--report",
            folder.toString());
    assertEquals(0, run.code(), run::out);
    assertTrue(run.out().contains("100.0 % found"), run::out);
  }

  @Test
  void theListNamesClausesAndChanges() {
    CommandRun run = CommandRun.of("mutants", "--list");
    assertEquals(0, run.code(), run::err);
    List<String> lines = run.out().lines().toList();
    assertTrue(lines.size() > 600, () -> lines.size() + " lines");
    assertTrue(
        lines.stream().anyMatch(line -> line.startsWith("event.lost.SEND\tdat_ep_post_send.02")),
        run::out);
  }

  @Test
  void wrongUseIsExplained() {
    assertEquals(2, CommandRun.of("mutants").code());
    assertEquals(2, CommandRun.of("mutants", "loopback0", "--jobs", "0").code());
    CommandRun run = CommandRun.of("mutants", "loopback0", "--only", "no.such.*");
    assertEquals(2, run.code(), run::err);
    assertTrue(run.err().contains("no.such.*"), run::err);
  }
}
