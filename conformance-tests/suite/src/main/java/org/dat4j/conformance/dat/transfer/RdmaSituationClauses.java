package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of RDMA Writes and Reads in situations: to memory that the peer does not grant, behind good
 * requests; of a range longer than their data; and of nothing at all.
 */
class RdmaSituationClauses extends TransferTest {
  /** Cookie of the request that is not permitted; those of the others are less. */
  private static final int FAULTY = 1000;

  private static final int MOST_IN_FRONT = 8;
  private static final Dimension<Integer> SIZE = SharedDimensions.magnitudes("size", 1, 1 << 17);
  private static final Dimension<Amount> NUMBER =
      SharedDimensions.numbers("good requests in front");
  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();
  private static final Dimension<Boolean> OTHER_ZONE =
      Dimension.choice("the memory is of another PZ", false, true);

  private Dimension<Integer> sizes() {
    long most = node().attr().maxRdmaSize();
    return SIZE.where(size -> size <= most, "max_rdma_size is " + most);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.17", "dat_ep_post_rdma_write.18"})
  void writeThatIsNotGrantedFailsBehindGoodOnes() throws Exception {
    checkInSituations(
        situation -> notGranted(situation, TransferKind.RDMA_WRITE, "17", "18"),
        sizes(),
        NUMBER,
        OCCURRENCE,
        OTHER_ZONE);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_read.15", "dat_ep_post_rdma_read.16", "dat_ep_post_rdma_read.20"})
  void readThatIsNotGrantedFailsBehindGoodOnes() throws Exception {
    checkInSituations(
        situation -> notGranted(situation, TransferKind.RDMA_READ, "15", "16"),
        sizes(),
        NUMBER,
        OCCURRENCE,
        OTHER_ZONE);
  }

  private void notGranted(Situation situation, TransferKind kind, String right, String zone) {
    // The connection breaks each time, so that the second time is on another one.
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      ConnectedPair pair = pair();
      DatPeer far = pair.far();
      EpAttr attr = pair.ep().query().attr();
      boolean write = kind == TransferKind.RDMA_WRITE;
      int room = Math.min(attr.maxRequestDtos(), write ? FAULTY : attr.maxRdmaReadOut()) - 1;
      int front = Math.min(room, situation.get(NUMBER).of(MOST_IN_FRONT));
      int size = situation.get(SIZE);
      boolean elsewhere = situation.get(OTHER_ZONE);
      int granted = write ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
      Remote bad =
          elsewhere
              ? Remote.of(far, size, MemPriv.ALL, far.createZone())
              : Remote.of(far, size, LOCAL | granted, 0);
      Remote good = remote(pair, size);
      byte[] there = data(size);
      far.put(bad.region(), 0, there);
      RegisteredMemory memory = pair.near().region(size);
      RegisteredMemory target = pair.near().region(size);
      for (int i = 0; i < front; i++) {
        post(kind, pair, memory, i, good);
      }
      int refusal = PostOutcome.refusal(() -> post(kind, pair, target, FAULTY, bad));
      String id = kind.clause("", elsewhere ? zone : right, elsewhere ? zone : right);
      for (int i = 0; i < front; i++) {
        DatEvent event = AdapterFixture.await(pair.near().request());
        clause(id)
            .that(
                event.cookie() == i && event.status() != DtoStatus.ERR_REMOTE_ACCESS,
                event + " is the completion of request " + i + ", which is not blamed");
      }
      PostOutcome outcome =
          refusal == DatReturn.SUCCESS
              ? PostOutcome.of(pair.near().request(), () -> DatReturn.SUCCESS)
              : new PostOutcome(refusal, null, null);
      clause(id).ends(outcome, AT_POST, Set.of(DtoStatus.ERR_REMOTE_ACCESS));
      clause(id)
          .equal(-1, Arrays.mismatch(there, bad.content(size)), "first byte there that changed");
      clause(id)
          .equal(
              -1,
              Arrays.mismatch(new byte[size], target.get(0, size)),
              "first byte here that changed");
      if (refusal != DatReturn.SUCCESS && elsewhere) {
        // The clause of the end speaks of a missing right where it is seen at the post.
        continue;
      }
      String ending = write ? id : "dat_ep_post_rdma_read.20";
      if (!isRefusedAtPost(ending, refusal, pair.ep())) {
        ended(ending, pair);
      }
    }
  }

  private static int post(
      TransferKind kind, ConnectedPair pair, RegisteredMemory memory, int cookie, Remote to) {
    LmrIov iov = new LmrIov(1).add(memory.local(), memory.address(0), memory.length());
    int flags = CompletionFlags.DEFAULT;
    long size = memory.length();
    return kind == TransferKind.RDMA_WRITE
        ? pair.ep().postRdmaWrite(iov, cookie, to.context(), to.base(), size, flags)
        : pair.ep().postRdmaRead(iov, cookie, to.context(), to.base(), size, flags);
  }

  private static final Dimension<Integer> EXCESS =
      SharedDimensions.magnitudes("bytes that the range is longer than the data", 0, 1 << 13);
  private static final Dimension<Boolean> WRITES = Dimension.choice("RDMA Write", true, false);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.11", "dat_ep_post_rdma_read.10"})
  void longerRangeIsUsedForTheShorterLengthOnly() throws Exception {
    checkInSituations(this::longerRange, WRITES, sizes(), EXCESS, SharedDimensions.NUMBER);
  }

  private void longerRange(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    int all = size + situation.get(EXCESS);
    boolean write = situation.get(WRITES);
    String id = write ? "dat_ep_post_rdma_write.11" : "dat_ep_post_rdma_read.10";
    // For a Write the range is the remote one, for a Read the local one.
    Remote far = remote(pair, write ? all : size);
    RegisteredMemory memory = pair.near().region(write ? size : all);
    byte[] before = data(all);
    EpAttr attr = pair.ep().query().attr();
    int most = write ? attr.maxRequestDtos() : attr.maxRdmaReadOut();
    int number = situation.get(SharedDimensions.NUMBER).of(Math.min(most, MOST_IN_FRONT));
    byte[] data = data(size);
    if (write) {
      far.far().put(far.region(), 0, before);
      memory.put(0, data);
    } else {
      far.far().put(far.region(), 0, data);
      memory.put(0, before);
    }
    LmrIov iov = new LmrIov(1).add(memory.local(), memory.address(0), memory.length());
    int flags = CompletionFlags.DEFAULT;
    for (int i = 0; i < number; i++) {
      int result =
          write
              ? pair.ep().postRdmaWrite(iov, i, far.context(), far.base(), all, flags)
              : pair.ep().postRdmaRead(iov, i, far.context(), far.base(), size, flags);
      clause(id).returns(DatReturn.SUCCESS, result);
    }
    for (int i = 0; i < number; i++) {
      clause(id)
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, size);
    }
    if (write && !remoteCompletion()) {
      flushBySend(pair);
    }
    byte[] expected = before.clone();
    System.arraycopy(data, 0, expected, 0, size);
    clause(id)
        .equal(
            -1,
            Arrays.mismatch(expected, write ? far.content(all) : memory.get(0, all)),
            "first wrong byte of " + all);
  }

  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.values());
  private static final Dimension<Boolean> BETWEEN =
      Dimension.moment("a full transfer is under way in front of each", false, true);

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.08",
    "dat_ep_post_recv.09",
    "dat_ep_post_rdma_write.26",
    "dat_ep_post_rdma_read.29"
  })
  void emptyTransfersCompleteAmongOthers() throws Exception {
    checkInSituations(this::empty, KIND, sizes(), SharedDimensions.NUMBER, OCCURRENCE, BETWEEN);
  }

  private void empty(Situation situation) {
    ConnectedPair pair = pair();
    TransferKind kind = situation.get(KIND);
    int size = situation.get(SIZE);
    boolean between = situation.get(BETWEEN);
    EpAttr attr = pair.ep().query().attr();
    int room =
        kind == TransferKind.RDMA_READ
            ? attr.maxRdmaReadOut()
            : Math.min(attr.maxRequestDtos(), pair.near().attr().maxRecvDtos());
    int number =
        situation
            .get(SharedDimensions.NUMBER)
            .of(Math.max(1, Math.min(MOST_IN_FRONT, room) / (between ? 2 : 1)));
    Remote far = remote(pair, size);
    RegisteredMemory memory = pair.near().region(size);
    byte[] data = data(size);
    memory.put(0, data);
    far.far().put(far.region(), 0, data);
    String id = kind.clause("08", "26", "29");
    int each = between && room > 1 ? 2 : 1;
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      for (int i = 0; i < each * number && kind == TransferKind.SEND; i++) {
        far.far().postRecv(pair.farEp(), far.region(), 0, full(i, each) ? size : 0, i);
      }
      for (int i = 0; i < each * number; i++) {
        clause(id).returns(DatReturn.SUCCESS, emptyOrFull(kind, pair, memory, i, each, far));
      }
      for (int i = 0; i < each * number; i++) {
        clause(id)
            .completion(
                AdapterFixture.await(pair.near().request()),
                pair.ep(),
                i,
                DtoStatus.SUCCESS,
                full(i, each) ? size : 0);
      }
      for (int i = 0; i < each * number && kind == TransferKind.SEND; i++) {
        clause("dat_ep_post_recv.09")
            .completion(
                far.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, full(i, each) ? size : 0);
      }
      clause(id)
          .that(
              Arrays.equals(data, memory.get(0, size)) && Arrays.equals(data, far.content(size)),
              "the memory is unchanged");
    }
  }

  private static boolean full(int i, int each) {
    return i % each == 0 && each > 1;
  }

  private static int emptyOrFull(
      TransferKind kind,
      ConnectedPair pair,
      RegisteredMemory memory,
      int cookie,
      int each,
      Remote far) {
    LmrIov iov = new LmrIov(1);
    if (full(cookie, each)) {
      iov.add(memory.local(), memory.address(0), memory.length());
    }
    long size = full(cookie, each) ? memory.length() : 0;
    int flags = CompletionFlags.DEFAULT;
    return switch (kind) {
      case SEND -> pair.ep().postSend(iov, cookie, flags);
      case RDMA_WRITE ->
          pair.ep().postRdmaWrite(iov, cookie, far.context(), far.base(), size, flags);
      case RDMA_READ -> pair.ep().postRdmaRead(iov, cookie, far.context(), far.base(), size, flags);
    };
  }
}
