package org.dat4j.conformance.dat.adapter;

import java.util.List;
import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.junit.jupiter.api.Test;

/**
 * Tests of when the DAT registry loads a provider (dat_provider_init) and unloads it
 * (dat_provider_fini).
 */
class ProviderLifecycleClauses extends RegistryTest {
  private static final String KEY = "life0 1.2 nonthreadsafe";
  private static final String INIT = "init " + KEY + " [some data]";
  private static final String OPEN = "open life0";
  private static final String FINI = "fini " + KEY;

  private final RecordingProvider provider = new RecordingProvider();

  private DatRegistryUnderTest registry() {
    return registry(
        provider,
        line("life0", "u1.2", "nonthreadsafe", "some data")
            + line("life1", "u1.2", "threadsafe", ""));
  }

  @Test
  @Clauses({
    "dat_provider_init.01",
    "dat_provider_init.02",
    "dat_provider_init.03",
    "dat_provider_init.04",
    "dat_ia_open.30"
  })
  void initComesBeforeTheFirstOpen() {
    DatRegistryUnderTest registry = registry();
    clause("dat_provider_init.01").equal(List.of(), provider.calls(), "calls before any open");
    Ia first = open(registry, "life0");
    clause("dat_provider_init.01").equal(List.of(INIT, OPEN), provider.calls(), "calls");
    Ia second = open(registry, "life0");
    clause("dat_provider_init.02")
        .equal(List.of(INIT, OPEN, OPEN), provider.calls(), "calls with a second open");
    clause("dat_ia_open.30").equal(1, provider.count("init"), "loads of the provider");
    clause("dat_ia_open.30").equal(2, provider.count("open"), "opens served by it");
    clause("dat_provider_init.03")
        .equal(0, provider.count("init life1"), "inits of a name nobody opened");
    Ia other = open(registry, "life1");
    clause("dat_provider_init.03")
        .equal(1, provider.count("init life1 1.2 threadsafe []"), "inits of the second name");
    first.close();
    second.close();
    other.close();
    open(registry, "life0");
    clause("dat_provider_init.04").equal(2, provider.count(INIT), "inits with an open after fini");
    List<String> calls = provider.calls();
    clause("dat_provider_init.04")
        .equal(
            List.of(INIT, OPEN),
            calls.subList(calls.size() - 2, calls.size()),
            "the last calls are init and open");
  }

  @Test
  @Clauses("dat_provider_init.05")
  void failingInitLeavesNoEntry() {
    DatRegistryUnderTest registry = registry();
    provider.failInit(true);
    for (int i = 0; i < 2; i++) {
      clause("dat_provider_init.05")
          .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "life0"));
    }
    clause("dat_provider_init.05").equal(0, provider.count("open"), "opens of the provider");
    clause("dat_provider_init.05").equal(0, provider.count("fini"), "finis without an init");
    clause("dat_provider_init.05")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> registry.removeProvider(provider, new ProviderInfo("life0", 1, 2, false)));
    provider.failInit(false);
    clause("dat_provider_init.05")
        .succeeds("open after the init was mended", () -> open(registry, "life0"));
  }

  @Test
  @Clauses({
    "dat_provider_fini.01",
    "dat_provider_fini.02",
    "dat_provider_fini.03",
    "dat_provider_fini.04"
  })
  void finiComesAfterTheLastClose() {
    DatRegistryUnderTest registry = registry();
    ProviderInfo info = new ProviderInfo("life0", 1, 2, false);
    Ia first = open(registry, "life0");
    Ia second = open(registry, "life0");
    Ia other = open(registry, "life1");
    second.close();
    clause("dat_provider_fini.01").equal(0, provider.count("fini"), "finis with an instance open");
    clause("dat_provider_fini.03")
        .throwsDat(DatReturn.PROVIDER_IN_USE, () -> registry.removeProvider(provider, info));
    first.close();
    clause("dat_provider_fini.01").equal(1, provider.count("fini life0"), "finis after the last");
    clause("dat_provider_fini.04").equal(1, provider.count(FINI), "finis with the key of init");
    clause("dat_provider_fini.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> registry.removeProvider(provider, info));
    first.close();
    second.close();
    clause("dat_provider_fini.02").equal(1, provider.count("fini life0"), "finis of one init");
    clause("dat_provider_fini.01")
        .equal(0, provider.count("fini life1"), "finis of a name that is still open");
    other.close();
    clause("dat_provider_fini.02").equal(1, provider.count("fini life1"), "finis of the other");
    open(registry, "life0").close();
    clause("dat_provider_fini.02")
        .equal(provider.count("init"), provider.count("fini"), "finis for all inits");
  }
}
