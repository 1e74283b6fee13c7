package org.dat4j.conformance.dat.transfer;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of the barrier fence: a request with this flag starts only after all RDMA Reads posted
 * before it are complete.
 */
class FencedRequestClauses extends TransferTest {
  private static final int TAIL = 1024;
  private static final int FENCED = 100;
  private static final Dimension<TransferKind> REQUEST =
      Dimension.choice("fenced request", TransferKind.values());
  private static final Dimension<Integer> SIZE =
      SharedDimensions.magnitudes("size of the Reads", 1, 1 << 22);
  private static final Dimension<Amount> NUMBER = SharedDimensions.numbers("Reads before");
  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();
  private static final Dimension<Boolean> AGAIN =
      Dimension.occurrence("endpoint was connected before", false, true);
  private static final Dimension<Boolean> SECOND =
      Dimension.number("not the first endpoint of the adapter", false, true);
  private static final Dimension<Boolean> ONE_EVD =
      Dimension.attributes("one EVD for requests and Receives", false, true);
  private static final Dimension<Boolean> ODD_DEPTH =
      Dimension.attributes("max_rdma_read_in is odd", false, true);

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_post_send.25", "dat_ep_post_rdma_write.25", "dat_ep_post_rdma_read.28"})
  void fenceWaitsForEarlierReads() throws Exception {
    AdapterFixture node = node();
    long most = node.limits().maxRdmaSize();
    checkInSituations(
        situation ->
            situation.get(NUMBER) != Amount.TWO
                || mostReads(node.attr(), situation.get(REQUEST)) >= 2,
        this::fenceWaits,
        REQUEST,
        SIZE.where(size -> size <= most, "max_rdma_size is " + most),
        NUMBER,
        AGAIN,
        SECOND,
        ONE_EVD,
        ODD_DEPTH,
        OCCURRENCE);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_post_send.25", "dat_ep_post_rdma_write.25", "dat_ep_post_rdma_read.28"})
  void fenceWaitsOnEachKindOfEndpoint() throws Exception {
    long most = node().limits().maxRdmaSize();
    // Short transfers leave time for each pair of values, which long ones do not.
    checkInSituations(
        this::fenceWaits,
        REQUEST,
        Dimension.size(SIZE.name(), (int) Math.min(TAIL, most)),
        NUMBER.only(number -> number == Amount.ONE),
        AGAIN,
        SECOND,
        ONE_EVD,
        ODD_DEPTH,
        OCCURRENCE.only(occurrence -> occurrence == Occurrence.FIRST));
  }

  private void fenceWaits(Situation situation) {
    int size = situation.get(SIZE);
    AdapterFixture node = node();
    if (situation.get(SECOND)) {
      node.ep();
    }
    ConnectedPair first = fencedPair(node, size, situation.get(ONE_EVD), situation.get(ODD_DEPTH));
    ConnectedPair pair = situation.get(AGAIN) ? again(first) : first;
    int reads =
        situation.get(NUMBER).of(mostReads(pair.ep().query().attr(), situation.get(REQUEST)));
    RegisteredMemory sink = pair.near().region(size);
    Remote source = remote(pair, size);
    int tail = Math.min(size, TAIL);
    int target = pair.far().register(tail, MemPriv.ALL, 0);
    for (int i = 0; i < situation.get(OCCURRENCE).times(); i++) {
      byte[] data = data(tail);
      source.far().put(source.region(), size - tail, data);
      // A fenced Read brings other bytes to the same memory, and has to be the last to do so.
      byte[] expected = data;
      if (situation.get(REQUEST) == TransferKind.RDMA_READ) {
        expected = data(tail);
        pair.far().put(target, 0, expected);
      }
      for (int j = 0; j < reads; j++) {
        read(pair, sink, j, source);
      }
      fenced(situation.get(REQUEST), pair, sink, tail, target);
      String id = situation.get(REQUEST).clause("25", "25", "28");
      for (int j = 0; j < reads; j++) {
        clause(id)
            .completion(
                AdapterFixture.await(pair.near().request()), pair.ep(), j, DtoStatus.SUCCESS, size);
      }
      clause(id)
          .completion(
              AdapterFixture.await(pair.near().request()),
              pair.ep(),
              FENCED,
              DtoStatus.SUCCESS,
              tail);
      clause(id)
          .that(Arrays.equals(expected, sink.get(size - tail, tail)), "the Read brings its data");
      if (situation.get(REQUEST) != TransferKind.RDMA_READ) {
        arrived(id, situation.get(REQUEST), pair, target, data);
      }
    }
  }

  private ConnectedPair fencedPair(AdapterFixture node, int size, boolean oneEvd, boolean odd) {
    int depth = node.attr().maxRdmaReadIn();
    int in = odd && depth % 2 == 0 ? Math.max(1, depth - 1) : depth;
    EpAttr attr = node.attr().toBuilder().maxRdmaSize(size).maxRdmaReadIn(in).build();
    Ep ep =
        oneEvd
            ? node.ia().createEp(node.pz(), node.request(), node.request(), node.connect(), attr)
            : node.ep(node.pz(), attr);
    DatPeer far = peer();
    return ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
  }

  /** Returns how many Reads have to be taken before a fenced request, so that it is taken, too. */
  private static int mostReads(EpAttr attr, TransferKind fenced) {
    int reads =
        fenced == TransferKind.RDMA_READ ? attr.maxRdmaReadOut() - 1 : attr.maxRdmaReadOut();
    return Math.max(1, Math.min(reads, attr.maxRequestDtos() - 1));
  }

  private static void fenced(
      TransferKind request, ConnectedPair pair, RegisteredMemory sink, int tail, int target) {
    int from = sink.length() - tail;
    DatPeer far = pair.far();
    if (request == TransferKind.SEND) {
      far.postRecv(pair.farEp(), target, 0, tail, 1);
    }
    request.post(
        pair.ep(),
        sink,
        from,
        tail,
        FENCED,
        far.remote(target),
        far.base(target),
        CompletionFlags.BARRIER_FENCE);
  }

  private void arrived(
      String id, TransferKind request, ConnectedPair pair, int target, byte[] data) {
    if (request == TransferKind.SEND) {
      clause(id).completion(pair.far().event(DatPeer.RECV), 1, DtoStatus.SUCCESS, data.length);
    } else if (!remoteCompletion()) {
      flushBySend(pair);
    }
    clause(id)
        .that(
            Arrays.equals(data, pair.far().get(target, 0, data.length)),
            "the fenced request carries what was read");
  }

  private static void read(ConnectedPair pair, RegisteredMemory sink, long cookie, Remote source) {
    pair.ep()
        .postRdmaRead(
            sink.local(),
            sink.address(0),
            sink.length(),
            cookie,
            source.context(),
            source.base(),
            CompletionFlags.DEFAULT);
  }
}
