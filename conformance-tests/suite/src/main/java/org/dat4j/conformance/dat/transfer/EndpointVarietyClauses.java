package org.dat4j.conformance.dat.transfer;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Limit;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Srq;
import org.junit.jupiter.api.Test;

/**
 * Tests that transfers work as usual on unusual endpoints: reconnected, with one EVD for
 * everything, with other limits or settings, or with long transfers.
 */
class EndpointVarietyClauses extends DatTest {
  private static final String SEND = "dat_ep_post_send.02";
  private static final String RECV = "dat_ep_post_recv.04";
  private static final String WRITE = "dat_ep_post_rdma_write.02";
  private static final String READ = "dat_ep_post_rdma_read.02";
  private static final String FLUSH = "dat_ep_disconnect.08";
  private static final String RESET = "dat_ep_reset.06";
  private static final String WITH_SRQ = "dat_ep_create_with_srq.14";
  private static final int SMALL = 40;
  private static final int QLEN = 64;

  /** A connection, and where its completions go. */
  private record VariedConnection(
      AdapterFixture node, Ep ep, DatPeer far, int farEp, Evd recv, Evd request, Srq srq) {
    /** Returns the clause that a check is of; with an SRQ all are of its own. */
    String clause(String usual) {
      return srq == null ? usual : WITH_SRQ;
    }

    static VariedConnection of(ConnectedPair pair) {
      AdapterFixture node = pair.near();
      return new VariedConnection(
          node, pair.ep(), pair.far(), pair.farEp(), node.recv(), node.request(), null);
    }
  }

  /** Makes a number of transfers of each kind, all posted before the first completion is taken. */
  private void round(VariedConnection varied, int size, int count) {
    RegisteredMemory memory = varied.node().region(2 * size * count);
    int there = varied.far().register(size * count, MemPriv.ALL, 0);
    byte[] data = data(size * count);
    memory.put(0, data);
    sends(varied, memory, there, size, count);
    clause(varied.clause(SEND))
        .that(
            Arrays.equals(data, varied.far().get(there, 0, data.length)), "the bytes of the Sends");
    if (varied.srq() == null) {
      receives(varied, memory, there, size, count);
      clause(varied.clause(RECV)).that(holds(memory, data), "the bytes of the Receives");
    }
    varied.far().put(there, 0, new byte[data.length]);
    rdma(varied, memory, there, size, count, true);
    if (!remoteCompletion()) {
      // A Read behind the Writes shows that they are placed.
      rdma(varied, memory, there, 1, 1, false);
    }
    clause(varied.clause(WRITE))
        .that(Arrays.equals(data, varied.far().get(there, 0, data.length)), "the bytes written");
    memory.put(data.length, new byte[data.length]);
    rdma(varied, memory, there, size, count, false);
    clause(varied.clause(READ)).that(holds(memory, data), "the bytes read");
    clause(varied.clause(SEND))
        .that(AdapterFixture.empty(varied.request()), "no further completion");
    clause(varied.clause(RECV)).that(AdapterFixture.empty(varied.recv()), "no further completion");
  }

  /** Tells whether the second half of the memory has these bytes. */
  private static boolean holds(RegisteredMemory memory, byte[] data) {
    return Arrays.equals(data, memory.get(data.length, data.length));
  }

  private void sends(
      VariedConnection varied, RegisteredMemory memory, int there, int size, int count) {
    for (int i = 0; i < count; i++) {
      varied.far().postRecv(varied.farEp(), there, i * size, size, i);
    }
    for (int i = 0; i < count; i++) {
      clause(varied.clause(SEND))
          .returns(
              DatReturn.SUCCESS,
              varied
                  .ep()
                  .postSend(
                      memory.local(),
                      memory.address((long) i * size),
                      size,
                      100 + i,
                      CompletionFlags.DEFAULT));
    }
    for (int i = 0; i < count; i++) {
      clause(varied.clause(SEND))
          .completion(
              AdapterFixture.await(varied.request()),
              varied.ep(),
              100 + i,
              DtoStatus.SUCCESS,
              size);
      clause(varied.clause(SEND))
          .completion(varied.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, size);
    }
  }

