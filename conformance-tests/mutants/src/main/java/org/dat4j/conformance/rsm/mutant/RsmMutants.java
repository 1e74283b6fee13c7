package org.dat4j.conformance.rsm.mutant;

import java.util.List;
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
    new RsmReturnMutants(returns()).generate(clauses(catalogue), this::add);
    LifeCycleMutants.generate(this::add);
    addBounds(List.of("step"), RsmLimit::of);
    FieldMutants.generate(this::add);
    RuleMutants.generate(this::add);
    addFamilies((name, fault) -> new OccasionalRsmFault(RsmOccasion.parse(name), fault));
  }

  @Override
  public RsmSource inFrontOf(String id, RsmSource source, String controller) {
    return new FaultyRsmSource(source, fault(id, () -> RsmFault.NONE));
  }
}
