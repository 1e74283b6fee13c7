package org.dat4j.conformance.rsm.variant;

import java.util.Set;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.mutant.VariantSet;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.MutantFactory;
import org.dat4j.conformance.spi.Mutants;

/**
 * All honest variants of RSM: correct providers that use freedoms of the manual pages, and that the
 * suite must accept. Immutable.
 */
public final class HonestRsmVariants extends VariantSet<RsmFreedom, RsmSource> {

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
    super(RsmFreedom.class);
  }

  @Override
  public RsmSource inFrontOf(String id, RsmSource source, String controller) {
    return new RsmVariantSource(
        source, new RsmVariantLayer(freedoms(id).orElseThrow(), id.hashCode()));
  }
}