  private void receives(
      VariedConnection varied, RegisteredMemory memory, int there, int size, int count) {
    for (int i = 0; i < count; i++) {
      clause(varied.clause(RECV))
          .returns(
              DatReturn.SUCCESS,
              varied
                  .ep()
                  .postRecv(
                      memory.local(),
                      memory.address((long) (count + i) * size),
                      size,
                      200 + i,
                      CompletionFlags.DEFAULT));
    }
    for (int i = 0; i < count; i++) {
      varied.far().postSend(varied.farEp(), there, i * size, size, i);
    }
    for (int i = 0; i < count; i++) {
      clause(varied.clause(RECV))
          .completion(
              AdapterFixture.await(varied.recv()), varied.ep(), 200 + i, DtoStatus.SUCCESS, size);
      clause(varied.clause(RECV))
          .completion(varied.far().event(DatPeer.REQUEST), i, DtoStatus.SUCCESS, size);
    }
  }

  private void rdma(
      VariedConnection varied,
      RegisteredMemory memory,
      int there,
      int size,
      int count,
      boolean writes) {
    String id = varied.clause(writes ? WRITE : READ);
    int context = varied.far().remote(there);
    // No more Reads at once than the endpoint has to take.
    int together = writes ? count : Math.min(count, varied.ep().query().attr().maxRdmaReadOut());
    for (int first = 0; first < count; first += together) {
      int end = Math.min(count, first + together);
      for (int i = first; i < end; i++) {
        long from = memory.address((long) (writes ? i : count + i) * size);
        long to = varied.far().base(there) + (long) i * size;
        int lmr = memory.local();
        int flags = CompletionFlags.DEFAULT;
        clause(id)
            .returns(
                DatReturn.SUCCESS,
                writes
                    ? varied.ep().postRdmaWrite(lmr, from, size, 300 + i, context, to, flags)
                    : varied.ep().postRdmaRead(lmr, from, size, 400 + i, context, to, flags));
      }
      for (int i = first; i < end; i++) {
        long cookie = (writes ? 300 : 400) + i;
        clause(id)
            .completion(
                AdapterFixture.await(varied.request()),
                varied.ep(),
                cookie,
                DtoStatus.SUCCESS,
                size);
      }
    }
  }

