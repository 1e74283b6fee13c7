package org.dat4j.conformance.dat;

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

/** The DAT contract for the kernel. Immutable. */
public final class DatKit implements ContractKit {
  private final Catalogue catalogue = Catalogue.resource(SuiteRunner.class, "dat-clauses.tsv");
  private final TestIndex index = TestIndex.resource(DatKit.class, "dat-tests.tsv", catalogue);
  private final IaSource source;

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
    return Set.of();
  }

  @Override
  public Environment open(Target target) {
    return new DatEnvironment(target, source);
  }
}
