package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.Outcome;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of several RDMA Reads and Writes that are outstanding at once: as many as the read depth
 * and more, and with one among them that the peer refuses.
 */
class OutstandingReadClauses extends TransferTest {
  private static final int GRAIN = 64;
  private static final int LARGE = 1 << 19;

  /** The most requests that are outstanding: twice the largest read depth. */
  private static final int REQUESTS = 32;

  private static final Dimension<Integer> DEPTH =
      Dimension.of("read depth", 1, 2, 3, 4, 5, 6, 7, 8, 16);
  private static final Dimension<String> NUMBER =
      Dimension.of("number of Reads", "depth", "depth + 1", "2 * depth");
  private static final Dimension<Integer> FIRST_SIZE =
      Dimension.of("size of the first Read", GRAIN, 1 << 16, LARGE);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.23")
  void readsOfEachDepthBringTheirOwnBytes() throws Exception {
    AdapterFixture node = node();
    int most =
        Math.min(
            node.limits().maxDtoPerEp(),
            Math.min(node.limits().maxRdmaReadPerEpIn(), node.limits().maxRdmaReadPerEpOut()));
    long longest = node.attr().maxRdmaSize();
    checkInSituations(
        this::reads,
        DEPTH.where(depth -> depth <= most, "the adapter has a read depth of " + most),
        NUMBER,
        FIRST_SIZE.where(size -> size <= longest, "max_rdma_size is " + longest));
  }

  private void reads(Situation situation) {
    int depth = situation.get(DEPTH);
    AdapterFixture node = node();
    int requests = Math.min(REQUESTS, node.limits().maxDtoPerEp());
    Ep ep =
        node.ep(
            node.pz(),
            node.attr().toBuilder().maxRdmaReadOut(depth).maxRequestDtos(requests).build());
    Party far = party();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, depth, -1));
    int number =
        switch (situation.get(NUMBER)) {
          case "depth" -> depth;
          case "depth + 1" -> depth + 1;
          default -> 2 * depth;
        };
    int first = situation.get(FIRST_SIZE);
    int length = first + (number - 1) * GRAIN;
    Remote source = remote(pair, length);
    byte[] data = data(length);
    far.put(source.region(), 0, data);
    RegisteredMemory sink = node.region(length);
    int posted = 0;
    int result = DatReturn.SUCCESS;
    for (int at = 0; posted < number && result == DatReturn.SUCCESS; posted++) {
      int size = posted == 0 ? first : GRAIN;
      result =
          ep.postRdmaRead(
              sink.local(),
              sink.address(at),
              size,
              posted,
              source.context(),
              source.base() + at,
              CompletionFlags.DEFAULT);
      at += size;
    }
    if (result != DatReturn.SUCCESS) {
      posted--;
      clause("dat_ep_post_rdma_read.23").returns(DatReturn.INSUFFICIENT_RESOURCES, result);
    }
    clause("dat_ep_post_rdma_read.23")
        .that(posted >= depth, posted + " Reads were taken, at least " + depth + " have to be");
    for (int i = 0; i < posted; i++) {
      int size = i == 0 ? first : GRAIN;
      clause("dat_ep_post_rdma_read.23")
          .completion(AdapterFixture.await(node.request()), ep, i, DtoStatus.SUCCESS, size);
    }
    int done = first + (posted - 1) * GRAIN;
    clause("dat_ep_post_rdma_read.23")
        .equal(
            -1,
            Arrays.mismatch(Arrays.copyOf(data, done), sink.get(0, done)),
            "first wrong byte of " + done);
  }

  private static final Dimension<Integer> TOGETHER = Dimension.of("number", 1, 2, 3, 4);
  private static final Dimension<String> GUILTY = Dimension.of("guilty", "first", "middle", "last");
  private static final Dimension<Boolean> SAME_CONTEXT =
      Dimension.of("all to one context", false, true);
  private static final Dimension<Integer> INNOCENT_SIZE =
      Dimension.of("size of the others", GRAIN, 1 << 16);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_read.13", "dat_ep_post_rdma_read.14"})
  void refusedReadIsTheOneThatIsBlamed() throws Exception {
    int depth = node().attr().maxRdmaReadOut();
    checkInSituations(
        situation -> refused(TransferKind.RDMA_READ, situation),
        TOGETHER.where(number -> number <= depth, "max_rdma_read_out is " + depth),
        GUILTY,
        SAME_CONTEXT,
        INNOCENT_SIZE);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.15", "dat_ep_post_rdma_write.16"})
  void refusedWriteIsTheOneThatIsBlamed() throws Exception {
    checkInSituations(
        situation -> refused(TransferKind.RDMA_WRITE, situation),
        TOGETHER,
        GUILTY,
        SAME_CONTEXT,
        INNOCENT_SIZE);
  }

  private void refused(TransferKind kind, Situation situation) {
    int number = situation.get(TOGETHER);
    int guilty =
        switch (situation.get(GUILTY)) {
          case "first" -> 0;
          case "middle" -> number / 2;
          default -> number - 1;
        };
    boolean same = situation.get(SAME_CONTEXT);
    int size = situation.get(INNOCENT_SIZE);
    String id = same ? kind.clause("", "16", "14") : kind.clause("", "15", "13");
    ConnectedPair pair = pair();
    Party far = pair.far();
    int innocent = far.register(number * size, MemPriv.ALL, 0);
    int context = far.remote(innocent);
    long base = far.base(innocent);
    int freed = far.register(GRAIN, MemPriv.ALL, 0);
    int freedContext = far.remote(freed);
    far.freeRegion(freed);
    RegisteredMemory memory = pair.near().region(number * size);
    for (int i = 0; i < number; i++) {
      int target = i == guilty && !same ? freedContext : context;
      // Beyond the end, so that the ranges do not overlap.
      long address = base + (long) (i == guilty && same ? number : i) * size;
      long local = memory.address((long) i * size);
      int cookie = i;
      int flags = CompletionFlags.DEFAULT;
      Ep ep = pair.ep();
      int refusal =
          Outcome.refusal(
              () ->
                  kind == TransferKind.RDMA_READ
                      ? ep.postRdmaRead(memory.local(), local, size, cookie, target, address, flags)
                      : ep.postRdmaWrite(
                          memory.local(), local, size, cookie, target, address, flags));
      if (i == guilty && AT_POST.contains(refusal)) {
        clause(id).that(true, "it is refused at the post");
        return;
      }
      clause(id).returns(DatReturn.SUCCESS, refusal);
    }
    for (int i = 0; i < number; i++) {
      DatEvent event = AdapterFixture.await(pair.near().request());
      clause(id).equal(i, event.cookie(), "posting order");
      if (i == guilty) {
        clause(id).equal(DtoStatus.ERR_REMOTE_ACCESS, event.status(), "status of the guilty one");
      } else {
        clause(id)
            .that(
                event.status() != DtoStatus.ERR_REMOTE_ACCESS
                    && (i < guilty || event.status() != DtoStatus.SUCCESS),
                "an innocent one is not blamed, and none succeeds behind the guilty one: " + event);
      }
    }
  }
}
