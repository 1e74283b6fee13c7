package org.dat4j.conformance.dat.adapter;

import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.RecordingProvider;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/**
 * Tests of how dat_ia_open chooses a provider from the registry by name, version and thread safety,
 * also with two providers at once.
 */
class IaOpenRegistryClauses extends RegistryTest {
  private final RecordingProvider provider = new RecordingProvider();

  @Test
  @Clauses({"dat_ia_open.27", "dat_ia_open.28", "dat_ia_open.29"})
  void versionAndThreadSafetyHaveToMatch() {
    DatRegistryUnderTest registry =
        registry(
            provider,
            line("a0", "u1.2", "nonthreadsafe", "")
                + line("b0", "u1.5", "threadsafe", "5")
                + line("b0", "u1.3", "threadsafe", "3")
                + line("b0", "u1.1", "threadsafe", "1")
                + line("b0", "u2.0", "threadsafe", "2.0"));
    for (int minor : new int[] {0, 1, 2}) {
      clause("dat_ia_open.27")
          .succeeds("open of a0 1." + minor, () -> open(registry, "a0", 1, minor, false));
    }
    clause("dat_ia_open.27")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "a0", 1, 3, false));
    int[][] served = {{0, 1}, {1, 1}, {2, 3}, {3, 3}, {4, 5}, {5, 5}};
    for (int[] pair : served) {
      RecordingProvider own = new RecordingProvider();
      DatRegistryUnderTest fresh =
          registry(
              own,
              line("b0", "u1.5", "threadsafe", "")
                  + line("b0", "u1.3", "threadsafe", "")
                  + line("b0", "u1.1", "threadsafe", ""));
      open(fresh, "b0", 1, pair[0], true);
      clause("dat_ia_open.27")
          .equal(
              1,
              own.count("init b0 1." + pair[1]),
              "opens of 1." + pair[0] + " served by the entry 1." + pair[1]);
    }
    clause("dat_ia_open.27")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "b0", 1, 6, true));
    for (int major : new int[] {0, 2, 3}) {
      clause("dat_ia_open.28")
          .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "a0", major, 0, false));
    }
    clause("dat_ia_open.28").succeeds("open of b0 2.0", () -> open(registry, "b0", 2, 0, true));
    clause("dat_ia_open.29")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(registry, "a0", 1, 2, true));
    clause("dat_ia_open.29")
        .succeeds("open of b0 with threads", () -> open(registry, "b0", 1, 2, true));
  }

  @Test
  @Clauses({"dat_ia_open.24", "dat_ia_open.25"})
  void platformWithRelaxedOrderingWantsThePrefix() {
    DatRegistryUnderTest registry = registry(new RecordingProvider(true), line("relaxed0"));
    clause("dat_ia_open.24")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            DatSubtype.INVALID_RO_COOKIE,
            () -> open(registry, "relaxed0"));
    clause("dat_ia_open.25")
        .succeeds("open with the prefix", () -> open(registry, "RO_AWARE_relaxed0").createPz());
  }

  @Test
  @Clauses({"dat_ia_open.07", "libdat.02"})
  void twoProvidersAreOpenAtOnce() {
    DatRegistryUnderTest registry = registry(provider, line("other0"));
    Ia other = open(registry, "other0");
    Ia ia = open();
    clause("dat_ia_open.07")
        .throwsDat(
            DatReturn.INVALID_HANDLE,
            () -> source().open(iaName(), ASYNC_QLEN, other.query().asyncEvd()));
    clause("dat_ia_open.07")
        .throwsDat(
            DatReturn.INVALID_HANDLE,
            () -> registry.openIa("other0", ia.query().asyncEvd(), 1, 2, false));
    for (Ia each : new Ia[] {ia, other}) {
      Ia stranger = each == ia ? other : ia;
      Pz pz = each.createPz();
      Evd evd = each.createEvd(4, null, EvdFlags.SOFTWARE);
      clause("libdat.02").that(pz.query(1).ia() == each, "the PZ belongs to its own adapter");
      clause("libdat.02").that(evd.query().ia() == each, "the EVD belongs to its own adapter");
      DatEvent event = new DatEvent();
      clause("libdat.02").returns(DatReturn.QUEUE_EMPTY, evd.dequeue(event));
      clause("libdat.02").succeeds("free of the EVD", evd::free);
      clause("libdat.02").succeeds("use of the other adapter", () -> stranger.createPz().free());
      clause("libdat.02").succeeds("free of the PZ", pz::free);
    }
    clause("libdat.02")
        .that(
            !ia.query()
                .providerAttr()
                .providerName()
                .equals(other.query().providerAttr().providerName()),
            "each adapter names its own provider");
    other.close();
    clause("libdat.02").succeeds("use after the close of the other provider's", ia::createPz);
  }
}
