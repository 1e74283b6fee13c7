package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.occasion.Occasion;
import org.dat4j.conformance.dat.mutant.situation.OccasionalFault;
import org.dat4j.conformance.dat.mutant.situation.SituationMutants;
import org.dat4j.conformance.mutant.MutantSet;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/**
 * All mutants of DAT: providers with one known fault each, made from the catalogue of clauses and
 * from tables. Immutable.
 */
public final class DatMutants extends MutantSet<DatFault, IaSource> {
  /** The service that makes the mutants of DAT. */
  public static final class Factory implements MutantFactory<IaSource> {
    /** For the service loader. */
    public Factory() {}

    @Override
    public Class<IaSource> sourceType() {
      return IaSource.class;
    }

    @Override
    public Mutants<IaSource> create(Catalogue catalogue, Set<String> checked) {
      return new DatMutants(catalogue, checked);
    }
  }

  DatMutants(Catalogue catalogue, Set<String> checked) {
    super(checked);
    new DatReturnMutants(returns()).generate(clauses(catalogue), this::add);
    EpMutants.generate(this::add);
    EvdMutants.generate(this::add);
    EventMutants.generate(this::add);
    addBounds(List.of(), DatLimit::of);
    MemoryMutants.generate(this::add);
    CallMutants.generate(this::add);
    SituationMutants.generate(this::add);
    addFamilies((name, fault) -> new OccasionalFault(Occasion.parse(name), fault));
  }

  @Override
  public IaSource inFrontOf(String id, IaSource source, String adapter) {
    return new FaultyIaSource(source, adapter, fault(id, () -> new DatFault() {}));
  }
}
