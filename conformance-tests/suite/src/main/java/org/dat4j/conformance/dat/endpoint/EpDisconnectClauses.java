package org.dat4j.conformance.dat.endpoint;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.OtherSideState;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_disconnect, which ends a connection, and dat_ep_free, which frees an endpoint in
 * any state.
 */
class EpDisconnectClauses extends DatTest {
  private static final int RECEIVES = 5;

  /** Posts Receives into one region, which none of them changes. */
  private void receives(AdapterFixture node, Ep ep) {
    RegisteredMemory region = node.region(size());
    for (int i = 0; i < RECEIVES; i++) {
      ep.postRecv(region.local(), region.address(0), size(), i, CompletionFlags.DEFAULT);
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({
    "dat_ep_disconnect.01", "dat_ep_disconnect.05", "dat_ep_disconnect.06",
    "dat_ep_disconnect.07", "dat_ep_disconnect.08", "dat_ep_disconnect.09"
  })
  void disconnectEndsBothSides() {
    table(
        row("dat_ep_disconnect.01", "abrupt", () -> disconnect(CloseFlags.ABRUPT, 1)),
        row("dat_ep_disconnect.01", "graceful", () -> disconnect(CloseFlags.GRACEFUL, 1)),
        row("dat_ep_disconnect.05", "abrupt", () -> disconnect(CloseFlags.ABRUPT, 5)),
        row("dat_ep_disconnect.05", "graceful", () -> disconnect(CloseFlags.GRACEFUL, 5)),
        row("dat_ep_disconnect.06", "abrupt", () -> disconnect(CloseFlags.ABRUPT, 6)),
        row("dat_ep_disconnect.06", "graceful", () -> disconnect(CloseFlags.GRACEFUL, 6)),
        row("dat_ep_disconnect.07", "abrupt", () -> disconnect(CloseFlags.ABRUPT, 7)),
        row("dat_ep_disconnect.07", "graceful", () -> disconnect(CloseFlags.GRACEFUL, 7)),
        row("dat_ep_disconnect.08", "abrupt", () -> disconnect(CloseFlags.ABRUPT, 8)),
        row("dat_ep_disconnect.08", "graceful", () -> disconnect(CloseFlags.GRACEFUL, 8)),
        row("dat_ep_disconnect.09", "abrupt", () -> disconnect(CloseFlags.ABRUPT, 9)),
        row("dat_ep_disconnect.09", "graceful", () -> disconnect(CloseFlags.GRACEFUL, 9)));
  }

  private void disconnect(CloseFlags flags, int number) {
    String id = "dat_ep_disconnect.0" + number;
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    DatPeer far = pair.far();
    receives(node, pair.ep());
    int buffer = far.register(size(), MemPriv.ALL, 0);
    for (int i = 0; i < RECEIVES; i++) {
      far.postRecv(pair.farEp(), buffer, 0, size(), i);
    }
    if (number == 1) {
      clause(id).succeeds("disconnect", () -> pair.ep().disconnect(flags));
      return;
    }
    pair.ep().disconnect(flags);
    if (number == 7) {
      clause(id).ending(far.event(DatPeer.CONNECT));
      clause(id).equal("DISCONNECTED", far.reach(pair.farEp(), "DISCONNECTED"), "peer's state");
      return;
    }
    if (number == 9) {
      for (int i = 0; i < RECEIVES; i++) {
        clause(id).completion(far.event(DatPeer.RECV), i, DtoStatus.ERR_FLUSHED, 0);
      }
      return;
    }
    DatEvent event = AdapterFixture.await(node.connect());
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    if (number == 6) {
      clause(id).connection(event, EventNumber.CONNECTION_EVENT_DISCONNECTED, pair.ep());
      clause(id).equal(EpState.DISCONNECTED, pair.ep().getStatus().state(), "state");
      far.event(DatPeer.CONNECT);
      clause(id).that(AdapterFixture.empty(node.connect()), "exactly one event");
    } else if (number == 8) {
      for (int i = 0; i < RECEIVES; i++) {
        clause(id)
            .completion(AdapterFixture.await(node.recv()), pair.ep(), i, DtoStatus.ERR_FLUSHED, 0);
      }
    } else {
      for (CloseFlags again : CloseFlags.values()) {
        clause(id).succeeds("disconnect again", () -> pair.ep().disconnect(again));
      }
      clause(id).equal(EpState.DISCONNECTED, pair.ep().getStatus().state(), "state");
      clause(id).that(AdapterFixture.empty(node.connect()), "no further event");
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_disconnect.02", "dat_ep_disconnect.03", "dat_ep_disconnect.04"})
  void wrongUsesAreRefused() {
    AdapterFixture node = node();
    Ep freed = node.ep();
    freed.free();
    clause("dat_ep_disconnect.02")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> freed.disconnect(CloseFlags.ABRUPT));
    ConnectedPair pair = pair();
    clause("dat_ep_disconnect.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> pair.ep().disconnect(null));
    clause("dat_ep_disconnect.03").equal(EpState.CONNECTED, pair.ep().getStatus().state(), "state");
    Ep idle = node.ep();
    for (CloseFlags flags : CloseFlags.values()) {
      clause("dat_ep_disconnect.04")
          .throwsDat(DatReturn.INVALID_STATE, () -> idle.disconnect(flags));
      clause("dat_ep_disconnect.04").equal(EpState.UNCONNECTED, idle.getStatus().state(), "state");
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_disconnect.10", "dat_ep_disconnect.11", "dat_ep_disconnect.21"})
  void everythingOutstandingCompletesInOrder() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory region = node.region(size());
    receives(node, pair.ep());
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    int posted = 6;
    for (int i = 0; i < posted; i++) {
      int flags = i % 2 == 0 ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS;
      pair.ep()
          .postRdmaRead(
              region.local(),
              region.address(0),
              size(),
              i,
              pair.far().remote(target),
              pair.far().base(target),
              flags);
    }
    pair.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    pair.ep().postSend(region.local(), region.address(0), size(), 99, CompletionFlags.SUPPRESS);
    boolean failed = false;
    long last = -1;
    Set<Long> seen = new HashSet<>();
    DatEvent event = AdapterFixture.await(node.request());
    while (event.cookie() != 99) {
      clause("dat_ep_disconnect.11").that(event.cookie() > last, "posting order");
      last = event.cookie();
      seen.add(last);
      clause("dat_ep_disconnect.10")
          .that(
              event.status() == DtoStatus.SUCCESS && !failed
                  || event.status() == DtoStatus.ERR_FLUSHED,
              "success up to the first flush, then flushes: " + event);
      failed |= event.status() != DtoStatus.SUCCESS;
      event = AdapterFixture.await(node.request());
    }
    for (long i = 0; i < posted; i += 2) {
      clause("dat_ep_disconnect.10").that(seen.contains(i), "completion of request " + i);
    }
    clause("dat_ep_disconnect.21").completion(event, pair.ep(), 99, DtoStatus.ERR_FLUSHED, 0);
    for (int i = 0; i < RECEIVES; i++) {
      clause("dat_ep_disconnect.11")
          .completion(AdapterFixture.await(node.recv()), pair.ep(), i, DtoStatus.ERR_FLUSHED, 0);
    }
  }

  private static final String ONE_EVD = "dat_ep_disconnect.25";
  private static final Dimension<Integer> FLUSHED =
      Dimension.number("Receives that are flushed", 1, 5);
  private static final Dimension<Boolean> BY_PEER =
      Dimension.choice("the peer disconnects", false, true);

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED, KILLED})
  @Clauses(ONE_EVD)
  void flushedCompletionsAndTheEndComeOnOneEvd() throws Exception {
    int most = node().attr().maxRecvDtos();
    checkInSituations(
        this::flushOnOneEvd,
        FLUSHED.where(count -> count <= most, "max_recv_dtos is " + most),
        BY_PEER);
  }

  private void flushOnOneEvd(Situation situation) {
    AdapterFixture node = node();
    DatPeer far = peer();
    Evd all = node.ia().createEvd(64, null, EvdFlags.DTO | EvdFlags.CONNECTION);
    Ep ep = node.ia().createEp(node.pz(), all, all, all, node.attr());
    int farEp = far.createEp(0, -1, -1);
    ConnectedPair.connect(ep, far.address(), far.listen(), null);
    far.awaitRequest();
    far.accept(farEp, null);
    clause(ONE_EVD)
        .connection(AdapterFixture.await(all), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    far.event(DatPeer.CONNECT);
    node.breakTheSilence(ep);
    RegisteredMemory region = node.region(size());
    int receives = situation.get(FLUSHED);
    for (int i = 0; i < receives; i++) {
      ep.postRecv(region.local(), region.address(0), size(), i, CompletionFlags.DEFAULT);
    }
    if (situation.get(BY_PEER)) {
      leave(far, farEp);
    } else {
      ep.disconnect(CloseFlags.ABRUPT);
    }
    int flushed = 0;
    int beforeTheEnd = -1;
    for (int i = 0; i <= receives; i++) {
      DatEvent event = AdapterFixture.await(all);
      if (event.number() == EventNumber.DTO_COMPLETION_EVENT) {
        clause(ONE_EVD).completion(event, ep, flushed, DtoStatus.ERR_FLUSHED, 0);
        flushed++;
      } else {
        clause(ONE_EVD).ending(event, ep);
        beforeTheEnd = flushed;
      }
    }
    clause(ONE_EVD).equal(receives, flushed, "flushed completions");
    String behind = "behind the flushed completions";
    String earlier = "before a flushed completion";
    clause(ONE_EVD)
        .decided(
            "the place of the end", beforeTheEnd == receives ? behind : earlier, behind, earlier);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses("dat_ep_disconnect.12")
  void gracefulDisconnectDeliversPostedMessages() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    DatPeer far = pair.far();
    int count = 8;
    int buffer = far.register(size(), MemPriv.ALL, 0);
    for (int i = 0; i < count; i++) {
      far.postRecv(pair.farEp(), buffer, 0, size(), i);
    }
    RegisteredMemory region = node.region(size());
    for (int i = 0; i < count; i++) {
      pair.ep()
          .postSend(region.local(), region.address(0), size(), 100 + i, CompletionFlags.DEFAULT);
    }
    pair.ep().disconnect(CloseFlags.GRACEFUL);
    clause("dat_ep_disconnect.12")
        .connection(
            AdapterFixture.await(node.connect()),
            EventNumber.CONNECTION_EVENT_DISCONNECTED,
            pair.ep());
    DatEvent event = new DatEvent();
    for (int i = 0; i < count; i++) {
      clause("dat_ep_disconnect.12").returns(DatReturn.SUCCESS, node.request().dequeue(event));
      clause("dat_ep_disconnect.12")
          .completion(event, pair.ep(), 100 + i, DtoStatus.SUCCESS, size());
      clause("dat_ep_disconnect.12")
          .completion(far.event(DatPeer.RECV), i, DtoStatus.SUCCESS, size());
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_disconnect.18", "dat_ep_disconnect.20", "dat_ep_free.12"})
  void establishmentCanBeAborted() {
    for (CloseFlags flags : CloseFlags.values()) {
      AdapterFixture node = node();
      Ep ep = node.ep();
      receives(node, ep);
      DatPeer far = peer();
      int farEp = far.createEp(0, -1, -1);
      ConnectedPair.request(node, ep, far, farEp, null);
      clause("dat_ep_disconnect.18").succeeds("disconnect", () -> ep.disconnect(flags));
      clause("dat_ep_disconnect.18")
          .equal(EpState.DISCONNECTED, AdapterFixture.reach(ep, EpState.DISCONNECTED), "state");
      for (int i = 0; i < RECEIVES; i++) {
        clause("dat_ep_disconnect.20")
            .completion(AdapterFixture.await(node.recv()), ep, i, DtoStatus.ERR_FLUSHED, 0);
      }
      far.accept(farEp, null);
      EventView there = far.event(DatPeer.CONNECT);
      clause("dat_ep_disconnect.18")
          .that(
              there.number() != EventNumber.CONNECTION_EVENT_ESTABLISHED
                  || there.ending()
                  || far.event(DatPeer.CONNECT).ending(),
              "the peer learns that there is no connection, got " + there);
      noEstablishment("dat_ep_disconnect.18", node);
    }
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep freed = node.ep();
    int farEp = far.createEp(0, -1, -1);
    ConnectedPair.request(node, freed, far, farEp, null);
    freed.free();
    far.accept(farEp, null);
    far.event(DatPeer.CONNECT);
    noEstablishment("dat_ep_free.12", node);
  }

  private void noEstablishment(String id, AdapterFixture node) {
    DatEvent event = new DatEvent();
    boolean established = false;
    while (node.connect().dequeue(event) == DatReturn.SUCCESS) {
      established |= event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED;
    }
    clause(id).that(!established, "no ESTABLISHED event");
  }

  private static final Dimension<Integer> CONNECTIONS =
      Dimension.number("connections with the peer", 1, 2, 9, 20);

  @Test
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  @SecondParty
  @OtherSide({FREED, CLOSED, KILLED})
  @Clauses("dat_ep_disconnect.07")
  void everyConnectionWithAPeerThatGoesEnds() throws Exception {
    int most = node().limits().maxEps();
    checkInSituations(
        this::endAll, CONNECTIONS.where(count -> count <= most / 2, "max_eps is " + most));
  }

  private void endAll(Situation situation) {
    AdapterFixture node = node();
    DatPeer far = peer();
    Evd connect = node.ia().createEvd(64, null, EvdFlags.CONNECTION);
    Set<Ep> open = new HashSet<>();
    for (int i = 0; i < situation.get(CONNECTIONS); i++) {
      Ep ep = node.ia().createEp(node.pz(), node.recv(), node.request(), connect, node.attr());
      int farEp = far.createEp(0, -1, -1);
      ConnectedPair.connect(ep, far.address(), far.listen(), null);
      far.awaitRequest();
      far.accept(farEp, null);
      AdapterFixture.await(connect);
      far.event(DatPeer.CONNECT);
      far.stopListening();
      node.breakTheSilence(ep);
      open.add(ep);
      if (otherSide() != OtherSideState.CLOSED && otherSide() != OtherSideState.KILLED) {
        leave(far, farEp);
        clause("dat_ep_disconnect.07").ending(AdapterFixture.await(connect), ep);
        open.remove(ep);
      }
    }
    if (open.isEmpty()) {
      return;
    }
    // The whole peer goes, whichever of its endpoints is named.
    leave(far, 0);
    while (!open.isEmpty()) {
      DatEvent event = AdapterFixture.await(connect);
      Ep ended = event.ep();
      clause("dat_ep_disconnect.07")
          .require(open.remove(ended), "one end of each connection: " + event);
      clause("dat_ep_disconnect.07").ending(event, ended);
      clause("dat_ep_disconnect.07")
          .equal(
              EpState.DISCONNECTED,
              AdapterFixture.reach(ended, EpState.DISCONNECTED),
              "state of the endpoint");
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY_HERE, FREED, CLOSED, KILLED})
  @Clauses({
    "dat_ep_free.01", "dat_ep_free.02", "dat_ep_free.03",
    "dat_ep_free.04", "dat_ep_free.06", "dat_ep_free.10"
  })
  void freeWorksInEveryStateButOnce() {
    AdapterFixture node = node();
    table(
        row(
            "dat_ep_free.01",
            "unconnected",
            () -> clause("dat_ep_free.01").succeeds("free", node.ep()::free)),
        row(
            "dat_ep_free.02",
            "connected",
            () -> clause("dat_ep_free.02").succeeds("free", pair().ep()::free)),
        row(
            "dat_ep_free.03",
            "disconnected",
            () -> {
              ConnectedPair pair = pair();
              end(pair);
              AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
              clause("dat_ep_free.03").succeeds("free", pair.ep()::free);
            }),
        row(
            "dat_ep_free.04",
            "connection pending",
            () -> {
              DatPeer far = peer();
              Ep ep = node.ep();
              ConnectedPair.request(node, ep, far, 0, null);
              clause("dat_ep_free.04")
                  .equal(EpState.ACTIVE_CONNECTION_PENDING, ep.getStatus().state(), "state");
              clause("dat_ep_free.04").succeeds("free", ep::free);
            }),
        row(
            "dat_ep_free.06",
            "second free",
            () -> {
              Ep ep = node.ep();
              ep.free();
              clause("dat_ep_free.06").secondFree(ep::free);
            }),
        row(
            "dat_ep_free.10",
            "every operation on a freed EP",
            () -> {
              Ep ep = node.ep();
              RegisteredMemory region = node.region(size());
              long address = region.address(0);
              ep.free();
              for (Action call :
                  List.<Action>of(
                      ep::query,
                      ep::getStatus,
                      ep::reset,
                      () -> ConnectedPair.connect(ep, new byte[] {127, 0, 0, 1}, 1, null),
                      () -> ep.disconnect(CloseFlags.ABRUPT),
                      () -> ep.postSend(region.local(), address, size(), 0, 0),
                      () -> ep.postRecv(region.local(), address, size(), 0, 0),
                      () -> ep.postRdmaRead(region.local(), address, size(), 0, 1, 0, 0),
                      () -> ep.postRdmaWrite(region.local(), address, size(), 0, 1, 0, 0),
                      ep::recvQuery,
                      () -> ep.setWatermark(1, 1))) {
                clause("dat_ep_free.10").throwsDat(DatReturn.INVALID_HANDLE, call);
              }
            }));
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_free.11", "dat_ep_free.15"})
  void freeEndsItsOwnConnectionOnly() {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep goes = node.ep();
    Ep stays = node.ep();
    int farGoes = far.createEp(0, -1, -1);
    int farStays = far.createEp(0, -1, -1);
    ConnectedPair.connect(node, goes, far, farGoes);
    far.stopListening();
    ConnectedPair second = ConnectedPair.connect(node, stays, far, farStays);
    goes.free();
    EventView event = far.event(DatPeer.CONNECT);
    clause("dat_ep_free.11").ending(event);
    clause("dat_ep_free.11").equal(farGoes, event.ep(), "endpoint of the event");
    clause("dat_ep_free.11")
        .equal("DISCONNECTED", far.reach(farGoes, "DISCONNECTED"), "peer's state");
    int buffer = far.register(size(), MemPriv.ALL, 0);
    far.postRecv(farStays, buffer, 0, size(), 1);
    clause("dat_ep_free.15")
        .completion(
            second.send(node.region(size()), size(), 2).event(),
            stays,
            2,
            DtoStatus.SUCCESS,
            size());
  }
}
