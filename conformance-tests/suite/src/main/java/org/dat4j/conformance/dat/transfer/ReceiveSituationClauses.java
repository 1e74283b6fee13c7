package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostLimit;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of Receives on an endpoint that is modified later, of Receives posted after their Send has
 * come, and of full request queues.
 */
class ReceiveSituationClauses extends TransferTest {
  private static final int SIZE = 64;

  /** Receives that the endpoint of a change has at first, where the adapter has as many. */
  private static final int DTOS = 16;

  private static final Dimension<Integer> POSTED =
      Dimension.number("number of Receives posted", 1, 2, 3, 5, 8);
  private static final Dimension<Integer> POSTED_LATER =
      Dimension.number("number of Receives posted after the change", 0, 1, 4);
  private static final Dimension<Integer> SEGMENTS =
      Dimension.size("segments of a Receive", 1, 2, 8, 16);
  private static final Dimension<String> CHANGE =
      Dimension.occurrence(
          "change", "max_recv_dtos up", "max_recv_dtos down", "max_recv_iov", "none");
  private static final Dimension<Integer> CHANGES = Dimension.occurrence("number of changes", 1, 2);

  @Test
  @SecondParty
  @Clauses({"dat_ep_modify.14", "dat_ep_post_recv.05", "dat_ep_post_recv.06"})
  void changedEndpointKeepsItsReceives() throws Exception {
    IaAttr limits = node().limits();
    int most = Math.min(DTOS, limits.maxDtoPerEp());
    int segments = limits.maxIovSegmentsPerDto();
    checkInSituations(
        situation -> situation.get(POSTED) + situation.get(POSTED_LATER) <= most,
        this::receivesAfterChange,
        POSTED,
        POSTED_LATER,
        SEGMENTS.where(number -> number <= segments, "there are " + segments + " segments"),
        CHANGE,
        CHANGES);
  }

  private void receivesAfterChange(Situation situation) {
    AdapterFixture node = node();
    int segments = situation.get(SEGMENTS);
    int most = node.limits().maxDtoPerEp();
    int dtos = Math.min(DTOS, most);
    Ep ep =
        node.ep(node.pz(), node.attr().toBuilder().maxRecvDtos(dtos).maxRecvIov(segments).build());
    int posted = situation.get(POSTED);
    int all = posted + situation.get(POSTED_LATER);
    RegisteredMemory region = node.region(all * SIZE);
    for (int i = 0; i < posted; i++) {
      receive(ep, region, i, segments);
    }
    for (int i = 0; i < situation.get(CHANGES); i++) {
      EpAttr now = ep.query().attr();
      EpAttr.Builder next = now.toBuilder();
      switch (situation.get(CHANGE)) {
        case "max_recv_dtos up" -> next.maxRecvDtos(Math.min(most, now.maxRecvDtos() + 8));
        case "max_recv_dtos down" -> next.maxRecvDtos(Math.max(all, now.maxRecvDtos() - 1));
        case "max_recv_iov" -> next.maxRecvIov(Math.max(segments, node.attr().maxRecvIov() - i));
        default -> {
          // The call alone.
        }
      }
      long mask = EpField.EP_ATTR_MAX_RECV_DTOS | EpField.EP_ATTR_MAX_RECV_IOV;
      clause("dat_ep_modify.14")
          .succeeds(
              "a change with Receives posted",
              () -> ep.modify(mask, ep.query().toBuilder().attr(next.build()).build()));
    }
    for (int i = posted; i < all; i++) {
      receive(ep, region, i, segments);
    }
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    byte[] data = data(all * SIZE);
    int message = far.register(data.length, MemPriv.ALL, 0);
    far.put(message, 0, data);
    for (int i = 0; i < all; i++) {
      far.postSend(pair.farEp(), message, i * SIZE, SIZE, i);
      clause("dat_ep_post_recv.05")
          .completion(AdapterFixture.await(node.recv()), ep, i, DtoStatus.SUCCESS, SIZE);
    }
    clause("dat_ep_post_recv.06")
        .that(Arrays.equals(data, region.get(0, data.length)), "each message is in its Receive");
  }

  private void receive(Ep ep, RegisteredMemory region, int i, int segments) {
    LmrIov iov = new LmrIov(segments);
    int piece = SIZE / segments;
    for (int j = 0; j < segments; j++) {
      iov.add(region.local(), region.address((long) i * SIZE + (long) j * piece), piece);
    }
    clause("dat_ep_post_recv.05")
        .returns(DatReturn.SUCCESS, ep.postRecv(iov, i, CompletionFlags.DEFAULT));
  }

