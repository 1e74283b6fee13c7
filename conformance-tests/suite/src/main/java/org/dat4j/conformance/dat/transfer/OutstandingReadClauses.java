package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of several RDMA Reads or Writes outstanding at once, up to and beyond the read depth, and
 * with one that the peer refuses.
 */
class OutstandingReadClauses extends TransferTest {
  private static final int GRAIN = 64;
  private static final int LARGE = 1 << 19;

  private static final Dimension<Integer> DEPTH =
      Dimension.attributes("read depth", 1, 2, 3, 4, 5, 6, 7, 8, 16, 128);
  private static final Dimension<String> NUMBER =
      Dimension.number("number of Reads", "depth", "depth + 1", "2 * depth");
  private static final Dimension<Integer> FIRST_SIZE =
      Dimension.size("size of the first Read", GRAIN, 1 << 16, LARGE);
  private static final Dimension<Integer> LATER_SIZE =
      Dimension.size("size of the later Reads", GRAIN, 70_000);

  private static final Dimension<String> ENDPOINT =
      Dimension.occurrence("endpoint", "first", "second of its adapter", "connected before");

  /** The largest depth at which later Reads are large, so that captures of a run stay small. */
  private static final int DEPTH_OF_LARGE = 4;

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.23")
  void readsOfEachDepthBringTheirOwnBytes() throws Exception {
    AdapterFixture node = node();
    IaAttr limits = node.limits();
    int most =
        Math.min(
            Math.min(limits.maxDtoPerEp(), limits.maxEvdQlen() / 2),
            Math.min(limits.maxRdmaReadPerEpIn(), limits.maxRdmaReadPerEpOut()));
    long longest = node.attr().maxRdmaSize();
    checkInSituations(
        situation -> situation.get(LATER_SIZE) == GRAIN || situation.get(DEPTH) <= DEPTH_OF_LARGE,
        this::reads,
        DEPTH.where(depth -> depth <= most, "the adapter has a read depth of " + most),
        NUMBER,
        FIRST_SIZE.where(size -> size <= longest, "max_rdma_size is " + longest),
        LATER_SIZE.where(size -> size <= longest, "max_rdma_size is " + longest),
        ENDPOINT);
  }

