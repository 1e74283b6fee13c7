package org.dat4j.conformance.dat.adapter;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.io.File;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of dat_ia_close, which closes an adapter: gracefully, if none of its objects is left, or
 * abruptly.
 */
@NoOtherCalls("the test closes the adapter")
class IaCloseClauses extends DatTest {
  private static final int CYCLES = 1000;

  /** The files that this process has open, on Linux. */
  private static final File FILES = new File("/proc/self/fd");

  /** Time limit for a thousand opens and closes of a real device on an emulated machine. */
  private static final int LONG_SECONDS = 300;

  @Test
  @Clauses({"dat_ia_close.01", "dat_ia_close.02", "dat_ia_close.04", "dat_ia_close.05"})
  void closeWorksOnceWithADefinedFlag() {
    AdapterFixture busy = node();
    busy.ep();
    busy.region(size());
    clause("dat_ia_close.05")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> busy.ia().close((CloseFlags) null));
    clause("dat_ia_close.05").succeeds("creation after the refused close", busy.ia()::createPz);
    clause("dat_ia_close.01")
        .succeeds("abrupt close with objects", () -> busy.ia().close(CloseFlags.ABRUPT));
    clause("dat_ia_close.04")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> busy.ia().close(CloseFlags.ABRUPT));
    Ia idle = open();
    clause("dat_ia_close.02")
        .succeeds("graceful close without objects", () -> idle.close(CloseFlags.GRACEFUL));
    clause("dat_ia_close.04")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> idle.close(CloseFlags.GRACEFUL));
  }

  @Test
  @Clauses("dat_ia_close.06")
  void defaultCloseIsAbrupt() {
    clause("dat_ia_close.06").equal(0, CloseFlags.DEFAULT.value(), "DAT_CLOSE_DEFAULT");
    clause("dat_ia_close.06").equal(CloseFlags.ABRUPT, CloseFlags.DEFAULT, "DAT_CLOSE_DEFAULT");
  }

  private void refusedWhileItExists(String id, Ia ia, Action free) throws Exception {
    clause(id).throwsDat(DatReturn.INVALID_STATE, () -> ia.close(CloseFlags.GRACEFUL));
    clause(id).succeeds("creation after the refused close", () -> ia.createPz().free());
    free.run();
    clause(id)
        .succeeds("graceful close after the object is gone", () -> ia.close(CloseFlags.GRACEFUL));
  }

  @Test
  @Clauses({
    "dat_ia_close.07", "dat_ia_close.08", "dat_ia_close.09",
    "dat_ia_close.11", "dat_ia_close.13", "dat_ia_close.17"
  })
  void gracefulCloseIsRefusedWhileAnObjectExists() {
    table(
        row(
            "dat_ia_close.07",
            "PZ",
            () -> {
              Ia ia = open();
              refusedWhileItExists("dat_ia_close.07", ia, ia.createPz()::free);
            }),
        row(
            "dat_ia_close.08",
            "EP",
            () -> {
              Ia ia = open();
              Ep ep = ia.createEp(null, null, null, null, withoutTransfers(ia));
              refusedWhileItExists("dat_ia_close.08", ia, ep::free);
            }),
        row(
            "dat_ia_close.11",
            "EVD",
            () -> {
              Ia ia = open();
              refusedWhileItExists(
                  "dat_ia_close.11", ia, ia.createEvd(4, null, EvdFlags.DTO)::free);
            }),
        row(
            "dat_ia_close.13",
            "PSP, whose EVD goes with it",
            () -> {
              Ia ia = open();
              Evd evd = ia.createEvd(4, null, EvdFlags.CR);
              Psp psp = ia.createPspAny(evd, PspFlags.CONSUMER);
              refusedWhileItExists(
                  "dat_ia_close.13",
                  ia,
                  () -> {
                    psp.free();
                    evd.free();
                  });
            }),
        row(
            "dat_ia_close.17",
            "several objects, freed one by one",
            () -> {
              Ia ia = open();
              Pz pz = ia.createPz();
              Evd evd = ia.createEvd(4, null, EvdFlags.DTO);
              refusedWhileItExists(
                  "dat_ia_close.17",
                  ia,
                  () -> {
                    pz.free();
                    clause("dat_ia_close.17")
                        .throwsDat(DatReturn.INVALID_STATE, () -> ia.close(CloseFlags.GRACEFUL));
                    evd.free();
                  });
            }),
        row(
            "dat_ia_close.09",
            "LMR, whose PZ goes with it",
            () -> {
              Ia ia = open();
              Pz pz = ia.createPz();
              RegisteredMemory region =
                  new RegisteredMemory(
                      ByteBuffer.allocateDirect(size()),
                      ia.createLmr(ByteBuffer.allocateDirect(size()), pz, MemPriv.ALL));
              refusedWhileItExists(
                  "dat_ia_close.09",
                  ia,
                  () -> {
                    region.lmr().free();
                    pz.free();
                  });
            }));
  }

  static EpAttr withoutTransfers(Ia ia) {
    return EpAttr.DEFAULT.toBuilder()
        .maxMessageSize(Math.min(4096, ia.query().iaAttr().maxMessageSize()))
        .maxRdmaSize(Math.min(4096, ia.query().iaAttr().maxRdmaSize()))
        .maxRecvDtos(0)
        .maxRequestDtos(0)
        .maxRecvIov(1)
        .maxRequestIov(1)
        .maxRdmaReadIn(0)
        .maxRdmaReadOut(0)
        .maxRdmaReadIov(1)
        .maxRdmaWriteIov(1)
        .build();
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_close.16")
  void gracefulCloseIsRefusedWhileARequestIsUnanswered() {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.CR);
    Psp psp = ia.createPspAny(evd, PspFlags.CONSUMER);
    DatPeer far = peer();
    requestConnection(far, ia, psp.connQual(), DatConstants.TIMEOUT_INFINITE, privateData());
    Cr cr = AdapterFixture.await(evd).cr();
    psp.free();
    evd.free();
    clause("dat_ia_close.16")
        .throwsDat(DatReturn.INVALID_STATE, () -> ia.close(CloseFlags.GRACEFUL));
    cr.reject();
    clause("dat_ia_close.16")
        .succeeds("graceful close after the answer", () -> ia.close(CloseFlags.GRACEFUL));
  }

  @Test
  @Clauses({"dat_ia_close.18", "dat_ia_close.19"})
  void asyncEvdFollowsItsOwner() {
    Ia owner = open();
    Evd async = owner.query().asyncEvd();
    Ia graceful = source().open(iaName(), ASYNC_QLEN, async);
    atEnd(graceful::close);
    graceful.close(CloseFlags.GRACEFUL);
    clause("dat_ia_close.19").succeeds("use after a graceful close", async::query);
    Ia abrupt = source().open(iaName(), ASYNC_QLEN, async);
    atEnd(abrupt::close);
    abrupt.close(CloseFlags.ABRUPT);
    clause("dat_ia_close.19").succeeds("use after an abrupt close", async::query);
    for (CloseFlags flags : CloseFlags.values()) {
      Evd created = owner.createEvd(ASYNC_QLEN, null, EvdFlags.ASYNC);
      Ia user = source().open(iaName(), ASYNC_QLEN, created);
      atEnd(user::close);
      user.close(flags);
      clause("dat_ia_close.19").succeeds("its free after a close with " + flags, created::free);
    }
    clause("dat_ia_close.18")
        .succeeds(
            "graceful close with the async EVD alive", () -> owner.close(CloseFlags.GRACEFUL));
    clause("dat_ia_close.18").throwsDat(DatReturn.INVALID_HANDLE, async::query);
  }

  @Test
  @Clauses("dat_ia_close.20")
  void handlesOfAClosedAdapterAreRefused() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    RegisteredMemory region = node.region(size());
    Psp psp = node.listen();
    node.ia().close(CloseFlags.ABRUPT);
    clause("dat_ia_close.20").throwsDat(DatReturn.INVALID_HANDLE, ep::getStatus);
    clause("dat_ia_close.20").throwsDat(DatReturn.INVALID_HANDLE, region.lmr()::free);
    clause("dat_ia_close.20").throwsDat(DatReturn.INVALID_HANDLE, psp::free);
    clause("dat_ia_close.20").throwsDat(DatReturn.INVALID_HANDLE, node.pz()::free);
    clause("dat_ia_close.20")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> node.recv().dequeue(new DatEvent()));
    clause("dat_ia_close.20").throwsDat(DatReturn.INVALID_HANDLE, node.connect()::free);
    clause("dat_ia_close.20").throwsDat(DatReturn.INVALID_HANDLE, node.ia()::createPz);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ia_close.21", "dat_ia_close.25", "dat_ia_close.31"})
  void abruptCloseEndsConnectionsAndAccess() {
    ConnectedPair pair = pair();
    DatPeer far = pair.far();
    int target = far.register(size(), MemPriv.ALL, 0);
    RegisteredMemory source = pair.near().region(size());
    source.fill(0x5a);
    int context = far.remote(target);
    long address = far.base(target);
    // Receives outstanding and an event left in a queue: the close waits for neither.
    int buffer = far.register(size(), MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), buffer, 0, size(), 1);
    far.postRecv(pair.farEp(), buffer, 0, size(), 2);
    pair.ep().postSend(source.local(), source.address(0), size(), 3, CompletionFlags.DEFAULT);
    clause("dat_ia_close.31")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 3, DtoStatus.SUCCESS, size());
    clause("dat_ia_close.31").succeeds("close with work outstanding", far::closeIa);
    clause("dat_ia_close.21").ending(AdapterFixture.await(pair.near().connect()), pair.ep());
    clause("dat_ia_close.21")
        .equal(
            EpState.DISCONNECTED,
            AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED),
            "state of the peer's endpoint");
    pair.ep()
        .postRdmaWrite(
            source.local(),
            source.address(0),
            size(),
            9,
            context,
            address,
            CompletionFlags.DEFAULT);
    DatEvent write = AdapterFixture.await(pair.near().request());
    clause("dat_ia_close.25").equal(9, write.cookie(), "cookie of the write after the close");
    clause("dat_ia_close.25").that(write.status() != DtoStatus.SUCCESS, "the write fails");
    byte[] untouched = new byte[size()];
    clause("dat_ia_close.25")
        .that(Arrays.equals(untouched, far.get(target, 0, size())), "memory is unchanged");
  }

  @Test
  @Clauses("dat_ia_close.22")
  void abruptCloseWakesAWaiter() throws Exception {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> waiter =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(evd);
    ia.close(CloseFlags.ABRUPT);
    clause("dat_ia_close.22").returns(DatReturn.ABORT, waiter.get());
  }

  @Test
  @Clauses("dat_ia_close.26")
  void closeReleasesQualifiers() {
    Ia first = open();
    Psp psp = first.createPspAny(first.createEvd(4, null, EvdFlags.CR), PspFlags.CONSUMER);
    long qualifier = psp.connQual();
    first.close();
    Ia second = open();
    Evd evd = second.createEvd(4, null, EvdFlags.CR);
    clause("dat_ia_close.26")
        .succeeds(
            "listening on the qualifier again",
            () -> second.createPsp(qualifier, evd, PspFlags.CONSUMER));
  }

  @Test
  @Timeout(LONG_SECONDS)
  @Clauses("dat_ia_close.28")
  void abruptCloseLeaksNothing() {
    int cycles = 0;
    int files = 0;
    ByteBuffer memory = ByteBuffer.allocateDirect(size());
    try {
      for (; cycles < CYCLES; cycles++) {
        Ia ia = source().open(iaName(), ASYNC_QLEN, null);
        Pz pz = ia.createPz();
        ia.createEvd(4, null, EvdFlags.DTO);
        ia.createLmr(memory, pz, MemPriv.ALL);
        ia.close(CloseFlags.ABRUPT);
        files = cycles == 0 ? openFiles() : files;
      }
    } catch (DatException e) {
      clause("dat_ia_close.28").that(false, "cycle " + cycles + " failed: " + e.getMessage());
    }
    clause("dat_ia_close.28").equal(CYCLES, cycles, "number of cycles");
    if (FILES.isDirectory()) {
      int more = openFiles() - files;
      clause("dat_ia_close.28")
          .that(more < CYCLES / 10, more + " more files are open after " + CYCLES + " cycles");
    }
  }

  /** Counts the files that this process has open; 0 where {@link #FILES} does not exist. */
  private static int openFiles() {
    String[] files = FILES.list();
    return files == null ? 0 : files.length;
  }
}
