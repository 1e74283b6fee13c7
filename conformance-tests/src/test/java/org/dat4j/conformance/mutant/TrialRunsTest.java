package org.dat4j.conformance.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Needs;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.FakeKit;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.TestIndex;
import org.junit.jupiter.api.Test;

/** How often the suite is run for a mutant that changes nothing. */
class TrialRunsTest {
  private int runs;

  /** A contract whose checks all hold, and one mutant of it. */
  private final class Kit implements ContractKit {
    private final ContractKit fake = new FakeKit();
    private final Mutant mutant;

    Kit(String clauses) {
      mutant = new Mutant("same", List.of(clauses), "nothing", Needs.NOTHING, "");
    }

    @Override
    public String contract() {
      return fake.contract();
    }

    @Override
    public Catalogue catalogue() {
      return fake.catalogue();
    }

    @Override
    public TestIndex index() {
      return fake.index();
    }

    @Override
    public Set<String> mutants() {
      return Set.of(mutant.id());
    }

    @Override
    public Optional<Mutant> mutant(String id) {
      return Optional.of(mutant);
    }

    @Override
    public Environment open(Target target) {
      runs++;
      return fake.open(target);
    }
  }

  private Verdict judge(String clauses) {
    return new Trial(new Kit(clauses), "fake0", 1).judge("same");
  }

  @Test
  void whatItsOwnClausesDoNotFindMeetsAllClauses() {
    assertEquals(Verdict.Strength.SURVIVOR, judge("fake_a.01").strength());
    assertEquals(2, runs);
  }

  @Test
  void whatMayBreakNoClauseMeetsAllClausesOnce() {
    assertEquals(Verdict.Strength.SURVIVOR, judge("*").strength());
    assertEquals(1, runs);
  }
}
