package org.dat4j.conformance.rsm.variant;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.mutant.VariantSet;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/** The set of the honest variants of RSM. Immutable. */
public final class HonestRsmVariants extends VariantSet<Freedom, RsmSource> {

  /** The service that makes the honest variants of RSM. */
  public static final class Factory implements MutantFactory<RsmSource> {
    /** For the service loader. */
    public Factory() {}

    @Override
    public Class<RsmSource> sourceType() {
      return RsmSource.class;
    }

    @Override
    public Mutants<RsmSource> create(Catalogue catalogue, Set<String> checked) {
      return new HonestRsmVariants();
    }
  }

  /** Makes the set. */
  HonestRsmVariants() {
    super(Freedom.class);
  }

  @Override
  public RsmSource inFrontOf(String id, RsmSource source, String controller) {
    return new VariantSource(source, new VariantLayer(freedoms(id).orElseThrow(), id.hashCode()));
  }
}
