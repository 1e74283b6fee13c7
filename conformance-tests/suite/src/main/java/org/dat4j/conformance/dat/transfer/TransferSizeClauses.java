package org.dat4j.conformance.dat.transfer;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.junit.jupiter.api.Test;

/**
 * Tests that transfers of all sizes deliver their bytes in order and nowhere else: in one or
 * several segments, one or many at once.
 */
class TransferSizeClauses extends TransferTest {
  /** Bytes behind the target of a batch, which have to stay as they are. */
  private static final int GUARD = 8;

  /** The most bytes of a batch, so that a small machine can register them. */
  private static final int MAX_BYTES = 1 << 22;

  private static final byte UNTOUCHED = 0x5a;
  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.values());
  private static final Dimension<Integer> SIZE = SharedDimensions.sizes("size", 0, 1 << 20);
  private static final Dimension<Boolean> SEVERAL = Dimension.size("several segments", false, true);

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({
    "dat_ep_post_send.02",
    "dat_ep_post_send.03",
    "dat_ep_post_rdma_write.02",
    "dat_ep_post_rdma_write.03",
    "dat_ep_post_rdma_read.03"
  })
  void bytesArriveInOrderAndNowhereElse() throws Exception {
    EpAttr attr = node().attr();
    long longest = Math.min(attr.maxMessageSize(), attr.maxRdmaSize());
    checkInSituations(
        situation ->
            (situation.get(SharedDimensions.NUMBER) != Amount.MOST || situation.get(SIZE) <= 65537)
                && (!situation.get(SEVERAL) || situation.get(KIND).mostSegments(attr) > 1),
        this::transfer,
        KIND,
        SIZE.where(size -> size <= longest, "the longest transfer has " + longest + " bytes"),
        SEVERAL,
        SharedDimensions.NUMBER,
        SharedDimensions.OCCURRENCE);
  }

  private void transfer(Situation situation) {
    ConnectedPair pair = pair();
    Batch batch = new Batch(pair, situation);
    switch (situation.get(SharedDimensions.OCCURRENCE)) {
      case FIRST -> {
        // Nothing comes before.
      }
      case SECOND -> batch.run(pair, 1);
      case AFTER_DRAIN -> {
        for (int i = 0; i < 3; i++) {
          batch.run(pair, batch.most);
        }
      }
      case AFTER_RESIZE -> {
        batch.run(pair, 1);
        Evd request = pair.near().request();
        request.resize(2 * request.query().evdQlen());
      }
      case AFTER_RECONNECT -> {
        batch.run(pair, 1);
        pair = again(pair);
      }
    }
    batch.run(pair, batch.number);
  }

  /** Transfers of one kind and size that are posted together. */
  private final class Batch {
    private final TransferKind kind;
    private final int size;
    private final boolean several;
    private final int number;
    private final int most;
    private final RegisteredMemory near;
    private final Remote far;

    private Batch(ConnectedPair pair, Situation situation) {
      EpAttr attr = pair.ep().query().attr();
      kind = situation.get(KIND);
      size = situation.get(SIZE);
      several = situation.get(SEVERAL);
      int room =
          kind == TransferKind.RDMA_READ
              ? Math.min(attr.maxRdmaReadOut(), pair.near().attr().maxRequestDtos())
              : Math.min(attr.maxRequestDtos(), pair.near().attr().maxRecvDtos());
      most = Math.max(1, Math.min(room, MAX_BYTES / Math.max(1, size)));
      number = situation.get(SharedDimensions.NUMBER).of(most);
      near = pair.near().region(most * size + GUARD);
      far = remote(pair, most * size + GUARD);
    }

    private void run(ConnectedPair pair, int count) {
      byte[] data = data(count * size);
      byte[] other = new byte[data.length + GUARD];
      Arrays.fill(other, UNTOUCHED);
      boolean reads = kind == TransferKind.RDMA_READ;
      if (reads) {
        far.far().put(far.region(), 0, data);
        near.put(0, other);
      } else {
        near.put(0, data);
        far.far().put(far.region(), 0, other);
      }
      if (kind == TransferKind.SEND) {
        for (int i = 0; i < count; i++) {
          far.far().postRecv(pair.farEp(), far.region(), i * size, size, i);
        }
      }
      String id = kind.clause("02", "02", "03");
      for (int i = 0; i < count; i++) {
        clause(id).returns(DatReturn.SUCCESS, post(pair.ep(), i));
      }
      for (int i = 0; i < count; i++) {
        clause(id)
            .completion(
                AdapterFixture.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, size);
      }
      if (kind == TransferKind.SEND) {
        for (int i = 0; i < count; i++) {
          clause("dat_ep_post_send.03")
              .completion(far.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, size);
        }
      } else if (kind == TransferKind.RDMA_WRITE && !remoteCompletion()) {
        flushBySend(pair);
      }
      byte[] expected = Arrays.copyOf(data, other.length);
      Arrays.fill(expected, data.length, expected.length, UNTOUCHED);
      byte[] found =
          reads ? near.get(0, expected.length) : far.far().get(far.region(), 0, expected.length);
      clause(kind.clause("03", "03", "03"))
          .equal(-1, Arrays.mismatch(expected, found), "first wrong byte of " + data.length);
    }

    private int post(Ep ep, int i) {
      LmrIov iov = new LmrIov(2);
      int first = several ? size / 3 : size;
      iov.add(near.local(), near.address((long) i * size), first);
      if (several) {
        iov.add(near.local(), near.address((long) i * size + first), size - first);
      }
      long remote = far.base() + (long) i * size;
      int flags = CompletionFlags.DEFAULT;
      return switch (kind) {
        case SEND -> ep.postSend(iov, i, flags);
        case RDMA_WRITE -> ep.postRdmaWrite(iov, i, far.context(), remote, size, flags);
        case RDMA_READ -> ep.postRdmaRead(iov, i, far.context(), remote, size, flags);
      };
    }
  }

  private static final int MAX_LENGTH = (1 << 24) + 1;
  private static final int TAIL = 64;
  private static final Dimension<Integer> LONG_SIZE =
      Dimension.size("size", 1000, (1 << 20) + 1, MAX_LENGTH - 2, MAX_LENGTH - 1, MAX_LENGTH);

  /** A connection for long transfers, made once as its memory is large. */
  private record LongLine(
      AdapterFixture node,
      AdapterFixture partner,
      Ep ep,
      Ep far,
      RegisteredMemory here,
      RegisteredMemory there) {}

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.02",
    "dat_ep_post_recv.04",
    "dat_ep_post_rdma_write.02",
    "dat_ep_post_rdma_read.02"
  })
  void longTransfersTellTheirLength() throws Exception {
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    int most = (int) Math.min(MAX_LENGTH, Math.min(longest(node), longest(partner)));
    Ep ep =
        node.ep(node.pz(), node.attr().toBuilder().maxMessageSize(most).maxRdmaSize(most).build());
    Ep far =
        partner.ep(
            partner.pz(),
            partner.attr().toBuilder().maxMessageSize(most).maxRdmaSize(most).build());
    ConnectedPair.connect(node, ep, partner, far);
    LongLine line = new LongLine(node, partner, ep, far, node.region(most), partner.region(most));
    checkInSituations(
        situation -> tellsLength(line, situation),
        KIND,
        LONG_SIZE.where(size -> size <= most, "the longest transfer has " + most + " bytes"));
  }

  private static long longest(AdapterFixture node) {
    IaAttr limits = node.limits();
    return Math.min(
        limits.maxLmrBlockSize(), Math.min(limits.maxMessageSize(), limits.maxRdmaSize()));
  }

  private void tellsLength(LongLine line, Situation situation) {
    TransferKind kind = situation.get(KIND);
    int size = situation.get(LONG_SIZE);
    long to = line.there.address(0);
    int flags = CompletionFlags.DEFAULT;
    boolean reads = kind == TransferKind.RDMA_READ;
    RegisteredMemory source = reads ? line.there : line.here;
    RegisteredMemory target = reads ? line.here : line.there;
    // The last bytes tell whether all have arrived; all of them would take a second each time.
    byte[] last = data(TAIL);
    source.put(size - TAIL, last);
    if (kind == TransferKind.SEND) {
      line.far.postRecv(line.there.local(), to, size, 1, flags);
    }
    kind.post(line.ep, line.here, 0, size, 2, line.there.remote(), to, flags);
    clause(kind.clause("02", "02", "02"))
        .completion(AdapterFixture.await(line.node.request()), line.ep, 2, DtoStatus.SUCCESS, size);
    if (kind == TransferKind.SEND) {
      clause("dat_ep_post_recv.04")
          .completion(
              AdapterFixture.await(line.partner.recv()), line.far, 1, DtoStatus.SUCCESS, size);
    }
    if (kind == TransferKind.RDMA_WRITE && !remoteCompletion()) {
      awaitPlacement(line);
    }
    clause(kind.clause("02", "02", "02"))
        .that(
            Arrays.equals(last, target.get(size - TAIL, TAIL)),
            "the last bytes of " + size + " have arrived");
  }

  /** Sends an empty message behind a Write that may be complete before its bytes are placed. */
  private void awaitPlacement(LongLine line) {
    line.far.postRecv(new LmrIov(1), 3, CompletionFlags.DEFAULT);
    line.ep.postSend(new LmrIov(1), 4, CompletionFlags.DEFAULT);
    clause("dat_ep_post_rdma_write.02")
        .completion(AdapterFixture.await(line.partner.recv()), line.far, 3, DtoStatus.SUCCESS, 0);
    clause("dat_ep_post_rdma_write.02")
        .completion(AdapterFixture.await(line.node.request()), line.ep, 4, DtoStatus.SUCCESS, 0);
  }
}
