package org.dat4j.conformance.dat.transfer;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.PostLimit;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_post_send, which sends a message to the connected endpoint. */
class PostSendClauses extends TransferTest {
  private static final int UNDEFINED_FLAG = 0x100;

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_send.01", "dat_ep_post_send.02", "dat_ep_post_send.03"})
  void sendDeliversItsSegments() {
    int half = size() / 2;
    int part = size() / 3;
    int sent = half + part + 3;
    ConnectedPair pair = pair();
    int buffer = buffers(pair, 1, size());
    RegisteredMemory region = pair.near().region(2 * size());
    byte[] data = data(2 * size());
    region.put(0, data);
    LmrIov iov =
        new LmrIov(3)
            .add(region.local(), region.address(size() + 9), half)
            .add(region.local(), region.address(0), part)
            .add(region.local(), region.address(size()), 3);
    clause("dat_ep_post_send.01")
        .returns(DatReturn.SUCCESS, pair.ep().postSend(iov, 77, CompletionFlags.DEFAULT));
    clause("dat_ep_post_send.02")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 77, DtoStatus.SUCCESS, sent);
    clause("dat_ep_post_send.03")
        .completion(pair.far().event(DatPeer.RECV), 0, DtoStatus.SUCCESS, sent);
    byte[] expected = new byte[size()];
    System.arraycopy(data, size() + 9, expected, 0, half);
    System.arraycopy(data, 0, expected, half, part);
    System.arraycopy(data, size(), expected, half + part, 3);
    clause("dat_ep_post_send.03")
        .that(
            Arrays.equals(expected, pair.far().get(buffer, 0, size())),
            "the segments in their order and nothing behind them");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_send.04", "dat_ep_post_send.27"})
  void sendsArriveAndCompleteInOrder() {
    ConnectedPair pair = pair();
    int buffer = buffers(pair, COOKIES.length);
    RegisteredMemory region = pair.near().region(64 * COOKIES.length);
    byte[] data = data(64 * COOKIES.length);
    region.put(0, data);
    for (int i = 0; i < COOKIES.length; i++) {
      pair.ep()
          .postSend(
              region.local(), region.address(i * 64L), i + 1, COOKIES[i], CompletionFlags.DEFAULT);
    }
    for (int i = 0; i < COOKIES.length; i++) {
      DatEvent event = AdapterFixture.await(pair.near().request());
      clause("dat_ep_post_send.27").equal(COOKIES[i], event.cookie(), "cookie " + i);
      clause("dat_ep_post_send.04")
          .completion(event, pair.ep(), COOKIES[i], DtoStatus.SUCCESS, i + 1);
      clause("dat_ep_post_send.04")
          .completion(pair.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, i + 1);
      clause("dat_ep_post_send.04")
          .that(
              Arrays.equals(
                  Arrays.copyOfRange(data, i * 64, i * 64 + i + 1),
                  pair.far().get(buffer, i * 64, i + 1)),
              "bytes of message " + i);
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses({"dat_ep_post_send.05", "dat_ep_post_send.06", "dat_ep_post_send.07"})
  void stateDecidesWhetherASendIsTaken() {
    stateDecides(
        "dat_ep_post_send.05", "dat_ep_post_send.06", "dat_ep_post_send.07", PostSendClauses::post);
  }

  private static int post(Ep ep, RegisteredMemory region, long cookie) {
    return ep.postSend(
        region.local(), region.address(0), region.length(), cookie, CompletionFlags.DEFAULT);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.08", "dat_ep_post_send.09", "dat_h.02"})
  void emptyMessagesAndSegmentsAreLegal() {
    ConnectedPair pair = pair();
    buffers(pair, 4, size());
    LmrIov none = new LmrIov(1);
    clause("dat_ep_post_send.08")
        .returns(DatReturn.SUCCESS, pair.ep().postSend(none, 1, CompletionFlags.DEFAULT));
    clause("dat_ep_post_send.08")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 1, DtoStatus.SUCCESS, 0);
    clause("dat_ep_post_send.08")
        .completion(pair.far().event(DatPeer.RECV), 0, DtoStatus.SUCCESS, 0);
    clause("dat_ep_post_send.08")
        .returns(DatReturn.SUCCESS, pair.ep().postSend(null, 3, CompletionFlags.DEFAULT));
    clause("dat_ep_post_send.08")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 3, DtoStatus.SUCCESS, 0);
    clause("dat_ep_post_send.08")
        .completion(pair.far().event(DatPeer.RECV), 1, DtoStatus.SUCCESS, 0);
    RegisteredMemory region = pair.near().region(size());
    LmrIov mixed =
        new LmrIov(3)
            .add(0x5eed, -1, 0)
            .add(region.local(), region.address(0), size())
            .add(0, Long.MAX_VALUE, 0);
    clause("dat_ep_post_send.09")
        .returns(DatReturn.SUCCESS, pair.ep().postSend(mixed, 2, CompletionFlags.DEFAULT));
    clause("dat_ep_post_send.09")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, size());
    clause("dat_ep_post_send.09")
        .completion(pair.far().event(DatPeer.RECV), 2, DtoStatus.SUCCESS, size());
    clause("dat_h.02")
        .returns(DatReturn.SUCCESS, pair.ep().postSend(0x5eed, -1, 0, 3, CompletionFlags.DEFAULT));
    clause("dat_h.02").completion(pair.far().event(DatPeer.RECV), 3, DtoStatus.SUCCESS, 0);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.10",
    "dat_ep_post_send.11",
    "dat_ep_post_send.23",
    "dat_ep_post_send.26"
  })
  void wrongArgumentsAreRefusedAndNothingIsSent() {
    ConnectedPair pair = pair();
    buffers(pair, 1, size());
    RegisteredMemory region = pair.near().region(size());
    int most = pair.ep().query().attr().maxRequestIov();
    LmrIov tooMany = new LmrIov(most + 1);
    for (int i = 0; i <= most; i++) {
      tooMany.add(region.local(), region.address(i), 1);
    }
    clause("dat_ep_post_send.10")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> pair.ep().postSend(tooMany, 1, CompletionFlags.DEFAULT));
    clause("dat_ep_post_send.11")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> pair.ep().postSend(region.local(), region.address(0), -1, 1, 0));
    clause("dat_ep_post_send.23")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                pair.ep()
                    .postSend(
                        region.local(), region.address(0), 4, 1, CompletionFlags.UNSIGNALLED));
    for (int flag : new int[] {UNDEFINED_FLAG, Integer.MIN_VALUE}) {
      clause("dat_ep_post_send.26")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> pair.ep().postSend(region.local(), region.address(0), 4, 1, flag));
    }
    clause("dat_ep_post_send.26")
        .equal(
            DtoStatus.SUCCESS, pair.send(region, size(), 9).status(), "a correct Send afterwards");
    clause("dat_ep_post_send.26")
        .completion(pair.far().event(DatPeer.RECV), 0, DtoStatus.SUCCESS, size());
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.12")
  void messageAboveTheMaximumIsRefused() {
    ConnectedPair pair = pair(attr -> attr.maxMessageSize(size()));
    maximumHolds(
        "dat_ep_post_send.12",
        pair,
        pair.ep().query().attr().maxMessageSize(),
        Set.of(DtoStatus.ERR_LOCAL_LENGTH),
        (to, length) -> new Sending(to));
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.13")
  void sendsAreOutstandingUntilTheirCompletionsAreTaken() {
    boolean holds = pair().holdsASend();
    AdapterFixture node = node();
    Evd request = node.ia().createEvd(8, null, EvdFlags.DTO);
    EpAttr attr = node.attr().toBuilder().maxRequestDtos(4).build();
    Ep ep = node.ia().createEp(node.pz(), node.recv(), request, node.connect(), attr);
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    int limit = ep.query().attr().maxRequestDtos();
    RegisteredMemory region = node.region(size());
    PostLimit sends = new PostLimit(() -> clause("dat_ep_post_send.13"), request, limit);
    if (!holds) {
      sharedBuffer(pair, node.attr().maxRecvDtos(), size());
    }
    int outstanding = sends.fill(cookie -> post(ep, region, cookie));
    int room = Math.min(outstanding, limit);
    if (holds) {
      sharedBuffer(pair, room, size());
    }
    // The Receives complete all of them; they stay outstanding until the completions are taken.
    SrqFixture.queued(request, room);
    sends.fill(cookie -> post(ep, region, cookie));
    for (int i = 0; i < room; i++) {
      sends.take(DtoStatus.SUCCESS);
    }
    sends.fill(cookie -> post(ep, region, cookie));
    ep.disconnect(CloseFlags.ABRUPT);
    sends.drain(null);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.14", "dat_ep_post_send.15", "dat_ep_post_send.16"})
  void localSegmentsAreChecked() {
    localSegmentsAreChecked(
        "dat_ep_post_send.14", "dat_ep_post_send.15", "dat_ep_post_send.16", Sending::new);
  }

  /** A Send, with a Receive at the second party. */
  private final class Sending implements Scene {
    private final ConnectedPair pair;
    private final int buffer;

    private Sending(ConnectedPair pair) {
      this.pair = pair;
      this.buffer = buffers(pair, 1, size());
    }

    @Override
    public int post(int context, long address, long length) {
      return pair.ep().postSend(context, address, length, 1, CompletionFlags.DEFAULT);
    }

    @Override
    public void failed(String id) {
      pair.ep().disconnect(CloseFlags.ABRUPT);
      EventView receive = pair.far().event(DatPeer.RECV);
      clause(id).that(receive.status() != DtoStatus.SUCCESS, "no Receive succeeds, got " + receive);
      clause(id)
          .that(
              Arrays.equals(new byte[size()], pair.far().get(buffer, 0, size())),
              "the peer's buffer is unchanged");
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.17")
  void sendFromUnreadableMemoryIsRefusedWhereEnforced() {
    localReadIsNeededWhereEnforced("dat_ep_post_send.17", Sending::new);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_send.19", "dat_ep_post_send.20", "dat_ep_post_send.21"})
  void suppressedSendReportsFailureOnly() {
    ConnectedPair pair = pair();
    buffers(pair, 3, size());
    RegisteredMemory region = pair.near().region(size());
    pair.ep().postSend(region.local(), region.address(0), size(), 1, CompletionFlags.SUPPRESS);
    pair.ep().postSend(region.local(), region.address(0), size(), 2, CompletionFlags.SUPPRESS);
    clause("dat_ep_post_send.19")
        .completion(pair.send(region, size(), 3).event(), pair.ep(), 3, DtoStatus.SUCCESS, size());
    clause("dat_ep_post_send.19")
        .that(AdapterFixture.empty(pair.near().request()), "no other completion");
    for (int i = 0; i < 3; i++) {
      clause("dat_ep_post_send.21")
          .completion(pair.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, size());
    }
    pair.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    pair.ep().postSend(region.local(), region.address(0), size(), 4, CompletionFlags.SUPPRESS);
    clause("dat_ep_post_send.20")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 4, DtoStatus.ERR_FLUSHED, 0);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_send.28", "dat_ep_post_send.31"})
  void bytesAreThoseAtTheExecution() {
    ConnectedPair pair = pair();
    int buffer = buffers(pair, 8, size());
    RegisteredMemory region = pair.near().region(size() + 8);
    for (int i = 0; i < 8; i++) {
      byte[] data = data(size());
      region.put(i, data);
      clause("dat_ep_post_send.31")
          .equal(
              DtoStatus.SUCCESS,
              PostOutcome.of(pair.near().request(), sendAt(pair, region, i, size())).status(),
              "Send at offset " + i);
      region.fill(0);
      pair.far().event(DatPeer.RECV);
      clause(i % 2 == 0 ? "dat_ep_post_send.28" : "dat_ep_post_send.31")
          .that(
              Arrays.equals(data, pair.far().get(buffer, i * size(), size())),
              "bytes of the Send at offset " + i);
    }
    clause("dat_ep_post_send.31")
        .equal(256, DatConstants.OPTIMAL_ALIGNMENT, "DAT_OPTIMAL_ALIGNMENT");
  }

  private static PostOutcome.Post sendAt(
      ConnectedPair pair, RegisteredMemory region, int offset, int length) {
    return () ->
        pair.ep()
            .postSend(
                region.local(), region.address(offset), length, offset, CompletionFlags.DEFAULT);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.29", "dat_ep_post_send.30", "dat_ep_post_send.18"})
  void sendWithoutReceiveWaitsOrBreaks() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    clause("dat_ep_post_send.29").returns(DatReturn.SUCCESS, post(pair.ep(), region, 1));
    DatEvent event = new DatEvent();
    long wait = TimeFactor.micros(2000);
    if (pair.near().request().await(wait, 1, event) == DatReturn.TIMEOUT_EXPIRED) {
      buffers(pair, 1, size());
      event = AdapterFixture.await(pair.near().request());
      clause("dat_ep_post_send.30").completion(event, pair.ep(), 1, DtoStatus.SUCCESS, size());
      clause("dat_ep_post_send.30")
          .completion(pair.far().event(DatPeer.RECV), 0, DtoStatus.SUCCESS, size());
      // The Send that was kept breaks nothing; one that overruns its Receive does.
      int small = pair.far().register(8, MemPriv.ALL, 0);
      pair.far().postRecv(pair.farEp(), small, 0, 8, 1);
      post(pair.ep(), region, 2);
    } else if (event.status() == DtoStatus.SUCCESS) {
      // A wire without acknowledgements completes a Send before anybody took it.
      clause("dat_ep_post_send.30").completion(event, pair.ep(), 1, DtoStatus.SUCCESS, size());
    } else {
      clause("dat_ep_post_send.30")
          .completion(event, pair.ep(), 1, DtoStatus.ERR_RECEIVER_NOT_READY, 0);
    }
    ended("dat_ep_post_send.18", pair);
  }
}