  /** Times without a Receive: one of them may happen to be as long as a provider waits. */
  private static final long[] STALLS_MICROS = {1_000, 5_000, 20_000, 80_000};

  private static final Dimension<Integer> MESSAGE = SharedDimensions.sizes("size", 0, 1 << 17);
  private static final Dimension<Integer> BEFORE = Dimension.occurrence("messages before", 0, 1);
  private static final Dimension<Boolean> SECOND =
      Dimension.number("not the first endpoint of the receiving adapter", false, true);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.30")
  void sendThatWaitsIsServedByTheReceiveThatComes() throws Exception {
    long most = node().attr().maxMessageSize();
    checkInSituations(
        this::servedLate,
        MESSAGE.where(size -> size <= most, "max_message_size is " + most),
        BEFORE,
        SECOND);
  }

  private void servedLate(Situation situation) {
    servedLate(micros -> endsOrIsServed(situation, micros));
  }

  /** Tries several times without a Receive, until a connection ends in it or the Send is served. */
  private void servedLate(LongPredicate trial) {
    clause("dat_ep_post_send.30")
        .that(
            LongStream.of(STALLS_MICROS).anyMatch(trial),
            "the connection stands until a Receive comes, and breaks then");
  }

  /** Sends before there is a Receive; false if the connection stood until that came, only. */
  private boolean endsOrIsServed(Situation situation, long stallMicros) {
    int size = situation.get(MESSAGE);
    int before = situation.get(BEFORE);
    AdapterFixture node = node();
    DatPeer far = peer();
    if (situation.get(SECOND)) {
      far.createEp(0, -1, -1);
    }
    ConnectedPair pair = ConnectedPair.connect(node, far);
    RegisteredMemory region = pair.near().region(Math.max(1, size));
    byte[] message = data(size);
    region.put(0, message);
    int buffer = far.register(Math.max(1, size), MemPriv.ALL, 0);
    for (int i = 0; i < before; i++) {
      far.postRecv(pair.farEp(), buffer, 0, size, i);
      pair.ep().postSend(region.local(), region.address(0), size, i, CompletionFlags.DEFAULT);
      far.event(DatPeer.RECV);
    }
    pair.ep().postSend(region.local(), region.address(0), size, before, CompletionFlags.DEFAULT);
    if (endsWithin(stallMicros, pair)) {
      return true;
    }
    far.postRecv(pair.farEp(), buffer, 0, size, before);
    return far.event(DatPeer.RECV).status() == DtoStatus.SUCCESS
        && Arrays.equals(message, far.get(buffer, 0, size))
        && far.next(DatPeer.RECV) == null;
  }

  private static boolean endsWithin(long micros, ConnectedPair pair) {
    return pair.near().connect().await(micros, 1, new DatEvent()) != DatReturn.TIMEOUT_EXPIRED
        || pair.ep().getStatus().state() != EpState.CONNECTED
        || !pair.far().state(pair.farEp()).equals(EpState.CONNECTED.name());
  }

  private static final Dimension<Integer> ARRIVING =
      SharedDimensions.magnitudes("size", 0, 1 << 17);
  private static final Dimension<Boolean> ONE_EVD =
      Dimension.attributes("one EVD for requests and Receives", false, true);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.30")
  void sendOfTheSecondPartyIsServedByTheReceiveThatComes() throws Exception {
    long most = node().attr().maxMessageSize();
    checkInSituations(
        situation -> servedLate(micros -> endsOrServes(situation, micros)),
        ARRIVING.where(size -> size <= most, "max_message_size is " + most),
        BEFORE,
        SECOND,
        ONE_EVD);
  }

  /** Posts a Receive after the Send has come; false if the connection stood until then, only. */
  private boolean endsOrServes(Situation situation, long stallMicros) {
    int size = situation.get(ARRIVING);
    int before = situation.get(BEFORE);
    AdapterFixture node = node();
    if (situation.get(SECOND)) {
      node.ep();
    }
    Evd recv = situation.get(ONE_EVD) ? node.request() : node.recv();
    Ep ep = node.ia().createEp(node.pz(), recv, node.request(), node.connect(), node.attr());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    byte[] message = data(size);
    int source = far.register(Math.max(1, size), MemPriv.ALL, 0);
    far.put(source, 0, message);
    RegisteredMemory sink = node.region(Math.max(1, size));
    for (int i = 0; i < before; i++) {
      ep.postRecv(sink.local(), sink.address(0), size, i, CompletionFlags.DEFAULT);
      far.postSend(pair.farEp(), source, 0, size, i);
      AdapterFixture.await(recv);
    }
    sink.fill(0);
    far.postSend(pair.farEp(), source, 0, size, before);
    if (endsWithin(stallMicros, pair)) {
      return true;
    }
    ep.postRecv(sink.local(), sink.address(0), size, before, CompletionFlags.DEFAULT);
    return AdapterFixture.await(recv).status() == DtoStatus.SUCCESS
        && Arrays.equals(message, sink.get(0, size))
        && AdapterFixture.empty(recv);
  }

