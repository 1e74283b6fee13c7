package org.dat4j.tools.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.tools.CommandRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StepCommandTest {

  @Test
  void aRunPrintsItsSeedAndResult() {
    CommandRun run = CommandRun.of("step", "loopback0", "--calls", "2000", "--seed", "7");
    assertEquals(0, run.code(), run::err);
    assertTrue(run.out().startsWith("seed 7"), run::out);
    assertTrue(run.out().strip().endsWith("no difference"), run::out);
  }

  @Test
  void aDifferenceWritesAHistoryThatRepeatsIt(@TempDir Path folder) throws IOException {
    Path history = folder.resolve("history.txt");
    String mutant = "return.dat_pz_free.04";
    CommandRun found =
        CommandRun.of(
            "step",
            "loopback0",
            "--seed",
            "7",
            "--mutant",
            mutant,
            "--history",
            "" + history,
            "--report",
            "" + folder);
    assertEquals(1, found.code(), found::out);
    String program = Files.readString(folder.resolve("StepDifference.java"));
    assertTrue(program.contains("expected") && found.out().contains(program), found::out);
    assertTrue(program.contains("public static void main("), program);
    assertTrue(Files.readString(history).contains("\nseed 7\n"), found::out);
    CommandRun again =
        CommandRun.of("step", "loopback0", "--mutant", mutant, "--replay", "" + history);
    assertEquals(1, again.code(), again::out);
    assertTrue(again.out().contains("pz_free"), again::out);
    CommandRun sound = CommandRun.of("step", "loopback0", "--replay", "" + history);
    assertEquals(0, sound.code(), sound::out);
  }

  @Test
  void knownDeviationsExcludeTheDependentPartsOfTheModel(@TempDir Path folder) throws IOException {
    Path known = folder.resolve("known.tsv");
    String columns = "clause\treason\towner\texpiry\tclass\n";
    Files.writeString(known, columns + "dat_psp_free.03\tknown\tnobody\t2999-01-01\tdefect\n");
    String mutant = "code.dat_pz_free.04";
    CommandRun found =
        CommandRun.of("step", "loopback0", "--mutant", mutant, "--deviations", "" + known);
    assertEquals(1, found.code(), found::out);
    assertTrue(found.out().contains(" --without absent_refuses "), found::out);
    Files.writeString(known, columns + "dat_nothing.01\tknown\tnobody\t2999-01-01\tdefect\n");
    CommandRun wrong = CommandRun.of("step", "loopback0", "--deviations", "" + known);
    assertEquals(2, wrong.code(), wrong::err);
    assertTrue(wrong.err().contains("dat_nothing.01"), wrong::err);
  }

  @Test
  void theLastLinesOfADifferenceAreTheCommandsThatRepeatIt() {
    CommandRun found =
        CommandRun.of(
            "step",
            "loopback0",
            "--seed",
            "7",
            "--from",
            "1200",
            "--mutant",
            "code.dat_pz_free.04");
    assertEquals(1, found.code(), found::out);
    List<String> lines = found.out().strip().lines().toList();
    assertTrue(lines.get(lines.size() - 3).startsWith("(a fault of timing may not"), found::out);
    for (String line : lines.subList(lines.size() - 2, lines.size())) {
      String command = line.substring(line.indexOf("./dat4j ") + "./dat4j ".length());
      CommandRun again = CommandRun.of(command.split(" "));
      assertEquals(1, again.code(), () -> line + "\n" + again.out());
      assertTrue(again.out().contains("pz_free"), again::out);
    }
  }

  @Test
  void theLastLineOfADifferenceOfManyThreadsRepeatsTheirRound() {
    CommandRun found =
        CommandRun.of(
            "step",
            "loopback0",
            "--threads",
            "2",
            "--seed",
            "7",
            "--mutant",
            "code.dat_pz_free.04");
    assertEquals(1, found.code(), found::out);
    List<String> lines = found.out().strip().lines().toList();
    assertTrue(
        lines
            .get(lines.size() - 1)
            .matches(
                "repeat: \\./dat4j step loopback0 --threads 2 .*--seed 7 --from [0-9]+ --calls .*"),
        found::out);
  }

  @Test
  void theStepperOfRsmRepeatsADifferenceToo(@TempDir Path folder) throws IOException {
    CommandRun sound =
        CommandRun.of("step", "loopback", "--contract", "rsm", "--calls", "2000", "--seed", "7");
    assertEquals(0, sound.code(), sound::out);
    assertTrue(sound.out().startsWith("# loopback is a controller of RSM\nseed 7\n"), sound::out);
    Path history = folder.resolve("history.txt");
    CommandRun found = faulty("--seed", "7", "--history", "" + history);
    assertEquals(1, found.code(), found::out);
    CommandRun again = faulty("--replay", "" + history);
    assertEquals(1, again.code(), again::out);
  }

  @Test
  void pairsAreReportedWithCounts(@TempDir Path folder) throws IOException {
    String name = "evd/empty/evd_post_se+evd_enable";
    CommandRun run =
        CommandRun.of(
            "step",
            "loopback0",
            "--pairs",
            "--only",
            name,
            "--steps",
            "20",
            "--report",
            "" + folder);
    assertEquals(0, run.code(), run::out);
    assertTrue(run.out().contains("1 pairs, "), run::out);
    assertTrue(Files.readString(folder.resolve("pairs.html")).contains(name));
    assertTrue(Files.readString(folder.resolve("pairs.json")).contains("\"inside\": "));
  }

  @Test
  void optionsOfOtherRunsAreAUsageError() {
    assertEquals(2, CommandRun.of("step", "loopback0", "--only", "evd/*").code());
    assertEquals(2, CommandRun.of("step", "loopback0", "--pairs", "--threads", "2").code());
    assertEquals(2, CommandRun.of("step", "loopback0", "--pairs", "--only", "x").code());
    assertEquals(2, CommandRun.of("step", "loopback0", "--pairs", "--seconds", "0").code());
    assertEquals(2, CommandRun.of("step", "loopback0", "--two-jvms").code());
    CommandRun run = CommandRun.of("step", "loopback0", "--pairs", "--two-jvms");
    assertEquals(2, run.code());
    assertTrue(run.err().contains("meet within one JVM only: leave out --two-jvms"), run::err);
  }

  @Test
  void wrongNumbersAreAUsageError() {
    assertEquals(2, CommandRun.of("step", "loopback", "--contract", "x").code());
    assertEquals(2, CommandRun.of("step", "loopback0", "--calls", "0").code());
    assertEquals(2, CommandRun.of("step", "loopback0", "--steps", "-1").code());
  }

  private static CommandRun faulty(String... more) {
    List<String> words =
        new ArrayList<>(List.of("step", "loopback", "--contract", "rsm", "--mutant"));
    words.add("signals.up.doubled");
    words.addAll(List.of(more));
    return CommandRun.of(words.toArray(String[]::new));
  }
}
