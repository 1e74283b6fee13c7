package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;

class MutationRunTest {
  private static final double FACTOR = 0.2;

  private static MutationRun run(String only, int sample, long seed) {
    return new MutationRun(
        new MutationRun.Options("loopback0", "dat", only, sample, seed, 2, FACTOR));
  }

  @Test
  void mutantsAreJudgedInOtherProcesses() throws Exception {
    List<String> told = new ArrayList<>();
    KillMatrix matrix =
        run("return.dat_pz_query.*", 0, 5)
            .run((verdict, done, total) -> told.add(verdict.id() + " " + done + "/" + total));
    assertTrue(matrix.verdicts().size() >= 3, matrix::json);
    assertEquals(100, matrix.percent(), matrix::json);
    for (MutantVerdict verdict : matrix.verdicts()) {
      assertEquals(MutantVerdict.Strength.STRONG, verdict.strength(), verdict::toString);
      assertEquals(verdict.clauses(), verdict.killedBy());
    }
    assertEquals(matrix.verdicts().size(), told.size());
  }

  @Test
  void theSeedChoosesTheSample() {
    List<String> first = sample(7);
    assertEquals(20, first.size());
    assertEquals(first, sample(7));
    assertTrue(!first.equals(sample(8)), "another seed, another sample");
  }

  private static List<String> sample(long seed) {
    return run(null, 20, seed).chosen().stream().map(Mutant::id).toList();
  }

  @Test
  void aCancelledCampaignTriesNoMore() throws Exception {
    MutationRun run = run("return.dat_pz_query.*", 0, 5);
    run.cancel();
    assertEquals(List.of(), run.run((verdict, done, total) -> {}).verdicts());
  }

  @Test
  void aPatternThatMatchesNothingIsAUsageError() {
    assertThrows(UsageException.class, () -> run("no.such.*", 0, 1));
  }

  @Test
  void aVerdictIsReadFromItsLine() {
    List<String> clauses = List.of("dat_x.01");
    assertEquals(
        new MutantVerdict(
            "a", clauses, List.of("dat_y.01", "dat_y.02"), MutantVerdict.Strength.WEAK),
        MutantJvmMain.parse("a", clauses, "WEAK dat_y.01 dat_y.02"));
    assertEquals(
        new MutantVerdict("a", clauses, List.of(), MutantVerdict.Strength.SURVIVOR),
        MutantJvmMain.parse("a", clauses, "SURVIVOR "));
  }
}
