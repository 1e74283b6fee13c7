package org.dat4j.conformance.dat.variant;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.mutant.VariantSet;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/**
 * All honest variants of DAT: correct providers that use freedoms of the manual pages, and that the
 * suite must accept. Immutable.
 */
public final class HonestDatVariants extends VariantSet<DatFreedom, IaSource> {

  /** The service that makes the honest variants of DAT. */
  public static final class Factory implements MutantFactory<IaSource> {
    /** For the service loader. */
    public Factory() {}

    @Override
    public Class<IaSource> sourceType() {
      return IaSource.class;
    }

    @Override
    public Mutants<IaSource> create(Catalogue catalogue, Set<String> checked) {
      return new HonestDatVariants();
    }
  }

  /** Makes the set. */
  HonestDatVariants() {
    super(DatFreedom.class);
  }

  @Override
  public IaSource inFrontOf(String id, IaSource source, String target) {
    return new DatVariantSource(
        source, new DatVariantLayer(freedoms(id).orElseThrow(), id.hashCode()));
  }
}
