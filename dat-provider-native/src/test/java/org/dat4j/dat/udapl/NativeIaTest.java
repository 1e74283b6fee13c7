package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PzSupport;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.libdapl.DaplAttributes;
import org.dat4j.dat.udapl.libdapl.SrqCapability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Opening, attributes and closing of adapters, on the C double. */
class NativeIaTest {

  @Test
  void openAsksForTheLibrarysVersionWithoutThreadSafety() {
    DoubleAdapter.reset();
    DoubleControl.double_watch("dat_ia_openv");
    try (Ia ia = DoubleAdapter.registry().openIa("ia0", 21, null)) {
      assertEquals("ia0", ia.name());
      assertEquals(21, DoubleControl.argument(1));
      assertArrayEquals(
          new long[] {Abi.current().major(), Abi.current().minor(), 0},
          new long[] {
            DoubleControl.argument(4), DoubleControl.argument(5), DoubleControl.argument(6)
          });
    }
  }

  @Test
  void attributesSayWhatWorks() {
    try (Ia ia = DoubleAdapter.open()) {
      IaAttr attr = ia.query().iaAttr();
      assertEquals("ia0", attr.adapterName());
      assertEquals("10.1.2.15", attr.iaAddress().getHostAddress());
      assertEquals(11, attr.maxEps());
      assertEquals(0x8000_0000L, attr.maxMessageSize());
      assertEquals(0, attr.maxRmrs(), "RMRs do not work in the library");
      // The double's limit is libdapl's, which is 0 where queues work, or not to be trusted.
      boolean srqs = Abi.current() == Abi.DAT_2_0;
      assertEquals(srqs ? 1024 : 0, attr.maxSrqs());
      assertEquals(srqs ? attr.maxEps() : 0, attr.maxEpPerSrq());
      assertEquals(srqs ? attr.maxEvdQlen() - SrqCapability.SPARE_EVENTS : 0, attr.maxRecvPerSrq());
      ProviderAttr provider = ia.query().providerAttr();
      assertEquals("double provider", provider.providerName());
      assertEquals(1, provider.daplVersionMajor());
      assertEquals(2, provider.daplVersionMinor());
      assertEquals(16, provider.maxPrivateDataSize());
      assertEquals(EpCreatorForPsp.NEVER, provider.epCreator());
      assertEquals(PzSupport.SHAREABLE, provider.pzSupport());
      assertTrue(provider.isThreadSafe());
      assertEquals(srqs, provider.srqSupported());
      assertEquals(0, provider.srqWatermarksSupported());
      assertFalse(provider.srqEpPzDifferenceSupported());
      assertEquals(0, provider.srqInfoSupported());
      assertEquals("blue", provider.specific("COLOUR"));
      assertEquals("remote", provider.specific("completion"));
      String library = provider.specific("library");
      assertTrue(library.startsWith("/") && library.endsWith("/libdat_double.so"), library);
      assertEquals("libdouble.so.2", provider.specific("provider_library"));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "56, local, /lib/libdaplofa.so.2, 64",
    "196, local, /lib/libdaplofa.so.2, 196",
    "56, remote, /lib/libdaplofa.so.2, 56",
    "56, local, /lib/libother.so.2, 56"
  })
  void onIwarpLibdaplofaTakesMorePrivateDataThanItSays(
      int told, String completion, String library, int most) {
    List<NamedAttr> specific =
        List.of(
            new NamedAttr("completion", completion), new NamedAttr("provider_library", library));
    assertEquals(most, DaplAttributes.privateData(told, specific));
  }

