package org.dat4j.conformance.dat.event;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.HashSet;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Rsp;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_evd_create, dat_evd_query and dat_evd_free, which create, describe and free an EVD
 * (event dispatcher).
 */
class EvdClauses extends DatTest {
  private static final int UNDEFINED_FLAG = 0x2;

  @Test
  @Clauses({
    "dat_evd_create.01", "dat_evd_create.08", "dat_evd_create.09", "dat_evd_create.10",
    "dat_evd_create.11", "dat_evd_query.01", "dat_evd_query.04", "dat_evd_query.05",
    "dat_evd_query.06", "dat_evd_query.07"
  })
  void newEvdIsEmptyEnabledAndWaitable() {
    Ia ia = open();
    Evd evd = ia.createEvd(33, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    EvdParam param = evd.query(EvdField.ALL);
    int state = param.evdState();
    table(
        row(
            "dat_evd_create.01",
            "handle",
            () -> clause("dat_evd_create.01").that(evd != null, "a handle is given")),
        row(
            "dat_evd_create.08",
            "no CNO",
            () -> clause("dat_evd_create.08").equal(null, param.cno(), "CNO")),
        row(
            "dat_evd_create.09",
            "length",
            () -> clause("dat_evd_create.09").that(param.evdQlen() >= 33, "at least 33 events")),
        row(
            "dat_evd_create.10",
            "state",
            () -> {
              clause("dat_evd_create.10")
                  .equal(EvdState.ENABLED, state & EvdState.ENABLE_MASK, "enabled");
              clause("dat_evd_create.10")
                  .equal(EvdState.WAITABLE, state & EvdState.WAIT_MASK, "waitable");
            }),
        row(
            "dat_evd_create.11",
            "content",
            () ->
                clause("dat_evd_create.11")
                    .returns(DatReturn.QUEUE_EMPTY, evd.dequeue(new DatEvent()))),
        row(
            "dat_evd_query.01",
            "full mask",
            () -> clause("dat_evd_query.01").that(param != null, "an answer comes")),
        row(
            "dat_evd_query.04",
            "creation values",
            () -> {
              clause("dat_evd_query.04").that(param.ia() == ia, "ia_handle");
              clause("dat_evd_query.04")
                  .equal(EvdFlags.DTO | EvdFlags.RMR_BIND, param.evdFlags(), "evd_flags");
            }),
        row(
            "dat_evd_query.05",
            "length of another",
            () ->
                clause("dat_evd_query.05")
                    .that(
                        ia.createEvd(7, null, EvdFlags.CR).query().evdQlen() >= 7,
                        "at least 7 events")),
        row(
            "dat_evd_query.06",
            "state bits",
            () -> {
              clause("dat_evd_query.06")
                  .equal(1, Integer.bitCount(state & EvdState.ENABLE_MASK), "of mask 0x03");
              clause("dat_evd_query.06")
                  .equal(1, Integer.bitCount(state & EvdState.WAIT_MASK), "of mask 0x0C");
            }),
        row(
            "dat_evd_query.07",
            "configuration bits",
            () ->
                clause("dat_evd_query.07")
                    .that(
                        List.of(0, 0x10, 0x20, 0x30).contains(state & EvdState.CONFIG_MASK),
                        "0, NOTIFY, SOLICITED or THRESHOLD")));
  }

  @Test
  @Clauses({
    "dat_evd_create.02",
    "dat_evd_create.03",
    "dat_evd_create.04",
    "dat_evd_create.07",
    "dat_evd_query.02"
  })
  void wrongArgumentsAreRefused() {
    Ia ia = open();
    table(
        row(
            "dat_evd_create.02",
            "closed adapter",
            () -> {
              Ia closed = open();
              closed.close();
              clause("dat_evd_create.02")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE, () -> closed.createEvd(4, null, EvdFlags.DTO));
            }),
        row(
            "dat_evd_create.03",
            "length",
            () -> {
              for (int length : new int[] {0, -1, Integer.MIN_VALUE}) {
                clause("dat_evd_create.03")
                    .throwsDat(
                        DatReturn.INVALID_PARAMETER,
                        () -> ia.createEvd(length, null, EvdFlags.DTO));
              }
            }),
        row(
            "dat_evd_create.04",
            "length above the maximum",
            () ->
                clause("dat_evd_create.04")
                    .throwsOneOf(
                        () -> ia.createEvd(Integer.MAX_VALUE, null, EvdFlags.DTO),
                        DatReturn.INSUFFICIENT_RESOURCES,
                        DatReturn.INVALID_PARAMETER)),
        row(
            "dat_evd_create.07",
            "undefined flags",
            () -> {
              for (int bit : new int[] {UNDEFINED_FLAG, 0x200, Integer.MIN_VALUE}) {
                clause("dat_evd_create.07")
                    .throwsDat(
                        DatReturn.INVALID_PARAMETER,
                        () -> ia.createEvd(4, null, EvdFlags.DTO | bit));
              }
            }),
        row(
            "dat_evd_query.02",
            "undefined mask bits",
            () -> {
              Evd evd = ia.createEvd(4, null, EvdFlags.DTO);
              for (int bit : new int[] {0x20, Integer.MIN_VALUE}) {
                clause("dat_evd_query.02")
                    .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.query(EvdField.ALL | bit));
              }
            }));
  }

  @Test
  @Clauses("dat_evd_create.12")
  void flagsHaveTheirNumbers() {
    int[][] flags = {
      {0x001, EvdFlags.SOFTWARE},
      {0x010, EvdFlags.CR},
      {0x020, EvdFlags.DTO},
      {0x040, EvdFlags.CONNECTION},
      {0x080, EvdFlags.RMR_BIND},
      {0x100, EvdFlags.ASYNC},
      {0x1f0, EvdFlags.DEFAULT}
    };
    for (int[] each : flags) {
      clause("dat_evd_create.12").equal(each[0], each[1], "flag");
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE, FREED, CLOSED})
  @Clauses({"dat_evd_create.13", "dat_evd_query.08"})
  void evdHoldsItsLengthOfEvents() {
    AdapterFixture node = node();
    Evd small = node.ia().createEvd(4, null, EvdFlags.DTO);
    int length = small.query().evdQlen();
    int posts = Math.min(length, node.attr().maxRecvDtos());
    Ep ep = node.ia().createEp(node.pz(), small, node.request(), node.connect(), node.attr());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory region = node.region(64);
    for (int i = 0; i < posts; i++) {
      ep.postRecv(region.local(), region.address(0), 16, i, CompletionFlags.DEFAULT);
    }
    // All Receives complete at once, flushed; the small EVD has to hold them all.
    leave(pair);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    small.query();
    small.query();
    for (int i = 0; i < posts; i++) {
      DatEvent event = AdapterFixture.await(small);
      clause("dat_evd_create.13").completion(event, ep, i, DtoStatus.ERR_FLUSHED, 0);
      clause("dat_evd_query.08").equal(i, event.cookie(), "order after two queries");
    }
    clause("dat_evd_create.13")
        .that(AdapterFixture.empty(node.ia().query().asyncEvd()), "no overflow is reported");
  }

  @Test
  @Clauses("dat_evd_create.15")
  void concurrentCreationsAreDistinct() throws Exception {
    Ia ia = open();
    List<Evd> all = concurrently(4, () -> ia.createEvd(4, null, EvdFlags.DTO));
    clause("dat_evd_create.15").equal(4, new HashSet<>(all).size(), "distinct EVDs");
    for (Evd evd : all) {
      clause("dat_evd_create.15").returns(DatReturn.QUEUE_EMPTY, evd.dequeue(new DatEvent()));
    }
  }

  @Test
  @Clauses({
    "dat_evd_free.01",
    "dat_evd_free.02",
    "dat_evd_free.03",
    "dat_evd_free.04",
    "dat_evd_free.05",
    "dat_evd_free.10",
    "dat_evd_query.03"
  })
  void busyEvdIsNotFreed() {
    AdapterFixture node = node();
    table(
        row(
            "dat_evd_free.01",
            "unused",
            () ->
                clause("dat_evd_free.01")
                    .succeeds("free", node.ia().createEvd(4, null, EvdFlags.DTO)::free)),
        row(
            "dat_evd_free.02",
            "freed",
            () -> {
              Evd evd = node.ia().createEvd(4, null, EvdFlags.DTO);
              evd.free();
              clause("dat_evd_free.02").throwsDat(DatReturn.INVALID_HANDLE, evd::free);
            }),
        row(
            "dat_evd_free.03",
            "used by an EP, in each role",
            () -> {
              Ep ep = node.ep();
              for (Evd evd : List.of(node.recv(), node.request(), node.connect())) {
                clause("dat_evd_free.03")
                    .throwsDat(
                        DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, evd::free);
              }
              ep.free();
            }),
        row(
            "dat_evd_free.04",
            "used by a PSP",
            () -> {
              Psp psp = node.listen();
              clause("dat_evd_free.04")
                  .throwsDat(
                      DatReturn.INVALID_STATE,
                      DatSubtype.INVALID_STATE_EVD_IN_USE,
                      node.cr()::free);
              psp.free();
            }),
        row(
            "dat_evd_free.04",
            "used by an RSP",
            () -> {
              Ep ep = node.ep();
              Evd evd = node.ia().createEvd(4, null, EvdFlags.CR);
              Psp chosen = node.listen();
              long free = chosen.connQual();
              chosen.free();
              Rsp rsp = node.ia().createRsp(free, ep, evd);
              clause("dat_evd_free.04")
                  .throwsDat(
                      DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, evd::free);
              rsp.free();
              clause("dat_evd_free.04").succeeds("free after the RSP", evd::free);
              ep.free();
            }),
        row(
            "dat_evd_free.05",
            "async EVD",
            () ->
                clause("dat_evd_free.05")
                    .throwsDat(DatReturn.INVALID_STATE, () -> node.ia().query().asyncEvd().free())),
        row(
            "dat_evd_free.10",
            "every operation on a freed one",
            () -> {
              Evd evd = node.ia().createEvd(4, null, EvdFlags.DTO);
              evd.free();
              DatEvent event = new DatEvent();
              for (Action call :
                  List.<Action>of(
                      () -> evd.dequeue(event),
                      () -> evd.await(0, 1, event),
                      () -> evd.resize(8),
                      () -> evd.modifyCno(null),
                      evd::enable,
                      evd::disable,
                      evd::setUnwaitable,
                      evd::clearUnwaitable,
                      () -> evd.postSe(new DatEvent().setSoftware("x")),
                      () -> node.ia().createEp(node.pz(), evd, evd, evd, node.attr()))) {
                clause("dat_evd_free.10").throwsDat(DatReturn.INVALID_HANDLE, call);
              }
            }),
        row(
            "dat_evd_query.03",
            "query of a freed one",
            () -> {
              Evd evd = node.ia().createEvd(4, null, EvdFlags.DTO);
              evd.free();
              clause("dat_evd_query.03").throwsDat(DatReturn.INVALID_HANDLE, evd::query);
            }));
  }

  @Test
  @SecondParty
  @Clauses({"dat_evd_free.06", "dat_evd_free.11"})
  void freeDropsEventsAndLeavesTheirSources() {
    AdapterFixture node = node();
    Evd recv = node.ia().createEvd(8, null, EvdFlags.DTO);
    DatPeer far = peer();
    Ep ep = node.ia().createEp(node.pz(), recv, node.request(), node.connect(), node.attr());
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory region = node.region(64);
    ep.postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
    int message = far.register(16, MemPriv.ALL, 0);
    far.postSend(pair.farEp(), message, 0, 16, 2);
    far.event(DatPeer.REQUEST);
    ep.free();
    clause("dat_evd_free.06").succeeds("free with an event queued", recv::free);
    clause("dat_evd_free.06")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> recv.dequeue(new DatEvent()));
    DatPeer again = peer();
    ConnectedPair second = ConnectedPair.connect(node, again);
    int buffer = again.register(64, MemPriv.ALL, 0);
    again.postRecv(second.farEp(), buffer, 0, 64, 3);
    clause("dat_evd_free.11")
        .equal(DtoStatus.SUCCESS, second.send(region, 16, 4).status(), "a transfer afterwards");
  }

  @Test
  @Clauses("dat_evd_free.09")
  void freeWakesTheWaiterOrIsRefused() throws Exception {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> waiter =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(evd);
    try {
      evd.free();
    } catch (DatException refused) {
      clause("dat_evd_free.09").equal(DatReturn.INVALID_STATE, refused.type(), "refusal");
      clause("dat_evd_free.09").that(!waiter.done(), "the waiter goes on");
      return;
    }
    clause("dat_evd_free.09").returns(DatReturn.ABORT, waiter.get());
  }
}
