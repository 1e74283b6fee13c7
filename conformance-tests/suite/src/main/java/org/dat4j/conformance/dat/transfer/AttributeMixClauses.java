package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of endpoints with different limits for Sends, Receives, RDMA Writes and RDMA Reads, such as
 * the number of segments, with several outstanding at once.
 */
class AttributeMixClauses extends TransferTest {
  private static final int PIECE = 24;

  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.values());
  private static final Dimension<Integer> OWN =
      Dimension.attributes("segments of its kind", 1, 2, 3, 4);
  private static final Dimension<Integer> OTHERS =
      Dimension.attributes("segments of the other kinds", 1, 2, 4);
  private static final Dimension<Integer> TOGETHER =
      Dimension.number("number at once", 1, 2, 4, 16);
  private static final Dimension<Integer> FAR_READS =
      Dimension.attributes("max_rdma_read_in of the other side, -1 for the usual one", -1, 0, 1);
  private static final Dimension<Boolean> LATER =
      Dimension.occurrence("the number of segments is changed before the connection", false, true);
  private static final Dimension<Boolean> WAITS =
      Dimension.moment("a Send in front of them waits for a Receive", false, true);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.03", "dat_ep_post_rdma_write.03", "dat_ep_post_rdma_read.03"})
  void eachKindHasItsOwnNumberOfSegments() throws Exception {
    EpAttr usual = node().attr();
    int segments =
        Math.min(usual.maxRequestIov(), Math.min(usual.maxRdmaReadIov(), usual.maxRdmaWriteIov()));
    String reason = "the adapter has " + segments + " segments for each kind";
    boolean holds = pair().holdsASend();
    checkInSituations(
        this::transfersOf,
        KIND,
        OWN.where(number -> number <= segments, reason),
        OTHERS.where(number -> number <= segments, reason),
        TOGETHER,
        FAR_READS,
        WAITS.where(waits -> holds || !waits, ConnectedPair.SEND_BREAKS));
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_recv.06", "dat_ep_modify.14"})
  void receivesHaveTheirOwnNumberOfSegments() throws Exception {
    int segments = node().attr().maxRecvIov();
    String reason = "the adapter has " + segments + " segments for a Receive";
    checkInSituations(
        this::receivesOf,
        OWN.where(number -> number <= segments, reason),
        OTHERS.where(number -> number <= segments, reason),
        TOGETHER,
        LATER);
  }

  private void receivesOf(Situation situation) {
    int own = situation.get(OWN);
    AdapterFixture node = node();
    int count = Math.min(node.attr().maxRecvDtos(), situation.get(TOGETHER));
    EpAttr.Builder attr =
        node.attr().toBuilder().maxRequestIov(situation.get(OTHERS)).maxRecvIov(own);
    Ep ep;
    if (situation.get(LATER)) {
      ep = node.ep(node.pz(), attr.maxRecvIov(1).build());
      EpAttr wider = ep.query().attr().toBuilder().maxRecvIov(own).build();
      ep.modify(EpField.EP_ATTR_MAX_RECV_IOV, ep.query().toBuilder().attr(wider).build());
    } else {
      ep = node.ep(node.pz(), attr.build());
    }
    clause("dat_ep_modify.14")
        .that(ep.query().attr().maxRecvIov() >= own, "a Receive has " + own + " segments");
    int size = own * PIECE;
    RegisteredMemory here = node.region(count * size);
    for (int i = 0; i < count; i++) {
      LmrIov iov = new LmrIov(own);
      for (int k = 0; k < own; k++) {
        iov.add(here.local(), here.address((long) i * size + (long) k * PIECE), PIECE);
      }
      clause("dat_ep_modify.14").returns(DatReturn.SUCCESS, ep.postRecv(iov, i, 0));
    }
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    Remote there = remote(pair, count * size);
    byte[] data = data(count * size);
    far.put(there.region(), 0, data);
    for (int i = 0; i < count; i++) {
      far.postSend(pair.farEp(), there.region(), i * size, size, i);
      clause("dat_ep_post_recv.06")
          .equal(DtoStatus.SUCCESS, far.event(DatPeer.REQUEST).status(), "end of the Send");
      clause("dat_ep_post_recv.06")
          .completion(AdapterFixture.await(node.recv()), ep, i, DtoStatus.SUCCESS, size);
    }
    clause("dat_ep_post_recv.06")
        .that(Arrays.equals(data, here.get(0, data.length)), "the bytes of all segments");
  }

  private void transfersOf(Situation situation) {
    TransferKind kind = situation.get(KIND);
    int own = situation.get(OWN);
    int others = situation.get(OTHERS);
    AdapterFixture node = node();
    EpAttr attr =
        node.attr().toBuilder()
            .maxRequestIov(kind == TransferKind.SEND ? own : others)
            .maxRdmaWriteIov(kind == TransferKind.RDMA_WRITE ? own : others)
            .maxRdmaReadIov(kind == TransferKind.RDMA_READ ? own : others)
            .build();
    Ep ep = node.ep(node.pz(), attr);
    DatPeer far = peer();
    // A Read needs a depth; everything else goes without.
    int farReads = kind == TransferKind.RDMA_READ ? -1 : situation.get(FAR_READS);
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, farReads, -1));
    // One place is left for the Send in front of them.
    int most =
        kind == TransferKind.RDMA_READ
            ? ep.query().attr().maxRdmaReadOut()
            : attr.maxRequestDtos() - 1;
    int count = Math.min(most, situation.get(TOGETHER));
    int size = own * PIECE;
    RegisteredMemory here = node.region(count * size);
    Remote there = remote(pair, count * size);
    byte[] data = data(count * size);
    if (kind == TransferKind.RDMA_READ) {
      far.put(there.region(), 0, data);
    } else {
      here.put(0, data);
    }
    boolean waits = situation.get(WAITS);
    if (waits) {
      ep.postSend(new LmrIov(1), 0, CompletionFlags.DEFAULT);
    }
    String id = kind.clause("03", "03", "03");
    for (int i = 0; i < count; i++) {
      if (!waits && kind == TransferKind.SEND) {
        far.postRecv(pair.farEp(), there.region(), i * size, size, i);
      }
      int result = post(kind, ep, here, there, i, own);
      if (own > others && DatReturn.type(result) == DatReturn.INVALID_PARAMETER) {
        // max_request_iov may limit all kinds.
        return;
      }
      clause(id).returns(DatReturn.SUCCESS, result);
    }
    if (waits) {
      int empty = far.register(1, MemPriv.ALL, 0);
      far.postRecv(pair.farEp(), empty, 0, 1, count);
      for (int i = 0; i < count && kind == TransferKind.SEND; i++) {
        far.postRecv(pair.farEp(), there.region(), i * size, size, i);
      }
      if (AdapterFixture.await(node.request()).status() != DtoStatus.SUCCESS) {
        // A Send need not wait for a Receive (DAT-D11).
        return;
      }
      far.event(DatPeer.RECV);
    }
    for (int i = 0; i < count; i++) {
      clause(id).completion(AdapterFixture.await(node.request()), ep, i, DtoStatus.SUCCESS, size);
    }
    if (kind == TransferKind.SEND) {
      for (int i = 0; i < count; i++) {
        far.event(DatPeer.RECV);
      }
    } else if (kind == TransferKind.RDMA_WRITE) {
      flushBySend(pair);
    }
    byte[] found =
        kind == TransferKind.RDMA_READ ? here.get(0, data.length) : there.content(data.length);
    clause(id).that(Arrays.equals(data, found), "the bytes of all segments");
  }

  private static int post(
      TransferKind kind, Ep ep, RegisteredMemory here, Remote there, int number, int segments) {
    long at = (long) number * segments * PIECE;
    LmrIov iov = new LmrIov(segments);
    for (int i = 0; i < segments; i++) {
      iov.add(here.local(), here.address(at + (long) i * PIECE), PIECE);
    }
    int flags = CompletionFlags.DEFAULT;
    long to = there.base() + at;
    long size = (long) segments * PIECE;
    return switch (kind) {
      case SEND -> ep.postSend(iov, number, flags);
      case RDMA_WRITE -> ep.postRdmaWrite(iov, number, there.context(), to, size, flags);
      case RDMA_READ -> ep.postRdmaRead(iov, number, there.context(), to, size, flags);
    };
  }

  private static final Dimension<Integer> DEPTH =
      Dimension.attributes("max_rdma_read_in and max_rdma_read_out", 1, 2, 4);
  private static final Dimension<Integer> READ_SIZE =
      SharedDimensions.magnitudes("size of a Read", 1, 1 << 17);
  private static final Dimension<Integer> WRITE_SIZE =
      SharedDimensions.magnitudes("size of a Write", 1, 1 << 17);
  private static final Dimension<String> PATTERN =
      Dimension.choice(
          "order", "a Write before each Read", "a Read before each Write", "Reads first");

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.02", "dat_ep_post_rdma_read.23"})
  void readsOfEachDepthGoWithWrites() throws Exception {
    IaAttr near = node().limits();
    IaAttr far = partner().limits();
    int most =
        Math.min(
            Math.min(near.maxRdmaReadPerEpIn(), near.maxRdmaReadPerEpOut()),
            Math.min(far.maxRdmaReadPerEpIn(), far.maxRdmaReadPerEpOut()));
    long longest = node().attr().maxRdmaSize();
    String reason = "the longest RDMA of a usual endpoint has " + longest + " bytes";
    checkInSituations(
        this::readsAmongWrites,
        DEPTH.where(depth -> depth <= most, "an endpoint may have " + most + " Reads"),
        READ_SIZE.where(size -> size <= longest, reason),
        WRITE_SIZE.where(size -> size <= longest, reason),
        PATTERN);
  }

  private void readsAmongWrites(Situation situation) {
    int depth = situation.get(DEPTH);
    AdapterFixture node = node();
    EpAttr attr = node.attr().toBuilder().maxRdmaReadIn(depth).maxRdmaReadOut(depth).build();
    Ep ep = node.ep(node.pz(), attr);
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, depth, depth));
    int[] sizes = {situation.get(READ_SIZE), situation.get(WRITE_SIZE)};
    RegisteredMemory here = node.region(sizes[0] + sizes[1]);
    Remote there = remote(pair, sizes[0] + sizes[1]);
    for (int round = 0; round < 2; round++) {
      boolean[] writes = order(situation.get(PATTERN), depth);
      for (int i = 0; i < writes.length; i++) {
        int size = sizes[writes[i] ? 1 : 0];
        long at = writes[i] ? sizes[0] : 0;
        int flags = CompletionFlags.DEFAULT;
        int result =
            writes[i]
                ? ep.postRdmaWrite(
                    here.local(),
                    here.address(at),
                    size,
                    i,
                    there.context(),
                    there.base() + at,
                    flags)
                : ep.postRdmaRead(
                    here.local(),
                    here.address(at),
                    size,
                    i,
                    there.context(),
                    there.base() + at,
                    flags);
        clause(writes[i] ? "dat_ep_post_rdma_write.02" : "dat_ep_post_rdma_read.23")
            .returns(DatReturn.SUCCESS, result);
      }
      for (int i = 0; i < writes.length; i++) {
        clause(writes[i] ? "dat_ep_post_rdma_write.02" : "dat_ep_post_rdma_read.23")
            .completion(
                AdapterFixture.await(node.request()),
                ep,
                i,
                DtoStatus.SUCCESS,
                sizes[writes[i] ? 1 : 0]);
      }
    }
  }

  /** Tells of each request whether it is a Write; there are as many Reads as Writes. */
  private static boolean[] order(String pattern, int depth) {
    boolean[] writes = new boolean[2 * depth];
    for (int i = 0; i < writes.length; i++) {
      writes[i] =
          switch (pattern) {
            case "a Write before each Read" -> i % 2 == 0;
            case "a Read before each Write" -> i % 2 == 1;
            default -> i >= depth;
          };
    }
    return writes;
  }
}
