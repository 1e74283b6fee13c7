package org.dat4j.conformance.dat.mutant;

import java.util.List;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.OpenCall;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;

/**
 * The DAT registry of a mutant: passes each call of the suite through the mutant's fault on its way
 * to the provider.
 *
 * @param registry the registry
 * @param fault makes the calls
 * @param inside gives the provider's EVD for an argument
 * @param outside gives what the consumer gets for an opened adapter
 */
record FaultyDatRegistry(
    DatRegistryUnderTest registry,
    DatFault fault,
    UnaryOperator<Evd> inside,
    UnaryOperator<Ia> outside)
    implements DatRegistryUnderTest {
  /** Pages of the calls besides that of the open. */
  static final List<String> PAGES =
      List.of(
          "dat_registry_list_providers",
          "dat_registry_add_provider",
          "dat_registry_remove_provider");

  private Ia opened(Object ia) {
    return ia == null ? null : outside.apply((Ia) ia);
  }

  @Override
  public Ia openIa(String name, Evd asyncEvd, int major, int minor, boolean threadSafe) {
    Evd evd = inside.apply(asyncEvd);
    return opened(
        fault.registry(OpenCall.PAGE, () -> registry.openIa(name, evd, major, minor, threadSafe)));
  }

  @Override
  public Ia openIaSharingAsync(String name) {
    return opened(fault.registry(OpenCall.PAGE, () -> registry.openIaSharingAsync(name)));
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<ProviderInfo> listProviders(int maxToReturn) {
    Object list = fault.registry(PAGES.get(0), () -> registry.listProviders(maxToReturn));
    return list == null ? List.of() : (List<ProviderInfo>) list;
  }

  @Override
  public void addProvider(DatProvider provider, ProviderInfo info) {
    fault.registry(
        PAGES.get(1),
        () -> {
          registry.addProvider(provider, info);
          return null;
        });
  }

  @Override
  public void removeProvider(DatProvider provider, ProviderInfo info) {
    fault.registry(
        PAGES.get(2),
        () -> {
          registry.removeProvider(provider, info);
          return null;
        });
  }
}
