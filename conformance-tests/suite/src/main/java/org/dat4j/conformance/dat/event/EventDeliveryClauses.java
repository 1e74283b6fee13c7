package org.dat4j.conformance.dat.event;

import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EvdOverflow;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests that each DAT event is delivered exactly once, names its own endpoint, and keeps the order
 * of its stream.
 */
class EventDeliveryClauses extends DatTest {
  private static final long SHORT_MILLIS = 500;
  private static final int OVERFLOWS = 3;

  private void alone(String id, Evd evd, DatEvent event, Ep ep) {
    clause(id).that(event.ep() == ep, event.number() + " names its endpoint");
    clause(id).that(AdapterFixture.empty(evd), event.number() + " comes once");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_connect.07", "dat_ep_disconnect.06", "dat_ep_disconnect.07"})
  void connectionAndItsEndAreToldOnce() {
    ConnectedPair pair = pair();
    Evd evd = pair.near().connect();
    alone("dat_ep_connect.07", evd, pair.established(), pair.ep());
    pair.ep().disconnect(CloseFlags.ABRUPT);
    alone("dat_ep_disconnect.06", evd, AdapterFixture.await(evd), pair.ep());
    EventView there = pair.far().event(DatPeer.CONNECT);
    clause("dat_ep_disconnect.07")
        .that(there.ending() && pair.far().empty(DatPeer.CONNECT), "one end at the peer");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_connect.08", "dat_ep_connect.09"})
  void refusalsAreToldOnce() {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep ep = node.ep();
    ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), privateData());
    far.reject();
    DatEvent rejected = AdapterFixture.await(node.connect());
    clause("dat_ep_connect.08")
        .equal(EventNumber.CONNECTION_EVENT_PEER_REJECTED, rejected.number(), "first event");
    alone("dat_ep_connect.08", node.connect(), rejected, ep);
    far.stopListening();
    long nobody = far.listen();
    far.stopListening();
    Ep second = node.ep();
    ConnectedPair.connect(second, far.address(), nobody, privateData());
    DatEvent refused = AdapterFixture.await(node.connect());
    clause("dat_ep_connect.09")
        .equal(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, refused.number(), "second event");
    alone("dat_ep_connect.09", node.connect(), refused, second);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_connect.11", "dat_cr_accept.15"})
  void timeoutAndFailedAcceptAreToldOnce() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    DatPeer far = peer();
    requestConnection(
        far, node.ia(), psp.connQual(), TimeFactor.micros(SHORT_MILLIS), privateData());
    Cr cr = AdapterFixture.await(node.cr()).cr();
    far.event(DatPeer.CONNECT);
    clause("dat_ep_connect.11").that(far.empty(DatPeer.CONNECT), "the time-out comes once");
    Ep ep = node.ep();
    cr.accept(ep, privateData());
    alone("dat_cr_accept.15", node.connect(), AdapterFixture.await(node.connect()), ep);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.20")
  void brokenConnectionIsToldOnce() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    int readOnly = pair.far().register(size(), MemPriv.LOCAL_READ | MemPriv.REMOTE_READ, 0);
    PostOutcome outcome =
        pair.write(region, size(), 1, pair.far().remote(readOnly), pair.far().base(readOnly));
    if (isRefusedAtPost("dat_ep_post_rdma_write.20", outcome.refusal(), pair.ep())) {
      return;
    }
    alone(
        "dat_ep_post_rdma_write.20",
        pair.near().connect(),
        AdapterFixture.await(pair.near().connect()),
        pair.ep());
    clause("dat_ep_post_rdma_write.20")
        .that(pair.far().event(DatPeer.CONNECT).ending(), "the peer is told");
    clause("dat_ep_post_rdma_write.20")
        .that(pair.far().empty(DatPeer.CONNECT), "the peer is told once");
  }

  @Test
  @SecondParty
  @Clauses("dat_psp_create.10")
  void requestIsToldOnce() {
    AdapterFixture node = node();
    Evd evd = node.ia().createEvd(8, null, EvdFlags.CR);
    Psp psp = node.ia().createPspAny(evd, PspFlags.CONSUMER);
    DatPeer far = peer();
    requestConnection(far, node.ia(), psp.connQual());
    DatEvent request = AdapterFixture.await(evd);
    clause("dat_psp_create.10")
        .that(request.servicePoint() == psp, "the request names its service point");
    clause("dat_psp_create.10").that(AdapterFixture.empty(evd), "the request comes once");
    request.cr().reject();
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_wait.27")
  void overflowIsToldOnce() {
    AdapterFixture node = node();
    EvdOverflow lost = new EvdOverflow(node, peer()).happen();
    Evd async = node.ia().query().asyncEvd();
    clause("dat_evd_wait.27")
        .equal(
            EventNumber.ASYNC_ERROR_EVD_OVERFLOW,
            AdapterFixture.await(async).number(),
            "the event of " + lost.evd());
    // The event of the connection follows all completions.
    AdapterFixture.await(node.connect());
    clause("dat_evd_wait.27").that(AdapterFixture.empty(async), "one overflow is told once");
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_wait.27")
  void overflowOfAnEmptiedEvdIsToldAgain() {
    AdapterFixture node = node();
    Evd async = node.ia().query().asyncEvd();
    EvdOverflow lost = new EvdOverflow(node, peer());
    for (int i = 0; i < OVERFLOWS; i++) {
      lost.happen();
      AdapterFixture.await(node.connect());
      boolean isUsable = emptied(lost);
      if (i > 0 && !isUsable) {
        return;
      }
      clause("dat_evd_wait.27")
          .equal(
              EventNumber.ASYNC_ERROR_EVD_OVERFLOW,
              AdapterFixture.await(async).number(),
              "event of the overflow after " + i + " others");
      if (!isUsable) {
        // No page says that an EVD can be used after it has overflowed.
        return;
      }
      lost.ep().free();
      lost = lost.again();
    }
  }

  /** Takes all completions that the EVD had room for; false if it has not got them. */
  private static boolean emptied(EvdOverflow lost) {
    DatEvent event = new DatEvent();
    try {
      for (int i = 0; i < lost.length(); i++) {
        if (lost.evd().await(TimeFactor.micros(SHORT_MILLIS), 1, event) != DatReturn.SUCCESS) {
          return false;
        }
      }
      return AdapterFixture.empty(lost.evd());
    } catch (DatException dead) {
      return false;
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_dequeue.08")
  void connectionIsToldBeforeItsEnd() {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep ep = node.ep();
    int farEp = far.createEp(0, -1, -1);
    ConnectedPair.request(node, ep, far, farEp, null);
    far.accept(farEp, null);
    AdapterFixture.reach(ep, EpState.CONNECTED);
    far.event(DatPeer.CONNECT);
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    far.event(DatPeer.CONNECT);
    List<EventNumber> told =
        List.of(
            AdapterFixture.await(node.connect()).number(),
            AdapterFixture.await(node.connect()).number());
    clause("dat_evd_dequeue.08")
        .equal(
            List.of(
                EventNumber.CONNECTION_EVENT_ESTABLISHED,
                EventNumber.CONNECTION_EVENT_DISCONNECTED),
            told,
            "events of one connection");
  }
}
