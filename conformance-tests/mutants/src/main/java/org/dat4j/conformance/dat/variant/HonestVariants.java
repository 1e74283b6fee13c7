package org.dat4j.conformance.dat.variant;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.mutant.VariantSet;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/** The set of the honest variants of DAT. Immutable. */
public final class HonestVariants extends VariantSet<Freedom, IaSource> {

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
      return new HonestVariants();
    }
  }

  /** Makes the set. */
  HonestVariants() {
    super(Freedom.class);
  }

  @Override
  public IaSource inFrontOf(String id, IaSource source, String target) {
    return new VariantSource(source, new VariantLayer(freedoms(id).orElseThrow(), id.hashCode()));
  }
}
