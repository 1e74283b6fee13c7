package org.dat4j.conformance.dat.endpoint;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_disconnect while posted requests still drain, and while the connection is still
 * being established.
 */
class EpDrainClauses extends EpStateTest {
  private static final String NEVER =
      "requests without a Receive at the peer do not hold a graceful disconnect up";

  /** Below this nothing has been waited for. */
  private static final long SOON_NANOS = 100_000_000;

  @Test
  @SecondParty
  @Clauses({"dat_ep_disconnect.13", "dat_ep_disconnect.14", "dat_ep_disconnect.15"})
  void drainingEndpointTakesNoRequestsAndEndsAbruptly() {
    StateSituation situation = stalled();
    Ep ep = situation.ep();
    EpState state = situation.state();
    clause("dat_ep_disconnect.13")
        .that(
            state == EpState.DISCONNECT_PENDING || state == EpState.DISCONNECTED,
            "DISCONNECT_PENDING while requests drain, is " + state);
    if (state != EpState.DISCONNECT_PENDING) {
      immediate();
      return;
    }
    clause("dat_ep_disconnect.13").that(!ep.getStatus().requestIdle(), "requests are outstanding");
    RegisteredMemory region = situation.node().region(size());
    int lmr = region.local();
    long at = region.address(0);
    clause("dat_ep_disconnect.14")
        .throwsDat(DatReturn.INVALID_STATE, () -> ep.postSend(lmr, at, size(), 99, 0));
    clause("dat_ep_disconnect.14")
        .throwsDat(
            DatReturn.INVALID_STATE,
            () -> ep.postRdmaWrite(lmr, at, size(), 99, region.remote(), at, 0));
    clause("dat_ep_disconnect.14")
        .throwsDat(
            DatReturn.INVALID_STATE,
            () -> ep.postRdmaRead(lmr, at, size(), 99, region.remote(), at, 0));
    if (situation.node().limits().maxRmrs() > 0) {
      Rmr rmr = situation.node().pz().createRmr();
      clause("dat_ep_disconnect.14")
          .throwsDat(
              DatReturn.INVALID_STATE,
              () -> rmr.bind(lmr, at, size(), MemPriv.REMOTE_READ, ep, 99, 0));
    }
    long begin = System.nanoTime();
    clause("dat_ep_disconnect.15").succeeds("disconnect", () -> ep.disconnect(CloseFlags.ABRUPT));
    clause("dat_ep_disconnect.15").ending(AdapterFixture.await(situation.node().connect()), ep);
    doesNotWait(System.nanoTime() - begin);
    clause("dat_ep_disconnect.15")
        .equal(EpState.DISCONNECTED, AdapterFixture.reach(ep, EpState.DISCONNECTED), "state");
    int count = situation.node().attr().maxRequestDtos();
    for (int i = 0; i < count; i++) {
      DatEvent event = AdapterFixture.await(situation.node().request());
      clause("dat_ep_disconnect.15").equal(i, event.cookie(), "completion in posting order");
    }
    clause("dat_ep_disconnect.14")
        .that(AdapterFixture.empty(situation.node().request()), "no completion of a refused post");
  }

  /**
   * Checks that an abrupt disconnect ended the endpoint, and not the time limit of the requests
   * that drain.
   *
   * @param nanos from the abrupt disconnect until the end
   */
  private void doesNotWait(long nanos) {
    if (nanos < SOON_NANOS) {
      return;
    }
    StateSituation graceful = stalled();
    long begin = System.nanoTime();
    AdapterFixture.reach(graceful.ep(), EpState.DISCONNECTED);
    long alone = System.nanoTime() - begin;
    clause("dat_ep_disconnect.15")
        .inTime(
            nanos < alone / 2,
            "the abrupt disconnect took "
                + nanos / 1_000_000
                + " ms, the graceful one alone "
                + alone / 1_000_000
                + " ms");
  }

  /** Checks a backend that never drains: the endpoint is DISCONNECTED at once; posts flush. */
  private void immediate() {
    StateSituation ended = situation(EpState.DISCONNECTED).orElseThrow();
    clause("dat_ep_disconnect.13").equal(EpState.DISCONNECTED, ended.state(), NEVER);
    RegisteredMemory region = ended.node().region(size());
    ended.ep().postSend(region.local(), region.address(0), size(), 99, CompletionFlags.DEFAULT);
    clause("dat_ep_disconnect.14")
        .completion(
            AdapterFixture.await(ended.node().request()), ended.ep(), 99, DtoStatus.ERR_FLUSHED, 0);
    clause("dat_ep_disconnect.15")
        .succeeds("disconnect", () -> ended.ep().disconnect(CloseFlags.ABRUPT));
  }

