package org.dat4j.conformance.rsm;

import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.TestIndex;
import org.dat4j.conformance.rsm.fixture.RsmEnvironment;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.rsm.mutant.RsmMutants;

/** The RSM contract for the kernel; the target is a controller. Thread-safe. */
public final class RsmKit implements ContractKit {
  private final Catalogue catalogue = Catalogue.resource(SuiteRunner.class, "rsm-clauses.tsv");
  private final TestIndex index = TestIndex.resource(RsmKit.class, "rsm-tests.tsv", catalogue);
  private RsmMutants mutants;

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

  /** Made when first asked for: most runs have no mutant. */
  private synchronized RsmMutants generated() {
    if (mutants == null) {
      mutants = new RsmMutants(catalogue, index);
    }
    return mutants;
  }

  @Override
  public Set<String> mutants() {
    return generated().all().ids();
  }

  @Override
  public Optional<Mutant> mutant(String id) {
    return generated().all().find(id);
  }

  @Override
  public Environment open(Target target) {
    RsmSource source =
        target.mutant() == null
            ? RsmSource.PLAIN
            : generated().inFrontOf(target.mutant(), RsmSource.PLAIN);
    return new RsmEnvironment(target, source);
  }
}
