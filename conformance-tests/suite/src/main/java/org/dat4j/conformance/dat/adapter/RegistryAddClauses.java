package org.dat4j.conformance.dat.adapter;

import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_registry_add_provider and dat_registry_remove_provider, by which a provider enters
 * and leaves the registry, also while adapters are open.
 */
class RegistryAddClauses extends RegistryTest {
  private final RecordingProvider provider = new RecordingProvider();
  private final ProviderInfo info = new ProviderInfo("added0", 1, 2, false);

  private DatRegistryUnderTest empty() {
    return registry(new RecordingProvider(), "");
  }

  @Test
  @Clauses({
    "dat_registry_add_provider.01",
    "dat_registry_add_provider.02",
    "dat_registry_add_provider.03",
    "dat_registry_add_provider.04"
  })
  void addedProviderIsReachedByItsName() {
    DatRegistryUnderTest registry = empty();
    clause("dat_registry_add_provider.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> registry.addProvider(null, info));
    clause("dat_registry_add_provider.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> registry.addProvider(provider, null));
    clause("dat_registry_add_provider.03")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "added0"));
    clause("dat_registry_add_provider.01")
        .succeeds("add", () -> registry.addProvider(provider, info));
    clause("dat_registry_add_provider.01").succeeds("open", () -> open(registry, "added0"));
    clause("dat_registry_add_provider.01")
        .equal(1, provider.count("open added0"), "opens that reached the provider");
    clause("dat_registry_add_provider.02")
        .throwsDat(
            DatReturn.PROVIDER_ALREADY_REGISTERED, () -> registry.addProvider(provider, info));
    clause("dat_registry_add_provider.02")
        .throwsDat(
            DatReturn.PROVIDER_ALREADY_REGISTERED,
            () -> registry.addProvider(new RecordingProvider(), info));
    for (ProviderInfo other :
        new ProviderInfo[] {
          new ProviderInfo("added0", 1, 3, false), new ProviderInfo("added1", 1, 2, false)
        }) {
      clause("dat_registry_add_provider.02")
          .succeeds("another key", () -> registry.addProvider(provider, other));
    }
    clause("dat_registry_add_provider.04")
        .succeeds("open of the second name", () -> open(registry, "added1"));
    clause("dat_registry_add_provider.04")
        .equal(1, provider.count("open added1"), "opens that reached the provider");
  }

  @Test
  @Clauses("dat_registry_add_provider.02")
  void keyOfAnEntryIsTaken() {
    DatRegistryUnderTest registry = registry(new RecordingProvider(), line("added0"));
    clause("dat_registry_add_provider.02")
        .throwsDat(
            DatReturn.PROVIDER_ALREADY_REGISTERED, () -> registry.addProvider(provider, info));
  }

  @Test
  @Clauses({
    "dat_registry_remove_provider.01",
    "dat_registry_remove_provider.02",
    "dat_registry_remove_provider.03",
    "dat_registry_remove_provider.04",
    "dat_ia_close.29"
  })
  void providerIsRemovedWhenNothingOfItIsOpen() {
    DatRegistryUnderTest registry = empty();
    clause("dat_registry_remove_provider.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> registry.removeProvider(provider, info));
    registry.addProvider(provider, info);
    clause("dat_registry_remove_provider.03")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> registry.removeProvider(new RecordingProvider(), info));
    Ia first = open(registry, "added0");
    Ia second = open(registry, "added0");
    clause("dat_registry_remove_provider.02")
        .throwsDat(DatReturn.PROVIDER_IN_USE, () -> registry.removeProvider(provider, info));
    clause("dat_registry_remove_provider.02").succeeds("use of the adapter", first::createPz);
    first.close(CloseFlags.ABRUPT);
    clause("dat_ia_close.29")
        .throwsDat(DatReturn.PROVIDER_IN_USE, () -> registry.removeProvider(provider, info));
    clause("dat_ia_close.29").succeeds("use of the other instance", second::query);
    second.close(CloseFlags.GRACEFUL);
    clause("dat_ia_close.29")
        .succeeds("removal after the last close", () -> registry.removeProvider(provider, info));
    clause("dat_registry_remove_provider.01")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "added0"));
    clause("dat_registry_remove_provider.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> registry.removeProvider(provider, info));
    RecordingProvider next = new RecordingProvider();
    clause("dat_registry_remove_provider.04")
        .succeeds("adding the name again", () -> registry.addProvider(next, info));
    open(registry, "added0");
    clause("dat_registry_remove_provider.04")
        .equal(1, next.count("open added0"), "opens that reach the new provider");
    RecordingProvider unused = new RecordingProvider();
    ProviderInfo other = new ProviderInfo("added1", 1, 2, false);
    registry.addProvider(unused, other);
    clause("dat_registry_remove_provider.01")
        .succeeds("removal of an unused provider", () -> registry.removeProvider(unused, other));
    clause("dat_registry_remove_provider.01")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "added1"));
  }

  @Test
  @Clauses({"dat_registry_add_provider.01", "dat_registry_remove_provider.01"})
  void registryChangesWhileAdaptersAreOpen() {
    DatRegistryUnderTest registry = registry(new RecordingProvider(), line("static0"));
    Ia open = open(registry, "static0");
    clause("dat_registry_add_provider.01")
        .succeeds("add with an adapter open", () -> registry.addProvider(provider, info));
    Ia added = open(registry, "added0");
    clause("dat_registry_add_provider.01").succeeds("use of the added", added::createPz);
    added.close();
    clause("dat_registry_remove_provider.01")
        .succeeds("removal with an adapter open", () -> registry.removeProvider(provider, info));
    clause("dat_registry_remove_provider.01").succeeds("use of the open one", open::createPz);
  }

  private static final Dimension<String> REFUSAL =
      Dimension.occurrence("refused open", "none", "freed EVD", "EVD of another kind", "version");

  @Test
  @Clauses("dat_registry_remove_provider.01")
  void providerIsRemovedAfterRefusedOpens() throws Exception {
    checkInSituations(this::refuseOpens, REFUSAL);
  }

  private void refuseOpens(Situation situation) {
    DatRegistryUnderTest registry = empty();
    registry.addProvider(provider, info);
    Ia open = open(registry, "added0");
    Evd evd = open.createEvd(8, null, EvdFlags.DTO);
    for (int i = 0; i < 2; i++) {
      switch (situation.get(REFUSAL)) {
        case "freed EVD" -> {
          Evd freed = open.createEvd(8, null, EvdFlags.ASYNC);
          freed.free();
          refuse(DatReturn.INVALID_HANDLE, registry, freed, 2);
        }
        case "EVD of another kind" -> refuse(DatReturn.INVALID_HANDLE, registry, evd, 2);
        case "version" -> refuse(DatReturn.PROVIDER_NOT_FOUND, registry, null, 9);
        default -> open(registry, "added0").close();
      }
    }
    open.close();
    clause("dat_registry_remove_provider.01")
        .succeeds(
            "removal after a refused open: " + situation,
            () -> registry.removeProvider(provider, info));
  }

  private void refuse(int code, DatRegistryUnderTest registry, Evd async, int minor) {
    clause("dat_registry_remove_provider.01")
        .throwsDat(code, () -> registry.openIa("added0", async, 1, minor, info.isThreadSafe()));
  }
}