  /** A Send that waits was seen to wait so long, see {@link ConnectedPair#holdsASend()}. */
  private static final long HELD_NANOS = 100_000_000;

  private static final int SIZE = 64;
  private static final Dimension<Integer> REQUESTS =
      Dimension.number("requests outstanding", 1, 2, 17, 65, 130, 300);
  private static final Dimension<Boolean> WAITS =
      Dimension.moment("the Receive is posted behind the disconnect", false, true);

  @Test
  @SecondParty
  @Clauses({"dat_ep_disconnect.11", "dat_ep_disconnect.12"})
  void gracefulDisconnectCompletesHoweverManyRequests() throws Exception {
    IaAttr limits = node().limits();
    int most = Math.min(limits.maxDtoPerEp(), limits.maxEvdQlen());
    boolean holds = pair().holdsASend();
    checkInSituations(
        this::drains,
        REQUESTS.where(number -> number <= most, "there is room for " + most),
        WAITS.where(waits -> holds || !waits, ConnectedPair.SEND_BREAKS));
  }

  /** Disconnects behind a Send and many Writes, where the peer has a Receive for the Send. */
  private void drains(Situation situation) {
    int number = situation.get(REQUESTS);
    boolean waits = situation.get(WAITS);
    AdapterFixture node = node();
    Evd request = node.ia().createEvd(number, null, EvdFlags.DTO);
    EpAttr attr = node.attr().toBuilder().maxRequestDtos(number).build();
    Ep ep = node.ia().createEp(node.pz(), node.recv(), request, node.connect(), attr);
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory source = node.region(SIZE);
    byte[] data = data(SIZE);
    source.put(0, data);
    int target = far.register(SIZE, MemPriv.ALL, 0);
    int context = far.remote(target);
    long address = far.base(target);
    if (!waits) {
      far.postRecv(pair.farEp(), target, 0, SIZE, 1);
    }
    long begin = System.nanoTime();
    ep.postSend(source.local(), source.address(0), SIZE, 0, CompletionFlags.DEFAULT);
    for (int i = 1; i < number; i++) {
      ep.postRdmaWrite(
          source.local(), source.address(0), SIZE, i, context, address, CompletionFlags.DEFAULT);
    }
    ep.disconnect(CloseFlags.GRACEFUL);
    if (waits) {
      far.postRecv(pair.farEp(), target, 0, SIZE, 1);
    }
    boolean inTime = !waits || System.nanoTime() - begin < HELD_NANOS;
    DatEvent ended = AdapterFixture.await(node.connect());
    DatEvent event = new DatEvent();
    for (int i = 0; i < number; i++) {
      clause("dat_ep_disconnect.12").returns(DatReturn.SUCCESS, request.dequeue(event));
      if (!inTime && event.status() != DtoStatus.SUCCESS) {
        // A Send need not wait for a Receive that comes late (DAT-D11).
        return;
      }
      if (!clause("dat_ep_disconnect.12")
          .equal(DtoStatus.SUCCESS, event.status(), "end of request " + i)) {
        return;
      }
      clause("dat_ep_disconnect.11").equal((long) i, event.cookie(), "cookie");
    }
    clause("dat_ep_disconnect.12").connection(ended, EventNumber.CONNECTION_EVENT_DISCONNECTED, ep);
    clause("dat_ep_disconnect.12").completion(far.event(DatPeer.RECV), 1, DtoStatus.SUCCESS, SIZE);
    clause("dat_ep_disconnect.12")
        .that(Arrays.equals(data, far.get(target, 0, SIZE)), "the bytes are there");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_disconnect.19")
  void acceptedConnectionIsAborted() {
    for (CloseFlags flags : CloseFlags.values()) {
      AdapterFixture node = node();
      Ep ep = node.ep();
      DatPeer far = peer();
      int farEp = requestConnection(far, node.ia(), node.listen().connQual());
      Cr cr = AdapterFixture.await(node.cr()).cr();
      cr.accept(ep, privateData());
      // The establishment may be complete already; the outcome is the same for this side.
      clause("dat_ep_disconnect.19").succeeds("disconnect", () -> ep.disconnect(flags));
      clause("dat_ep_disconnect.19")
          .equal(EpState.DISCONNECTED, AdapterFixture.reach(ep, EpState.DISCONNECTED), "state");
      DatEvent event = AdapterFixture.await(node.connect());
      if (event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
        event = AdapterFixture.await(node.connect());
      }
      clause("dat_ep_disconnect.19").ending(event, ep);
      clause("dat_ep_disconnect.19").that(AdapterFixture.empty(node.connect()), "nothing follows");
      clause("dat_ep_disconnect.19")
          .equal("DISCONNECTED", far.reach(farEp, "DISCONNECTED"), "state of the requester's EP");
    }
  }
}
