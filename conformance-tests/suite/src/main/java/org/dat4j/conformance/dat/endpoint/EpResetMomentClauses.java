package org.dat4j.conformance.dat.endpoint;

import java.util.HashSet;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
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
import org.junit.jupiter.api.Test;

/** Tests that an endpoint is clean after a reset that meets the end of its connection. */
class EpResetMomentClauses extends DatTest {
  /** Resets in one situation. */
  private static final int ROUNDS = 12;

  private static final int FRESH = 3;
  private static final int LENGTH = 64;
  private static final long FIRST_FRESH = 1_000_000;
  private static final int SPARE = 64;
  private static final int BOTH_CONNECTIONS = 2;

  private static final Dimension<Integer> RECEIVES =
      Dimension.number("Receives outstanding", 1, 16, 2_000);
  private static final Dimension<Integer> READS = Dimension.number("RDMA Reads outstanding", 0, 4);
  private static final Dimension<String> END =
      Dimension.choice("end", "the peer disconnects", "the peer is freed");

  @Test
  @SecondParty
  @Clauses({"dat_ep_reset.01", "dat_ep_reset.06", "dat_ep_reset.07"})
  void resetBesideTheEndOfAConnectionLeavesNothingForTheNext() throws Exception {
    int most = node().limits().maxDtoPerEp();
    int longest = node().limits().maxEvdQlen();
    checkInSituations(
        this::resetBesideTheEnd,
        RECEIVES
            .where(count -> count <= most, "max_dto_per_ep is " + most)
            .where(
                count -> BOTH_CONNECTIONS * count + SPARE <= longest, "max_evd_qlen is " + longest),
        READS,
        END);
  }

  private void resetBesideTheEnd(Situation situation) throws Exception {
    int receives = situation.get(RECEIVES);
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    Evd completions = node.ia().createEvd(BOTH_CONNECTIONS * receives + SPARE, null, EvdFlags.DTO);
    RegisteredMemory memory = node.region(LENGTH);
    RegisteredMemory theirs = partner.region(LENGTH);
    Ep ep =
        node.ia()
            .createEp(
                node.pz(),
                completions,
                completions,
                node.connect(),
                node.attr().toBuilder().maxRecvDtos(Math.max(receives, FRESH)).build());
    for (int round = 0; round < ROUNDS; round++) {
      Ep peer = partner.ep();
      ConnectedPair.connect(node, ep, partner, peer);
      receive(ep, memory, 0, receives);
      for (int i = 0; i < situation.get(READS); i++) {
        ep.postRdmaRead(
            memory.local(),
            memory.address(0),
            LENGTH,
            receives + i,
            theirs.remote(),
            theirs.address(0),
            CompletionFlags.DEFAULT);
      }
      boolean frees = situation.get(END).equals("the peer is freed");
      BackgroundCall<Void> end =
          background(
              () -> {
                if (frees) {
                  peer.free();
                } else {
                  peer.disconnect(CloseFlags.ABRUPT);
                }
                return null;
              });
      clause("dat_ep_reset.01").require(isDisconnectedSoon(ep), "the endpoint became DISCONNECTED");
      clause("dat_ep_reset.01").succeeds("reset", ep::reset);
      receive(ep, memory, FIRST_FRESH, FRESH);
      clause("dat_ep_reset.01").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
      clause("dat_ep_reset.06").ending(AdapterFixture.await(node.connect()), ep);
      end.get();
      if (!frees) {
        clause("dat_ep_reset.06").ending(AdapterFixture.await(partner.connect()), peer);
        peer.free();
      }
      exchange(node, ep, partner, theirs, completions);
      reset(node, ep);
      while (!AdapterFixture.empty(completions)) {
        // Emptied by the look.
        Thread.onSpinWait();
      }
    }
  }

  private static void receive(Ep ep, RegisteredMemory memory, long firstCookie, int count) {
    for (int i = 0; i < count; i++) {
      ep.postRecv(
          memory.local(), memory.address(0), LENGTH, firstCookie + i, CompletionFlags.DEFAULT);
    }
  }

  /** Watches the state without a pause: the flush may last a few microseconds. */
  private static boolean isDisconnectedSoon(Ep ep) {
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    while (ep.getStatus().state() != EpState.DISCONNECTED) {
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Connects again; the messages have to arrive in the Receives of this connection. */
  private void exchange(
      AdapterFixture node,
      Ep ep,
      AdapterFixture partner,
      RegisteredMemory message,
      Evd completions) {
    Ep peer = partner.ep();
    ConnectedPair.connect(node, ep, partner, peer);
    for (int i = 0; i < FRESH; i++) {
      peer.postSend(message.local(), message.address(0), i + 1, i, CompletionFlags.DEFAULT);
      AdapterFixture.await(partner.request());
    }
    DatEvent event = AdapterFixture.await(completions);
    Set<Long> old = new HashSet<>();
    while (event.cookie() < FIRST_FRESH) {
      clause("dat_ep_reset.07")
          .that(old.add(event.cookie()), "completion " + event.cookie() + " comes once");
      event = AdapterFixture.await(completions);
    }
    for (int i = 0; i < FRESH; i++) {
      event = i == 0 ? event : AdapterFixture.await(completions);
      clause("dat_ep_reset.07").completion(event, ep, FIRST_FRESH + i, DtoStatus.SUCCESS, i + 1);
    }
    clause("dat_ep_reset.07").returns(DatReturn.QUEUE_EMPTY, completions.dequeue(new DatEvent()));
    clause("dat_ep_reset.06").equal(EpState.CONNECTED, ep.getStatus().state(), "state");
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.await(partner.connect());
    peer.free();
  }

  /** Makes the endpoint ready for the next round; nothing else happens meanwhile. */
  private void reset(AdapterFixture node, Ep ep) {
    clause("dat_ep_reset.06")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_DISCONNECTED, ep);
    clause("dat_ep_reset.01")
        .equal(EpState.DISCONNECTED, AdapterFixture.reach(ep, EpState.DISCONNECTED), "state");
    clause("dat_ep_reset.01").succeeds("reset", ep::reset);
  }
}