  private void reads(Situation situation) {
    int depth = situation.get(DEPTH);
    AdapterFixture node = node();
    int requests = Math.min(2 * depth, node.limits().maxDtoPerEp());
    node.request().resize(Math.max(requests, node.request().query().evdQlen()));
    if (situation.get(ENDPOINT).equals("second of its adapter")) {
      node.ep();
    }
    Ep ep =
        node.ep(
            node.pz(),
            node.attr().toBuilder()
                .maxRdmaReadIn(depth)
                .maxRdmaReadOut(depth)
                .maxRequestDtos(requests)
                .build());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, depth, -1));
    if (situation.get(ENDPOINT).equals("connected before")) {
      pair = again(pair, depth);
    }
    int number =
        switch (situation.get(NUMBER)) {
          case "depth" -> depth;
          case "depth + 1" -> depth + 1;
          default -> 2 * depth;
        };
    int first = situation.get(FIRST_SIZE);
    int later = situation.get(LATER_SIZE);
    int length = first + (number - 1) * later;
    Remote source = remote(pair, length);
    byte[] data = data(length);
    far.put(source.region(), 0, data);
    RegisteredMemory sink = node.region(length);
    int posted = 0;
    int result = DatReturn.SUCCESS;
    for (int at = 0; posted < number && result == DatReturn.SUCCESS; posted++) {
      int size = posted == 0 ? first : later;
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
      int size = i == 0 ? first : later;
      clause("dat_ep_post_rdma_read.23")
          .completion(AdapterFixture.await(node.request()), ep, i, DtoStatus.SUCCESS, size);
    }
    int done = first + (posted - 1) * later;
    clause("dat_ep_post_rdma_read.23")
        .equal(
            -1,
            Arrays.mismatch(Arrays.copyOf(data, done), sink.get(0, done)),
            "first wrong byte of " + done);
  }

  private static final Dimension<Integer> PEER_DEPTH =
      Dimension.attributes("read depth of the peer, which connects", 1, 2, 3, 5);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.23")
  void acceptingSideReadsFromAPeerOfEachDepth() throws Exception {
    int most = node().limits().maxRdmaReadPerEpIn();
    checkInSituations(
        this::readsOfAcceptor,
        PEER_DEPTH.where(depth -> depth <= most, "the adapter has a read depth of " + most));
  }

  private void readsOfAcceptor(Situation situation) {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep ep = node.ep();
    int farEp = far.createEp(0, situation.get(PEER_DEPTH), -1);
    far.connect(
        farEp,
        node.ia().address().getAddress(),
        node.listen().connQual(),
        DatConstants.TIMEOUT_INFINITE,
        null);
    int number = node.attr().maxRdmaReadOut();
    RegisteredMemory sink = node.region(number * GRAIN);
    ep.postRecv(sink.local(), sink.address(0), 1, 1, CompletionFlags.DEFAULT);
    AdapterFixture.await(node.cr()).cr().accept(ep, null);
    AdapterFixture.await(node.connect());
    far.event(DatPeer.CONNECT);
    byte[] data = data(number * GRAIN);
    int source = far.register(data.length, MemPriv.ALL, 0);
    far.put(source, 0, data);
    // Some transports let the side that has connected send first.
    far.postSend(farEp, source, 0, 1, 1);
    AdapterFixture.await(node.recv());
    for (int i = 0; i < number; i++) {
      clause("dat_ep_post_rdma_read.23")
          .returns(
              DatReturn.SUCCESS,
              ep.postRdmaRead(
                  sink.local(),
                  sink.address(i * GRAIN),
                  GRAIN,
                  i,
                  far.remote(source),
                  far.base(source) + (long) i * GRAIN,
                  CompletionFlags.DEFAULT));
    }
    for (int i = 0; i < number; i++) {
      clause("dat_ep_post_rdma_read.23")
          .completion(AdapterFixture.await(node.request()), ep, i, DtoStatus.SUCCESS, GRAIN);
    }
    clause("dat_ep_post_rdma_read.23")
        .equal(-1, Arrays.mismatch(data, sink.get(0, data.length)), "first wrong byte");
  }

  /** More requests than a provider may keep in a list of fixed length. */
  private static final int MANY = 100;

  /** How often many are posted: a fast peer may serve most of them meanwhile. */
  private static final int ROUNDS_OF_MANY = 8;

  private static final Dimension<Integer> TOGETHER = Dimension.number("number", 1, 2, 3, 4, MANY);
  private static final Dimension<Integer> EARLIER =
      Dimension.occurrence("requests of the connection before", 0, 1, 5);
  private static final Dimension<String> GUILTY =
      Dimension.number("guilty", "first", "second", "middle", "last");
  private static final Dimension<Boolean> SAME_CONTEXT =
      Dimension.choice("all to one context", false, true);
  private static final Dimension<Integer> INNOCENT_SIZE =
      Dimension.size("size of the others", GRAIN, 1 << 16);

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
        INNOCENT_SIZE,
        EARLIER);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.15", "dat_ep_post_rdma_write.16"})
  void refusedWriteIsTheOneThatIsBlamed() throws Exception {
    IaAttr limits = node().limits();
    int most = Math.min(limits.maxDtoPerEp(), limits.maxEvdQlen());
    checkInSituations(
        situation -> situation.get(TOGETHER) < MANY || situation.get(INNOCENT_SIZE) == GRAIN,
        situation -> refused(TransferKind.RDMA_WRITE, situation),
        TOGETHER.where(number -> number <= most, "an endpoint has room for " + most + " requests"),
        GUILTY,
        SAME_CONTEXT,
        INNOCENT_SIZE,
        EARLIER);
  }

  private static final Dimension<Integer> FULL_DEPTH =
      Dimension.attributes("read depth, and as many Reads", 1, 2, 3, 5, 8, 13, 16);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_read.13", "dat_ep_post_rdma_read.14"})
  void refusedReadOfAFullDepthIsTheOneThatIsBlamed() throws Exception {
    IaAttr limits = node().limits();
    int most = Math.min(limits.maxRdmaReadPerEpIn(), limits.maxRdmaReadPerEpOut());
    checkInSituations(
        situation ->
            refusedOnce(
                TransferKind.RDMA_READ,
                situation.get(FULL_DEPTH),
                situation.get(FULL_DEPTH),
                situation),
        FULL_DEPTH.where(depth -> depth <= most, "the adapter has a read depth of " + most),
        GUILTY,
        SAME_CONTEXT,
        INNOCENT_SIZE,
        EARLIER);
  }

  private void refused(TransferKind kind, Situation situation) {
    int rounds = situation.get(TOGETHER) == MANY ? ROUNDS_OF_MANY : 1;
    for (int i = 0; i < rounds; i++) {
      refusedOnce(kind, situation.get(TOGETHER), -1, situation);
    }
  }

  /**
   * Posts requests of which the peer refuses one.
   *
   * @param depth of the Reads, -1 for the usual
   */
  private void refusedOnce(TransferKind kind, int number, int depth, Situation situation) {
    int guilty =
        switch (situation.get(GUILTY)) {
          case "first" -> 0;
          case "second" -> Math.min(1, number - 1);
          case "middle" -> number / 2;
          default -> number - 1;
        };
    boolean same = situation.get(SAME_CONTEXT);
    int size = situation.get(INNOCENT_SIZE);
    String id = same ? kind.clause("", "16", "14") : kind.clause("", "15", "13");
    int requests = Math.max(number, node().attr().maxRequestDtos());
    AdapterFixture node = node();
    EpAttr.Builder attr = node.attr().toBuilder().maxRequestDtos(requests);
    if (depth >= 0) {
      attr.maxRdmaReadIn(depth).maxRdmaReadOut(depth);
    }
    DatPeer far = peer();
    ConnectedPair pair =
        ConnectedPair.connect(
            node, node.ep(node.pz(), attr.build()), far, far.createEp(0, depth, -1));
    Evd request = node.request();
    if (request.query().evdQlen() < requests) {
      request.resize(requests);
    }
    int innocent = far.register(number * size, MemPriv.ALL, 0);
    int context = far.remote(innocent);
    long base = far.base(innocent);
    int freed = far.register(GRAIN, MemPriv.ALL, 0);
    int freedContext = far.remote(freed);
    far.freeRegion(freed);
    RegisteredMemory memory = pair.near().region(number * size);
    for (int i = 0; i < situation.get(EARLIER); i++) {
      clause(id)
          .returns(
              DatReturn.SUCCESS,
              post(kind, pair.ep(), memory, memory.address(0), size, i, context, base));
      clause(id).completion(AdapterFixture.await(request), pair.ep(), i, DtoStatus.SUCCESS, size);
    }
    for (int i = 0; i < number; i++) {
      int target = i == guilty && !same ? freedContext : context;
      // Beyond the end, so that the ranges do not overlap.
      long address = base + (long) (i == guilty && same ? number : i) * size;
      long local = memory.address((long) i * size);
      int cookie = i;
      int refusal =
          PostOutcome.refusal(
              () -> post(kind, pair.ep(), memory, local, size, cookie, target, address));
      if (i == guilty && AT_POST.contains(refusal)) {
        clause(id).that(true, "it is refused at the post");
        return;
      }
      clause(id).returns(DatReturn.SUCCESS, refusal);
    }
    for (int i = 0; i < number; i++) {
      DatEvent event = AdapterFixture.await(request);
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

  private static int post(
      TransferKind kind,
      Ep ep,
      RegisteredMemory memory,
      long local,
      int size,
      int cookie,
      int context,
      long address) {
    int flags = CompletionFlags.DEFAULT;
    return kind == TransferKind.RDMA_READ
        ? ep.postRdmaRead(memory.local(), local, size, cookie, context, address, flags)
        : ep.postRdmaWrite(memory.local(), local, size, cookie, context, address, flags);
  }
}
