package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.dat4j.conformance.catalogue.CapabilityGate;
import org.dat4j.conformance.spi.Mutant;
import org.junit.jupiter.api.Test;

/** The number of runs of the suite for a mutant that changes nothing. */
class MutantTrialRunsTest {
  private static void survives(String clauses, int runs) {
    Mutant same = new Mutant("same", List.of(clauses), "nothing", CapabilityGate.NOTHING, "");
    OneClauseKit kit = new OneClauseKit(same);
    assertEquals(
        MutantVerdict.Strength.SURVIVOR,
        new MutantTrial(kit, "fake0", 1).judge(same.id()).strength());
    assertEquals(runs, kit.opened());
  }

  @Test
  void aMutantThatItsOwnClausesDoNotFindMeetsAllClauses() {
    survives("fake_a.01", 2);
  }

  @Test
  void aMutantThatBreaksNoClauseMeetsAllClausesOnce() {
    survives("*", 1);
  }
}
