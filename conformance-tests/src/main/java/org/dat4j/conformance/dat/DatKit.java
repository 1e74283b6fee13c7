package org.dat4j.conformance.dat;

import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.DatEnvironment;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.fixture.RegistrySource;
import org.dat4j.conformance.dat.mutant.DatMutants;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.TestIndex;

/** The DAT contract for the kernel. Thread-safe. */
public final class DatKit implements ContractKit {
  private final Catalogue catalogue = Catalogue.resource(SuiteRunner.class, "dat-clauses.tsv");
  private final TestIndex index = TestIndex.resource(DatKit.class, "dat-tests.tsv", catalogue);
  private final IaSource source;
  private DatMutants mutants;

  /** Tests adapters of the process registry. */
  public DatKit() {
    this(new RegistrySource());
  }

  /**
   * Tests adapters of another source.
   *
   * @param source where adapters come from
   */
  public DatKit(IaSource source) {
    this.source = source;
  }

  @Override
  public String contract() {
    return "dat";
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
  private synchronized DatMutants generated() {
    if (mutants == null) {
      mutants = new DatMutants(catalogue, index);
    }
    return mutants;
  }

  @Override
  public Set<String> mutants() {
    return generated().ids();
  }

  @Override
  public Optional<Mutant> mutant(String id) {
    return generated().find(id);
  }

  @Override
  public Environment open(Target target) {
    if (target.mutant() == null) {
      return new DatEnvironment(target, source);
    }
    IaSource mutated = generated().inFrontOf(target.mutant(), source, target.ia());
    return new DatEnvironment(target, source, mutated);
  }
}
