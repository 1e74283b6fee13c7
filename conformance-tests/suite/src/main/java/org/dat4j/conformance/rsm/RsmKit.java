package org.dat4j.conformance.rsm;

import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.TestIndex;
import org.dat4j.conformance.rsm.fixture.RsmEnvironment;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.InstalledMutants;
import org.dat4j.conformance.spi.Mutant;

/**
 * Gives the suite's runner what it needs to test RSM: clauses, tests and mutants, and how to get
 * the controller under test. Thread-safe.
 */
public final class RsmKit implements ContractKit {
  private final Catalogue catalogue = Catalogue.resource(SuiteRunner.class, "rsm-clauses.tsv");
  private final TestIndex index = TestIndex.resource(RsmKit.class, "rsm-tests.tsv", catalogue);
  private final InstalledMutants<RsmSource> mutants =
      new InstalledMutants<>(RsmSource.class, catalogue, index.checkedClauses());

  /** For the service loader. */
  public RsmKit() {}

  @Override
  public String contract() {
    return "rsm";
  }

  @Override
  public Catalogue catalogue() {
    return catalogue;
  }

  @Override
  public TestIndex index() {
    return index;
  }

  @Override
  public Set<String> mutants() {
    return mutants.ids();
  }

  @Override
  public Optional<Mutant> mutant(String id) {
    return mutants.find(id);
  }

  /**
   * Returns the source of registries, behind a mutant if one is named.
   *
   * @param mutant its id, or null for none
   * @param controller name of the controller under test
   * @return the source
   * @throws IllegalArgumentException if there is no such mutant
   */
  public RsmSource source(String mutant, String controller) {
    return mutants.inFrontOf(mutant, RsmSource.PLAIN, controller);
  }

  @Override
  public Environment open(Target target) {
    return new RsmEnvironment(target, source(target.mutant(), target.ia()));
  }
}
