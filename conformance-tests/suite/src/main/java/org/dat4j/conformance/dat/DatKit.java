package org.dat4j.conformance.dat;

import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.DatEnvironment;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.fixture.RegistrySource;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Environment;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.kernel.TestIndex;
import org.dat4j.conformance.spi.InstalledMutants;
import org.dat4j.conformance.spi.Mutant;

/**
 * Gives the suite's runner what it needs to test DAT: clauses, tests and mutants, and how to open
 * the adapter under test. Thread-safe.
 */
public final class DatKit implements ContractKit {
  private final Catalogue catalogue = Catalogue.resource(SuiteRunner.class, "dat-clauses.tsv");
  private final TestIndex index = TestIndex.resource(DatKit.class, "dat-tests.tsv", catalogue);
  private final IaSource source;
  private final InstalledMutants<IaSource> mutants =
      new InstalledMutants<>(IaSource.class, catalogue, index.checkedClauses());

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

  @Override
  public Set<String> mutants() {
    return mutants.ids();
  }

  @Override
  public Optional<Mutant> mutant(String id) {
    return mutants.find(id);
  }

  /**
   * Returns the source of adapters, behind a mutant if one is named.
   *
   * @param mutant its id, or null for none
   * @param ia name of the adapter under test
   * @return the source
   * @throws IllegalArgumentException if there is no such mutant
   */
  public IaSource source(String mutant, String ia) {
    return mutants.inFrontOf(mutant, source, ia);
  }

  @Override
  public Environment open(Target target) {
    return new DatEnvironment(target, source, source(target.mutant(), target.ia()));
  }
}
