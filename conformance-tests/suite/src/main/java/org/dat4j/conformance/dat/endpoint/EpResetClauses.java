package org.dat4j.conformance.dat.endpoint;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_reset, which makes a disconnected endpoint ready for a new connection. */
class EpResetClauses extends EpStateTest {
  private static final int EARLY = 3;
  private static final long MARKER = 1000;

  /** Connects, ends the connection and takes what it left on the EVDs. */
  private DatPeer used(AdapterFixture node, Ep ep) {
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    end(pair);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    if (otherSide().isGone()) {
      return peer();
    }
    far.event(DatPeer.CONNECT);
    far.stopListening();
    return far;
  }

  private static void receives(Ep ep, RegisteredMemory region, long firstCookie) {
    int part = region.length() / EARLY;
    for (int i = 0; i < EARLY; i++) {
      long at = region.address((long) i * part);
      ep.postRecv(region.local(), at, part, firstCookie + i, CompletionFlags.DEFAULT);
    }
  }

  /** Returns the bytes of a message, which a part of the Receives has room for. */
  private int messageLength(int number) {
    return size() / EARLY - EARLY + number;
  }

  private void exchange(String id, ConnectedPair pair, long firstCookie) {
    int message = pair.far().register(size(), MemPriv.ALL, 0);
    for (int i = 0; i < EARLY; i++) {
      pair.far().postSend(pair.farEp(), message, 0, messageLength(i), i);
      clause(id)
          .completion(
              AdapterFixture.await(pair.near().recv()),
              pair.ep(),
              firstCookie + i,
              DtoStatus.SUCCESS,
              messageLength(i));
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED, KILLED})
  @Clauses({"dat_ep_reset.01", "dat_ep_reset.06"})
  void resetEndpointConnectsActivelyAgain() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = used(node, ep);
    clause("dat_ep_reset.01").succeeds("reset", ep::reset);
    clause("dat_ep_reset.01").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
    clause("dat_ep_reset.01").that(ep.getStatus().recvIdle(), "no receive outstanding");
    clause("dat_ep_reset.01").that(ep.getStatus().requestIdle(), "no request outstanding");
    RegisteredMemory region = node.region(size());
    receives(ep, region, 1);
    ConnectedPair again = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    exchange("dat_ep_reset.06", again, 1);
    clause("dat_ep_reset.06")
        .that(AdapterFixture.empty(node.connect()), "no event of the first connection");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED, KILLED})
  @Clauses("dat_ep_reset.06")
  void resetEndpointAcceptsAgain() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = used(node, ep);
    ep.reset();
    requestConnection(far, node.ia(), node.listen().connQual());
    Cr cr = AdapterFixture.await(node.cr()).cr();
    clause("dat_ep_reset.06").succeeds("accept", () -> cr.accept(ep, null));
    clause("dat_ep_reset.06")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    clause("dat_ep_reset.06").equal(EpState.CONNECTED, ep.getStatus().state(), "state");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_ep_reset.06")
  void everyConnectionAfterAResetIsDisconnectedAsTheFirst() {
    for (CloseFlags flags : CloseFlags.values()) {
      AdapterFixture node = node();
      Ep ep = node.ep();
      DatPeer far = used(node, ep);
      ep.reset();
      ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
      disconnects(node, ep, far, flags);
      far.stopListening();
      ep.reset();
      requestConnection(far, node.ia(), node.listen().connQual());
      AdapterFixture.await(node.cr()).cr().accept(ep, null);
      clause("dat_ep_reset.06")
          .connection(
              AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
      clause("dat_ep_reset.06")
          .equal(
              EventNumber.CONNECTION_EVENT_ESTABLISHED,
              far.event(DatPeer.CONNECT).number(),
              "event of the peer");
      disconnects(node, ep, far, flags);
    }
  }

  /** Ends a connection with posted Receives and checks both sides. */
  private void disconnects(AdapterFixture node, Ep ep, DatPeer far, CloseFlags flags) {
    RegisteredMemory region = node.region(size());
    receives(ep, region, 0);
    clause("dat_ep_reset.06").succeeds("disconnect", () -> ep.disconnect(flags));
    clause("dat_ep_reset.06")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_DISCONNECTED, ep);
    clause("dat_ep_reset.06")
        .equal(EpState.DISCONNECTED, AdapterFixture.reach(ep, EpState.DISCONNECTED), "state");
    for (int i = 0; i < EARLY; i++) {
      clause("dat_ep_reset.06")
          .completion(AdapterFixture.await(node.recv()), ep, i, DtoStatus.ERR_FLUSHED, 0);
    }
    clause("dat_ep_reset.06").that(AdapterFixture.empty(node.recv()), "no further completion");
    clause("dat_ep_reset.06").that(AdapterFixture.empty(node.connect()), "no further event");
    clause("dat_ep_reset.06").ending(far.event(DatPeer.CONNECT));
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_reset.02", "dat_ep_reset.05"})
  void unconnectedEndpointKeepsItsReceives() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    RegisteredMemory region = node.region(size());
    receives(ep, region, 7);
    EpParam before = ep.query();
    clause("dat_ep_reset.02").succeeds("reset", ep::reset);
    clause("dat_ep_reset.02").equal(before, ep.query(), "parameters");
    clause("dat_ep_reset.02").that(!ep.getStatus().recvIdle(), "the receives are outstanding");
    clause("dat_ep_reset.05").that(AdapterFixture.empty(node.recv()), "no completion");
    DatPeer far = peer();
    exchange("dat_ep_reset.05", ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1)), 7);
  }

  @Test
  @Clauses("dat_ep_reset.03")
  void freedEndpointIsNotReset() {
    Ep ep = node().ep();
    ep.free();
    clause("dat_ep_reset.03").throwsDat(DatReturn.INVALID_HANDLE, ep::reset);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_ep_reset.07")
  void nothingOfTheFirstConnectionSucceedsInTheSecond() {
    int part = size() / EARLY;
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = peer();
    int farEp = far.createEp(0, -1, -1);
    RegisteredMemory old = node.region(size());
    old.fill(0x55);
    ConnectedPair first = ConnectedPair.connect(node, ep, far, farEp);
    receives(ep, old, 100);
    int message = far.register(part, MemPriv.ALL, 0);
    first.ep().postSend(old.local(), old.address(0), size(), 200, CompletionFlags.DEFAULT);
    ep.disconnect(CloseFlags.ABRUPT);
    far.event(DatPeer.CONNECT);
    far.stopListening();
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    marker(ep, old, node);
    ep.reset();
    RegisteredMemory fresh = node.region(size());
    receives(ep, fresh, 300);
    ConnectedPair second = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    byte[] data = data(part);
    far.put(message, 0, data);
    for (int i = 0; i < EARLY; i++) {
      far.postSend(second.farEp(), message, 0, part, i);
    }
    int succeeded = 0;
    while (succeeded < EARLY) {
      DatEvent event = AdapterFixture.await(node.recv());
      if (event.status() == DtoStatus.SUCCESS) {
        clause("dat_ep_reset.07").completion(event, ep, 300 + succeeded, DtoStatus.SUCCESS, part);
        succeeded++;
      } else {
        clause("dat_ep_reset.07").that(event.cookie() < 300, "flushes are of the first only");
      }
    }
    byte[] kept = new byte[size()];
    Arrays.fill(kept, (byte) 0x55);
    clause("dat_ep_reset.07")
        .that(Arrays.equals(kept, old.get(0, size())), "the old buffers are unchanged");
    for (int i = 0; i < EARLY; i++) {
      clause("dat_ep_reset.07")
          .that(Arrays.equals(data, fresh.get(i * part, part)), "message " + i + " has arrived");
    }
    clause("dat_ep_reset.07").that(AdapterFixture.empty(node.recv()), "no further completion");
  }

  private static final String RESET = "dat_ep_reset";
  private static final Dimension<String> END = Dimension.choice("call", RESET, "dat_ep_free");
  private static final Dimension<Integer> SUCCESSORS =
      Dimension.number("endpoints made on the EVDs afterwards", 0, 1, 3);

  @Test
  @SecondParty
  @Clauses({"dat_ep_reset.07", "dat_evd_dequeue.02"})
  void untakenCompletionsSurviveAResetOrAreLost() throws Exception {
    checkInSituations(this::leaveUntaken, END, SUCCESSORS);
  }

  private void leaveUntaken(Situation situation) {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Ep ep = pair.ep();
    receives(ep, node.region(size()), 100);
    int message = pair.far().register(size(), MemPriv.ALL, 0);
    for (int i = 0; i < EARLY; i++) {
      pair.far().postSend(pair.farEp(), message, 0, messageLength(i), i);
    }
    // The first is taken once the last has come.
    DatEvent event = new DatEvent();
    int came = node.recv().await(TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), EARLY, event);
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    String id = situation.get(END).equals(RESET) ? "dat_ep_reset.07" : "dat_evd_dequeue.02";
    clause(id).returns(DatReturn.SUCCESS, came);
    clause(id)
        .succeeds(
            situation.get(END) + " with completions that were not taken",
            situation.get(END).equals(RESET) ? ep::reset : ep::free);
    for (int i = 0; i < situation.get(SUCCESSORS); i++) {
      node.ep();
    }
    int taken = 1;
    int answer = node.recv().dequeue(event);
    while (answer == DatReturn.SUCCESS) {
      clause(id).completion(event, ep, 100 + taken, DtoStatus.SUCCESS, messageLength(taken));
      taken++;
      answer = node.recv().dequeue(event);
    }
    clause(id).returns(DatReturn.QUEUE_EMPTY, answer);
    clause(id).that(taken <= EARLY, taken + " completions were taken, " + EARLY + " posted");
  }

  /** Posts on a disconnected endpoint and takes everything up to these completions. */
  private static void marker(Ep ep, RegisteredMemory region, AdapterFixture node) {
    int size = region.length();
    ep.postRecv(region.local(), region.address(0), size, MARKER, CompletionFlags.DEFAULT);
    ep.postSend(region.local(), region.address(0), size, MARKER, CompletionFlags.DEFAULT);
    for (Evd evd : List.of(node.recv(), node.request())) {
      DatEvent event = AdapterFixture.await(evd);
      while (event.cookie() != MARKER) {
        event = AdapterFixture.await(evd);
      }
    }
    AdapterFixture.await(node.connect());
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_ep_reset.08")
  void markerIsFlushedBehindAllEarlierTransfers() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Ep ep = pair.ep();
    RegisteredMemory region = node.region(size());
    receives(ep, region, 0);
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    for (int i = 0; i < EARLY; i++) {
      ep.postRdmaRead(
          region.local(),
          region.address(0),
          size(),
          i,
          pair.far().remote(target),
          pair.far().base(target),
          CompletionFlags.DEFAULT);
    }
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    ep.postRecv(region.local(), region.address(0), size(), MARKER, CompletionFlags.DEFAULT);
    ep.postSend(region.local(), region.address(0), size(), MARKER, CompletionFlags.DEFAULT);
    for (Evd evd : List.of(node.recv(), node.request())) {
      for (int i = 0; i < EARLY; i++) {
        clause("dat_ep_reset.08")
            .equal(i, AdapterFixture.await(evd).cookie(), "completion before the marker");
      }
      clause("dat_ep_reset.08")
          .completion(AdapterFixture.await(evd), ep, MARKER, DtoStatus.ERR_FLUSHED, 0);
      clause("dat_ep_reset.08").that(AdapterFixture.empty(evd), "nothing is behind the marker");
    }
    clause("dat_ep_reset.08").succeeds("reset", ep::reset);
  }
}