  @Test
  void transfersShareNoEvdWithOtherStreams() {
    try (Ia ia = DoubleAdapter.open()) {
      List<List<Boolean>> merging = ia.query().providerAttr().evdStreamMergingSupported();
      for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
          boolean transfers = i == 2 || i == 4;
          boolean both = transfers == (j == 2 || j == 4);
          assertEquals(both, merging.get(i).get(j), i + " with " + j);
        }
      }
      DatException e =
          assertThrows(
              DatException.class, () -> ia.createEvd(8, null, EvdFlags.DTO | EvdFlags.CONNECTION));
      assertEquals(DatReturn.INVALID_PARAMETER, e.type());
    }
  }

  @Test
  void refusedOpenHasTheContractsCodeAndTheRemedy() {
    DoubleAdapter.reset();
    // 98 in the contract, 100 in the numbers of 2.0.
    int refusal = Abi.current() == Abi.DAT_1_2 ? 0x800a_0062 : 0x800a_0064;
    DoubleControl.double_fail("dat_ia_openv", refusal);
    DatException e = assertThrows(DatException.class, () -> DoubleAdapter.registry().openIa("ia0"));
    assertEquals(DatReturn.PROVIDER_NOT_FOUND, e.type());
    assertEquals(DatSubtype.NAME_NOT_REGISTERED, e.subtype());
    assertTrue(e.getMessage().contains("DAT_OVERRIDE"), e.getMessage());
    assertTrue(e.getMessage().contains("0x" + Integer.toHexString(refusal)), e.getMessage());
  }

  @Test
  void adapterThatCannotBeQueriedIsClosedAgain() {
    DoubleAdapter.reset();
    DoubleControl.double_fail("dat_ia_query", 0x8004_0000);
    DatException e = assertThrows(DatException.class, () -> DoubleAdapter.registry().openIa("ia0"));
    assertEquals(DatReturn.INTERNAL_ERROR, e.type());
    assertTrue(DoubleControl.double_history().endsWith("dat_ia_close "), "closed");
  }

  @Test
  void sixtyFourthAdapterIsRefusedAndRoomReturnsWithAClose() {
    DoubleAdapter.reset();
    List<Ia> open = new ArrayList<>();
    try {
      DatException refusal = null;
      // Those count that had to stay open in the library, of whichever test.
      for (int i = 0; i < 64 && refusal == null; i++) {
        try {
          open.add(DoubleAdapter.registry().openIa("ia0"));
        } catch (DatException e) {
          refusal = e;
        }
      }
      assertNotNull(refusal, "64 adapters are open");
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, refusal.type());
      assertTrue(refusal.getMessage().contains("open adapters = 63"), refusal.getMessage());
      open.remove(0).close();
      open.add(DoubleAdapter.registry().openIa("ia0"));
    } finally {
      open.forEach(Ia::close);
    }
  }

  @Test
  void abruptCloseDestroysUsersBeforeWhatTheyUse() {
    DoubleAdapter all = new DoubleAdapter();
    all.ia.createPspAny(all.ia.createEvd(4, null, EvdFlags.CR), PspFlags.CONSUMER);
    DoubleControl.double_watch("dat_ia_close");
    all.close();
    assertEquals(0, DoubleControl.argument(1), "abrupt");
    List<String> calls = List.of(DoubleControl.double_history().split(" "));
    int before = -1;
    for (String call :
        List.of(
            "dat_ep_free",
            "dat_lmr_free",
            "dat_psp_free",
            "dat_pz_free",
            "dat_evd_free",
            "dat_ia_close")) {
      assertTrue(calls.indexOf(call) > before, call + " in " + calls);
      before = calls.indexOf(call);
    }
    assertEquals(4, calls.stream().filter("dat_evd_free"::equals).count(), "not the async one");
  }

  @Test
  @Timeout(60)
  void closeWaitsForWhatAnotherThreadIsFreeing() throws InterruptedException {
    DoubleAdapter all = new DoubleAdapter();
    all.establish();
    DoubleControl.double_hold(1);
    Thread freeing = new Thread(all.ep::free);
    Thread closing = new Thread(all.ia::close);
    try {
      freeing.start();
      while (!DoubleControl.double_history().contains("dat_ep_disconnect")) {
        Thread.onSpinWait();
      }
      closing.start();
      while (closing.isAlive() && closing.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
    } finally {
      DoubleControl.double_hold(0);
    }
    freeing.join();
    closing.join();
    String history = DoubleControl.double_history();
    int freed = history.indexOf("dat_ep_free ");
    assertTrue(freed >= 0 && freed < history.indexOf("dat_pz_free "), history);
    assertTrue(history.endsWith("dat_ia_close "), history);
  }

  @Test
  void abruptCloseGoesOnWhenTheLibraryRefusesAFree() {
    Logger log = Logger.getLogger("org.dat4j.dat.spi");
    log.setLevel(Level.OFF);
    try {
      for (String call : List.of("dat_ep_free", "dat_pz_free", "dat_evd_free", "dat_lmr_free")) {
        DoubleAdapter all = new DoubleAdapter();
        DoubleControl.double_fail(call, 0x8007_0053);
        all.ia.close();
        assertTrue(DoubleControl.double_history().endsWith("dat_ia_close "), call);
        assertThrows(DatException.class, all.ia::createPz);
        assertThrows(DatException.class, () -> all.send(1, 0));
      }
    } finally {
      log.setLevel(null);
    }
  }
}
