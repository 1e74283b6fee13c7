package org.dat4j.conformance.dat.variant;

import java.util.List;
import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;

/**
 * Opens the adapters of a DAT honest variant for a run of the suite: each is behind a {@link
 * DatVariantLayer}. Thread-safe.
 */
final class DatVariantSource implements IaSource {
  private final IaSource source;
  private final DatVariantLayer layer;

  DatVariantSource(IaSource source, DatVariantLayer layer) {
    this.source = source;
    this.layer = layer;
  }

  @Override
  public Ia open(String name, int asyncEvdMinQlen, Evd asyncEvd) {
    Evd given = layer.unwrap(Evd.class, asyncEvd);
    int places = layer.more(DatFreedom.MORE_ASYNC_EVENTS, asyncEvdMinQlen, Integer.MAX_VALUE);
    return layer.wrap(Ia.class, source.open(name, places, given));
  }

  @Override
  public DatRegistryUnderTest registry() {
    return new Registry(source.registry());
  }

  @Override
  public DatRegistryUnderTest registry(DatRegistry.Builder settings) {
    return new Registry(source.registry(settings));
  }

  @Override
  public void close() {
    source.close();
  }

  /** The registry, whose adapters are behind the layer. */
  private final class Registry implements DatRegistryUnderTest {
    private final DatRegistryUnderTest registry;

    private Registry(DatRegistryUnderTest registry) {
      this.registry = registry;
    }

    @Override
    public Ia openIa(String name, Evd asyncEvd, int major, int minor, boolean threadSafe) {
      Evd given = layer.unwrap(Evd.class, asyncEvd);
      return layer.wrap(Ia.class, registry.openIa(name, given, major, minor, threadSafe));
    }

    @Override
    public Ia openIaSharingAsync(String name) {
      return layer.wrap(Ia.class, registry.openIaSharingAsync(name));
    }

    @Override
    public List<ProviderInfo> listProviders(int maxToReturn) {
      return registry.listProviders(maxToReturn);
    }

    @Override
    public void addProvider(DatProvider provider, ProviderInfo info) {
      registry.addProvider(provider, info);
    }

    @Override
    public void removeProvider(DatProvider provider, ProviderInfo info) {
      registry.removeProvider(provider, info);
    }
  }
}