  private static final long FIRST_STALL_NANOS = 600_000_000;
  private static final long LATER_STALL_NANOS = 450_000_000;

  /** How much a measured stall may exceed the time in which no Receive was there, in ms. */
  private static final long MARGIN_MILLIS = 100;

  private static final int STALLS = 2;

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.30")
  void eachSendIsGivenTheSameTimeForAReceive() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(SIZE);
    int buffer = pair.far().register(SIZE, MemPriv.ALL, 0);
    long longest = 0;
    for (int i = 0; i < STALLS; i++) {
      long begin = System.nanoTime();
      pair.ep().postSend(region.local(), region.address(0), 16, i, CompletionFlags.DEFAULT);
      long time = i == 0 ? FIRST_STALL_NANOS : LATER_STALL_NANOS;
      DatEvent event = new DatEvent();
      boolean stands =
          pair.near().connect().await(time / 1_000, 1, event) == DatReturn.TIMEOUT_EXPIRED;
      long stalled = System.nanoTime() - begin;
      if (stands) {
        pair.far().postRecv(pair.farEp(), buffer, 0, SIZE, i);
        stalled = System.nanoTime() - begin;
        stands = pair.far().event(DatPeer.RECV).status() == DtoStatus.SUCCESS;
      }
      if (!stands) {
        clause("dat_ep_post_send.30")
            .that(
                i == 0 || stalled > longest - TimeFactor.nanos(MARGIN_MILLIS),
                "a Send is given the time for a Receive that one before it was given");
        return;
      }
      clause("dat_ep_post_send.30")
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, 16);
      longest = Math.max(longest, stalled);
    }
  }

  private static final Dimension<Integer> LIMIT =
      Dimension.attributes("max_request_dtos", 1, 2, 3, 5, 16, 33, 64, 129);
  private static final Dimension<Integer> LENGTH = SharedDimensions.sizes("size", 0, 9000);
  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.RDMA_WRITE, TransferKind.RDMA_READ);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.27", "dat_ep_post_rdma_read.23"})
  void queueHoldsAsManyAsItsAttributeSays() throws Exception {
    IaAttr limits = node().limits();
    // The EVD has to hold twice as many.
    int most = Math.min(limits.maxDtoPerEp(), limits.maxEvdQlen() / 2);
    checkInSituations(
        this::fills,
        LIMIT.where(limit -> limit <= most, "an endpoint and its EVD have room for " + most),
        LENGTH,
        KIND);
  }

  private void fills(Situation situation) {
    AdapterFixture node = node();
    Ep ep =
        node.ep(node.pz(), node.attr().toBuilder().maxRequestDtos(situation.get(LIMIT)).build());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    int size = situation.get(LENGTH);
    Remote target = remote(pair, Math.max(1, size));
    RegisteredMemory region = node.region(Math.max(1, size));
    TransferKind kind = situation.get(KIND);
    int limit =
        kind == TransferKind.RDMA_READ
            ? Math.min(ep.query().attr().maxRdmaReadOut(), ep.query().attr().maxRequestDtos())
            : ep.query().attr().maxRequestDtos();
    String id = kind.clause("", "27", "23");
    PostLimit posts =
        new PostLimit(() -> clause(id), node.request(), ep.query().attr().maxRequestDtos());
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < limit; i++) {
        clause(id).returns(DatReturn.SUCCESS, post(kind, ep, region, size, i, target));
      }
      for (int i = 0; i < limit; i++) {
        clause(id).completion(AdapterFixture.await(node.request()), ep, i, DtoStatus.SUCCESS, size);
      }
    }
    if (kind == TransferKind.RDMA_WRITE) {
      posts.cycle(2 * limit, cookie -> post(kind, ep, region, size, cookie, target));
    }
  }

  private static int post(
      TransferKind kind, Ep ep, RegisteredMemory region, int size, int cookie, Remote target) {
    int flags = CompletionFlags.DEFAULT;
    long to = target.base();
    return kind == TransferKind.RDMA_READ
        ? ep.postRdmaRead(
            region.local(), region.address(0), size, cookie, target.context(), to, flags)
        : ep.postRdmaWrite(
            region.local(), region.address(0), size, cookie, target.context(), to, flags);
  }
}