  /** Disconnects with two Receives posted, and expects them and the end of the connection. */
  private void flush(String id, VariedConnection varied, Evd connect) {
    RegisteredMemory memory = varied.node().region(SMALL);
    for (int i = 0; i < 2; i++) {
      varied.ep().postRecv(memory.local(), memory.address(0), SMALL, i, CompletionFlags.DEFAULT);
    }
    clause(id).succeeds("disconnect", () -> varied.ep().disconnect(CloseFlags.ABRUPT));
    int flushed = 0;
    int ended = 0;
    List<Evd> evds = connect == varied.recv() ? List.of(connect) : List.of(varied.recv(), connect);
    for (int i = 0; i < 3; i++) {
      Evd evd = evds.size() == 1 || i < 2 ? evds.get(0) : evds.get(1);
      DatEvent event = AdapterFixture.await(evd);
      if (event.number() == EventNumber.DTO_COMPLETION_EVENT) {
        clause(id).completion(event, varied.ep(), flushed++, DtoStatus.ERR_FLUSHED, 0);
      } else {
        clause(id).connection(event, EventNumber.CONNECTION_EVENT_DISCONNECTED, varied.ep());
        ended++;
      }
    }
    clause(id).equal("2 1", flushed + " " + ended, "flushed Receives, and ends");
    clause(id).ending(varied.far().event(DatPeer.CONNECT));
  }

  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.values());
  private static final Dimension<Integer> SIZE = SharedDimensions.magnitudes("size", 1, 1 << 17);
  private static final Dimension<Integer> LONG =
      SharedDimensions.magnitudes("size", 1 << 12, 1 << 21);
  private static final Dimension<Amount> NUMBER = SharedDimensions.NUMBER;
  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();

  private static final Dimension<Limit> POSTS =
      SharedDimensions.limits("max_recv_dtos and max_request_dtos");
  private static final Dimension<Limit> READS =
      SharedDimensions.limits("max_rdma_read_in and max_rdma_read_out");

  /** Leaves out the sizes above what an endpoint takes. */
  private static Dimension<Integer> atMost(Dimension<Integer> sizes, VariedConnection varied) {
    EpAttr attr = varied.ep().query().attr();
    long most = Math.min(attr.maxMessageSize(), attr.maxRdmaSize());
    return sizes.where(size -> size <= most, "the longest transfer has " + most + " bytes");
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ, RESET})
  void secondConnectionOfAnEndpointTransfersAsTheFirst() throws Exception {
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = peer();
    Evd other = SoftwareEvents.evd(node.ia(), null);
    Evd own = SoftwareEvents.evd(node.ia(), null);
    // A thread that waits elsewhere takes nothing.
    BackgroundCall<DatEvent> waiter = background(() -> AdapterFixture.await(other));
    SoftwareEvents.awaitWaiter(other);
    for (int connection = 1; connection <= 2; connection++) {
      VariedConnection varied =
          VariedConnection.of(ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1)));
      round(varied, SMALL, 2);
      flush(RESET, varied, node.connect());
      clause(RESET).succeeds("reset", ep::reset);
      clause(RESET).equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
      far.stopListening();
      SoftwareEvents.post(own, "own");
      clause(RESET).equal("own", SoftwareEvents.drain(own), "software events");
    }
    SoftwareEvents.post(other, "last");
    clause(RESET).equal("last", waiter.get().pointer(), "event of the other EVD");
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ, FLUSH})
  void oneEvdHasTheCompletionsOfBothDirections() {
    AdapterFixture node = node();
    Evd both = node.ia().createEvd(QLEN, node.ia().createCno(null), EvdFlags.DTO);
    Ep ep = node.ia().createEp(node.pz(), both, both, node.connect(), node.attr());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    VariedConnection varied = new VariedConnection(node, ep, far, pair.farEp(), both, both, null);
    round(varied, SMALL, 2);
    flush(FLUSH, varied, node.connect());
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ, FLUSH})
  void oneEvdHasTheCompletionsAndTheEndOfAConnection() {
    AdapterFixture node = node();
    boolean merges = run().capabilities().get("merge_dto_connection").equals(1L);
    int flags = merges ? EvdFlags.DTO | EvdFlags.CONNECTION : EvdFlags.DTO;
    Evd all = node.ia().createEvd(QLEN, null, flags);
    Evd connect = merges ? all : node.connect();
    Ep ep = node.ia().createEp(node.pz(), all, all, connect, node.attr());
    DatPeer far = peer();
    int farEp = far.createEp(0, -1, -1);
    ConnectedPair.connect(ep, far.address(), far.listen(), null);
    far.awaitRequest();
    far.accept(farEp, null);
    clause(FLUSH)
        .connection(AdapterFixture.await(connect), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    far.event(DatPeer.CONNECT);
    node.breakTheSilence(ep);
    VariedConnection varied = new VariedConnection(node, ep, far, farEp, all, all, null);
    round(varied, SMALL, 2);
    flush(FLUSH, varied, connect);
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ, FLUSH})
  void endpointsOfOtherLimitsTransferAsTheUsualOnes() throws Exception {
    AdapterFixture node = node();
    int reads = Math.min(node.limits().maxRdmaReadPerEpIn(), node.limits().maxRdmaReadPerEpOut());
    long most = Math.min(node.attr().maxMessageSize(), node.attr().maxRdmaSize());
    DatPeer far = peer();
    checkInSituations(
        situation -> {
          int posts = situation.get(POSTS).of(1, QLEN / 2, node.attr().maxRequestDtos());
          int depth = situation.get(READS).of(1, Math.min(reads, QLEN / 2), 1);
          EpAttr attr =
              node.attr().toBuilder()
                  .maxRecvDtos(posts)
                  .maxRequestDtos(posts)
                  .maxRdmaReadIn(depth)
                  .maxRdmaReadOut(depth)
                  .build();
          Ep ep = node.ep(node.pz(), attr);
          ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, depth, depth));
          VariedConnection varied = VariedConnection.of(pair);
          for (int time = 0; time < situation.get(OCCURRENCE).times(); time++) {
            round(varied, situation.get(SIZE), Math.min(posts, 3));
          }
          clause(FLUSH).succeeds("disconnect", () -> pair.ep().disconnect(CloseFlags.ABRUPT));
          ended(FLUSH, pair);
          far.stopListening();
        },
        POSTS,
        READS,
        SIZE.where(size -> size <= most, "the longest transfer has " + most + " bytes"),
        OCCURRENCE);
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ, FLUSH})
  void transfersAndTheirEndAreTheSameWithOtherSettings() throws Exception {
    SettingTrials trials = SettingTrials.of(iaName());
    Dimension<String> setting = trials.dimension();
    Dimension<Integer> size = SharedDimensions.magnitudes("size", 1, 1 << 17);
    Dimension<Integer> number = Dimension.number("number", 1, 3);
    DatPeer far = peer();
    checkInSituations(
        situation -> {
          AdapterFixture node = node(openWith(trials, situation.get(setting)));
          VariedConnection varied = VariedConnection.of(ConnectedPair.connect(node, far));
          EpAttr attr = varied.ep().query().attr();
          long most = Math.min(attr.maxMessageSize(), attr.maxRdmaSize());
          round(varied, (int) Math.min((long) situation.get(size), most), situation.get(number));
          flush(FLUSH, varied, node.connect());
          far.stopListening();
        },
        setting,
        size,
        number);
  }

  /** Opens the adapter under test once more, through a dat.conf with one setting changed. */
  private Ia openWith(SettingTrials trials, String setting) {
    if (setting.equals(SettingTrials.OWN)) {
      return open();
    }
    DatRegistry.Builder settings = DatRegistry.builder().config(trials.conf(setting), "suite.conf");
    Ia ia = source().registry(settings).openIa(SettingTrials.NAME);
    atEnd(ia::close);
    return ia;
  }

  @Test
  @SecondParty
  @Clauses(WITH_SRQ)
  void requestsOfAnEndpointWithAnSrqCompleteAsOthers() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    DatPeer far = peer();
    ConnectedPair pair =
        ConnectedPair.connect(node, SrqFixture.endpoint(node, srq), far, far.createEp(0, -1, -1));
    round(
        new VariedConnection(node, pair.ep(), far, pair.farEp(), node.recv(), node.request(), srq),
        SMALL,
        2);
    clause(WITH_SRQ).succeeds("free of the endpoint", () -> pair.ep().free());
    clause(WITH_SRQ).succeeds("free of the SRQ", srq::free);
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ})
  void longTransfersCompleteAsShortOnes() throws Exception {
    AdapterFixture node = node();
    DatPeer far = peer();
    VariedConnection varied = VariedConnection.of(ConnectedPair.connect(node, far));
    checkInSituations(
        situation -> round(varied, situation.get(LONG), situation.get(NUMBER).of(3)),
        atMost(LONG, varied),
        NUMBER);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.19",
    "dat_ep_post_send.21",
    "dat_ep_post_rdma_write.22",
    "dat_ep_post_rdma_read.26"
  })
  void suppressedTransfersOfEverySizeStaySilent() throws Exception {
    AdapterFixture node = node();
    DatPeer far = peer();
    VariedConnection varied = VariedConnection.of(ConnectedPair.connect(node, far));
    checkInSituations(
        situation -> {
          int size = situation.get(SIZE);
          RegisteredMemory memory = node.region(size);
          int there = far.register(size, MemPriv.ALL, 0);
          for (int i = 0; i < situation.get(OCCURRENCE).times(); i++) {
            suppressed(varied, situation.get(KIND), memory, there);
          }
        },
        KIND,
        atMost(SIZE, varied),
        OCCURRENCE);
  }

  /** Posts ordinary transfers of the same memory, the last but one of them suppressed. */
  private void suppressed(
      VariedConnection varied, TransferKind kind, RegisteredMemory memory, int there) {
    String id =
        switch (kind) {
          case SEND -> "dat_ep_post_send.19";
          case RDMA_WRITE -> "dat_ep_post_rdma_write.22";
          default -> "dat_ep_post_rdma_read.26";
        };
    int size = memory.length();
    EpAttr attr = varied.ep().query().attr();
    // No more Reads at once than the endpoint has to take, and one behind the suppressed one.
    int count =
        kind == TransferKind.RDMA_READ ? Math.max(2, Math.min(4, attr.maxRdmaReadOut())) : 4;
    int silent = count - 2;
    for (int i = 0; i < count; i++) {
      if (kind == TransferKind.SEND) {
        varied.far().postRecv(varied.farEp(), there, 0, size, i);
      }
      int flags = i == silent ? CompletionFlags.SUPPRESS : CompletionFlags.DEFAULT;
      // Two segments, where the operation may have them.
      LmrIov iov = new LmrIov(2);
      boolean split = kind != TransferKind.RDMA_READ && kind.mostSegments(attr) > 1;
      int first = split ? size / 2 : size;
      iov.add(memory.local(), memory.address(0), first);
      if (split) {
        iov.add(memory.local(), memory.address(first), size - first);
      }
      int context = varied.far().remote(there);
      long base = varied.far().base(there);
      Ep ep = varied.ep();
      int posted =
          switch (kind) {
            case SEND -> ep.postSend(iov, 500 + i, flags);
            case RDMA_WRITE -> ep.postRdmaWrite(iov, 500 + i, context, base, size, flags);
            default -> ep.postRdmaRead(iov, 500 + i, context, base, size, flags);
          };
      clause(id).returns(DatReturn.SUCCESS, posted);
    }
    for (int i = 0; i < count; i++) {
      if (i != silent) {
        clause(id)
            .completion(
                AdapterFixture.await(varied.request()),
                varied.ep(),
                500 + i,
                DtoStatus.SUCCESS,
                size);
      }
      if (kind == TransferKind.SEND) {
        clause("dat_ep_post_send.21")
            .completion(varied.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, size);
      }
    }
    clause(id).that(AdapterFixture.empty(varied.request()), "no completion of the suppressed one");
  }

  @Test
  @SecondParty
  @Clauses({SEND, RECV, WRITE, READ, "dat_evd_resize.01"})
  void completionsComeAfterAResize() throws Exception {
    ConnectedPair pair = pair();
    VariedConnection varied = VariedConnection.of(pair);
    Evd other = SoftwareEvents.evd(pair.near().ia(), null);
    BackgroundCall<DatEvent> waiter = background(() -> AdapterFixture.await(other));
    SoftwareEvents.awaitWaiter(other);
    int most = pair.near().limits().maxEvdQlen();
    for (int i = 0; i < 2; i++) {
      for (Evd evd : List.of(varied.recv(), varied.request())) {
        int qlen = Math.min(evd.query().evdQlen() + QLEN, most);
        clause("dat_evd_resize.01").succeeds("resize", () -> evd.resize(qlen));
        clause("dat_evd_resize.01").that(evd.query().evdQlen() >= qlen, "the length is " + qlen);
      }
      round(varied, SMALL, 2);
    }
    SoftwareEvents.post(other, "last");
    clause("dat_evd_resize.01").equal("last", waiter.get().pointer(), "event of the other EVD");
  }

  @Test
  @SecondParty
  @Clauses({"dat_psp_create.10", "dat_cr_accept.03"})
  void connectionEventsComeAfterAWaitThatTimedOut() {
    AdapterFixture node = node();
    DatPeer far = peer();
    for (Evd evd : List.of(node.cr(), node.connect())) {
      clause("dat_psp_create.10")
          .returns(
              DatReturn.TIMEOUT_EXPIRED, evd.await(SoftwareEvents.SHORT_MICROS, 1, new DatEvent()));
    }
    requestConnection(far, node.ia(), node.listen().connQual());
    DatEvent request = AdapterFixture.await(node.cr());
    clause("dat_psp_create.10")
        .equal(EventNumber.CONNECTION_REQUEST_EVENT, request.number(), "event of the request");
    Cr cr = request.cr();
    Ep ep = node.ep();
    clause("dat_cr_accept.03").succeeds("accept", () -> cr.accept(ep, privateData()));
    clause("dat_cr_accept.03")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.20")
  void breakIsToldWhileReceivesAreOutstanding() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory memory = node.region(SMALL);
    int there = pair.far().register(SMALL, MemPriv.REMOTE_READ, 0);
    for (int i = 0; i < 2; i++) {
      pair.ep().postRecv(memory.local(), memory.address(0), SMALL, i, CompletionFlags.DEFAULT);
    }
    int context = pair.far().remote(there);
    long base = pair.far().base(there);
    int refusal =
        PostOutcome.refusal(
            () ->
                pair.ep()
                    .postRdmaWrite(
                        memory.local(),
                        memory.address(0),
                        SMALL,
                        2,
                        context,
                        base,
                        CompletionFlags.DEFAULT));
    if (isRefusedAtPost("dat_ep_post_rdma_write.20", refusal, pair.ep())) {
      return;
    }
    ended("dat_ep_post_rdma_write.20", pair);
    for (int i = 0; i < 2; i++) {
      clause("dat_ep_post_rdma_write.20")
          .completion(AdapterFixture.await(node.recv()), pair.ep(), i, DtoStatus.ERR_FLUSHED, 0);
    }
  }

  private static final Dimension<Integer> CONNECTIONS =
      Dimension.number("number of connections", 2, 9, 70);
  private static final Dimension<Integer> IN_A_ROW =
      Dimension.number("messages of a connection in a row", 1, 3);

  @Test
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  @SecondParty
  @Clauses("dat_ep_post_send.03")
  void messagesArriveOnEachOfManyConnections() throws Exception {
    int most = Math.min(node().limits().maxEps(), partner().limits().maxEps());
    checkInSituations(
        this::messagesOnEach,
        CONNECTIONS.where(number -> number <= most, "the adapter has room for " + most + " EPs"),
        IN_A_ROW);
  }

  private void messagesOnEach(Situation situation) {
    AdapterFixture node = node();
    DatPeer far = peer();
    List<ConnectedPair> pairs = new ArrayList<>();
    for (int i = 0; i < situation.get(CONNECTIONS); i++) {
      pairs.add(ConnectedPair.connect(node, node.ep(), far, far.createEp(0, -1, -1)));
      far.stopListening();
    }
    RegisteredMemory memory = node.region(SMALL);
    int there = far.register(SMALL, MemPriv.ALL, 0);
    for (ConnectedPair pair : pairs) {
      for (int i = 0; i < situation.get(IN_A_ROW); i++) {
        byte[] message = data(SMALL);
        memory.put(0, message);
        far.postRecv(pair.farEp(), there, 0, SMALL, i);
        pair.ep().postSend(memory.local(), memory.address(0), SMALL, i, CompletionFlags.DEFAULT);
        clause("dat_ep_post_send.03")
            .completion(far.event(DatPeer.RECV), i, DtoStatus.SUCCESS, SMALL);
        AdapterFixture.await(node.request());
        clause("dat_ep_post_send.03")
            .that(Arrays.equals(message, far.get(there, 0, SMALL)), "the bytes of the message");
      }
    }
  }
}
