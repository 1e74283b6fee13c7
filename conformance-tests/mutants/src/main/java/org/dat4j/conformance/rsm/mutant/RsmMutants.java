package org.dat4j.conformance.rsm.mutant;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.mutant.MutantSet;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.rsm.mutant.occasion.RsmOccasion;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/**
 * All mutants of RSM: providers with one known fault each, made from the catalogue of clauses and
 * from tables. Immutable.
 */
public final class RsmMutants extends MutantSet<RsmFault, RsmSource> {
  private final Set<String> without;

  /** The service that makes the mutants of RSM. */
  public static final class Factory implements MutantFactory<RsmSource> {
    /** For the service loader. */
    public Factory() {}

    @Override
    public Class<RsmSource> sourceType() {
      return RsmSource.class;
    }

    @Override
    public Mutants<RsmSource> create(Catalogue catalogue, Set<String> checked) {
      return new RsmMutants(catalogue, checked);
    }
  }

  RsmMutants(Catalogue catalogue, Set<String> checked) {
    super(checked);
    RsmReturnMutants returns = new RsmReturnMutants();
    without = returns.without();
    returns.generate(clauses(catalogue), this::add);
    LifeCycleMutants.generate(this::add);
    RsmBoundMutants.generate(this::add);
    FieldMutants.generate(this::add);
    RuleMutants.generate(this::add);
    addFamilies((name, fault) -> new OccasionalRsmFault(RsmOccasion.parse(name), fault));
  }

  /** Ids of clauses whose codes need no mutant, with a reason in the table. */
  Set<String> without() {
    return without;
  }

  @Override
  public RsmSource inFrontOf(String id, RsmSource source, String controller) {
    return new FaultyRsmSource(source, fault(id, () -> RsmFault.NONE));
  }
}
