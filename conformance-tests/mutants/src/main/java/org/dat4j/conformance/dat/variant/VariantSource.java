package org.dat4j.conformance.dat.variant;

import java.util.List;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.fixture.RegistryUnderTest;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;

/**
 * The source of adapters that the suite gets when it tests an honest variant: each adapter is
 * behind the variant's layer. Thread-safe.
 */
final class VariantSource implements IaSource {
  private final IaSource source;
  private final VariantLayer layer;

  VariantSource(IaSource source, VariantLayer layer) {
    this.source = source;
    this.layer = layer;
  }

  @Override
  public Ia open(String name, int asyncEvdMinQlen, Evd asyncEvd) {
    Evd given = layer.unwrap(Evd.class, asyncEvd);
    int places = layer.more(Freedom.MORE_ASYNC_EVENTS, asyncEvdMinQlen, Integer.MAX_VALUE);
    return layer.wrap(Ia.class, source.open(name, places, given));
  }

  @Override
  public RegistryUnderTest registry() {
    return new Registry(source.registry());
  }

  /** A registry of a test's own has a provider of its own, which is not behind the layer. */
  @Override
  public RegistryUnderTest registry(DatRegistry.Builder settings) {
    return source.registry(settings);
  }

  @Override
  public void close() {
    source.close();
  }

  /** The registry, whose adapters are behind the layer. */
  private final class Registry implements RegistryUnderTest {
    private final RegistryUnderTest registry;

    private Registry(RegistryUnderTest registry) {
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
