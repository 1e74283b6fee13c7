package org.dat4j.conformance.dat.srq;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Limit;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAsyncErrorReason;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;
import org.dat4j.dat.SrqState;
import org.junit.jupiter.api.Test;

/** Tests of dat_srq_create and dat_srq_free, which create and free a shared receive queue. */
class SrqCreateClauses extends SrqTest {
  private static final long LOOK_MICROS = 50_000;

  private static final int MOST_QUEUES = 9;
  private static final Dimension<Limit> POSTS = SharedDimensions.limits("max_recv_dtos");
  private static final Dimension<Limit> SEGMENTS = SharedDimensions.limits("max_recv_iov");
  private static final Dimension<Amount> QUEUES = SharedDimensions.numbers("number of queues");
  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();

  @Test
  @Clauses("dat_srq_create.01")
  void undeclaredQueueIsRefused() {
    AdapterFixture node = node();
    clause("dat_srq_create.01")
        .throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> SrqFixture.queue(node, 4));
  }

  @Test
  @Clauses({
    "dat_srq_create.02",
    "dat_srq_create.06",
    "dat_srq_create.07",
    "dat_srq_create.08",
    "dat_srq_free.01"
  })
  void newQueueIsAsOrdered() throws Exception {
    checkInSituations(this::asOrdered, POSTS, SEGMENTS, QUEUES, OCCURRENCE);
  }

  private void asOrdered(Situation situation) {
    AdapterFixture node = node();
    Ia ia = node.ia();
    int most = Math.min(1000, ia.query().iaAttr().maxRecvPerSrq());
    int segments = ia.query().iaAttr().maxIovSegmentsPerDto();
    SrqAttr wanted =
        new SrqAttr(
            situation.get(POSTS).of(1, most, 10),
            situation.get(SEGMENTS).of(1, segments, node.attr().maxRecvIov()),
            DatConstants.SRQ_LW_DEFAULT);
    RegisteredMemory region = node.region(64);
    int count = situation.get(QUEUES).of(MOST_QUEUES);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      List<Srq> queues = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Srq srq = ia.createSrq(node.pz(), wanted);
        clause("dat_srq_create.02").require(srq != null, "a handle is given");
        queues.add(srq);
        SrqParam param = srq.query(SrqField.ALL);
        clause("dat_srq_create.06")
            .that(
                param.maxRecvDtos() >= wanted.maxRecvDtos()
                    && param.maxRecvIov() >= wanted.maxRecvIov(),
                param + " is at least " + wanted);
        clause("dat_srq_create.07").equal(SrqState.OPERATIONAL, param.srqState(), "state");
        clause("dat_srq_create.07")
            .that(
                Math.max(0, param.availableDtoCount()) == 0
                    && Math.max(0, param.outstandingDtoCount()) == 0,
                "no buffers in " + param);
      }
      clause("dat_srq_create.08")
          .that(AdapterFixture.empty(ia.query().asyncEvd()), "no asynchronous event");
      for (Srq srq : queues) {
        for (int i = 0; i < wanted.maxRecvDtos(); i++) {
          clause("dat_srq_create.06")
              .returns(DatReturn.SUCCESS, srq.postRecv(region.local(), region.address(0), 64, i));
        }
      }
      for (Srq srq : queues) {
        clause("dat_srq_free.01").succeeds("free of a queue without endpoints", srq::free);
      }
    }
  }

  @Test
  @Clauses({"dat_srq_create.03", "dat_srq_create.04"})
  void wrongArgumentsAreRefused() {
    AdapterFixture node = node();
    Ia ia = node.ia();
    AdapterFixture closed = node();
    closed.close();
    clause("dat_srq_create.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> SrqFixture.queue(closed, 4));
    Pz freed = ia.createPz();
    freed.free();
    for (Pz zone : new Pz[] {null, freed}) {
      clause("dat_srq_create.03")
          .throwsDat(DatReturn.INVALID_HANDLE, () -> ia.createSrq(zone, new SrqAttr(4, 1, 0)));
    }
    clause("dat_srq_create.04")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> ia.createSrq(node.pz(), null));
    for (int wrong : new int[] {0, -1, Integer.MIN_VALUE}) {
      for (SrqAttr attr : List.of(new SrqAttr(wrong, 1, 0), new SrqAttr(4, wrong, 0))) {
        clause("dat_srq_create.04")
            .throwsDat(DatReturn.INVALID_PARAMETER, () -> ia.createSrq(node.pz(), attr));
      }
    }
    long most = ia.query().iaAttr().maxRecvPerSrq();
    long segments = ia.query().iaAttr().maxIovSegmentsPerDto();
    for (long above : new long[] {1, Integer.MAX_VALUE}) {
      int size = (int) Math.min(Integer.MAX_VALUE, most + above);
      int iov = (int) Math.min(Integer.MAX_VALUE, segments + above);
      for (SrqAttr attr : List.of(new SrqAttr(size, 1, 0), new SrqAttr(4, iov, 0))) {
        clause("dat_srq_create.04")
            .throwsOneOf(
                () -> ia.createSrq(node.pz(), attr),
                DatReturn.INVALID_PARAMETER,
                DatReturn.INSUFFICIENT_RESOURCES);
      }
    }
  }

  @Test
  @Clauses("dat_srq_create.05")
  void lowWatermarkAtCreationIsHonouredOrRefused() {
    AdapterFixture node = node();
    Ia ia = node.ia();
    boolean supported = ia.query().providerAttr().srqWatermarksSupported() != 0;
    Srq[] srq = new Srq[1];
    int refused = DatReturn.SUCCESS;
    try {
      srq[0] = ia.createSrq(node.pz(), new SrqAttr(4, 1, 2));
    } catch (DatException e) {
      refused = e.type();
    }
    if (refused != DatReturn.SUCCESS) {
      clause("dat_srq_create.05")
          .throwsOneOf(
              () -> ia.createSrq(node.pz(), new SrqAttr(4, 1, 2)),
              DatReturn.INVALID_PARAMETER,
              DatReturn.MODEL_NOT_SUPPORTED);
    } else if (supported) {
      DatEvent event = AdapterFixture.await(ia.query().asyncEvd());
      clause("dat_srq_create.05")
          .that(
              event.asyncObject() == srq[0]
                  && event.asyncReason() == SrqAsyncErrorReason.LOW_WATERMARK_EVENT.value(),
              event + " is the low-watermark event of " + srq[0]);
    } else {
      clause("dat_srq_create.05")
          .that(AdapterFixture.empty(ia.query().asyncEvd()), "it is ignored");
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_create.09")
  void buffersAreInTheZoneOfTheQueue() {
    SrqFixture hub = hub(4);
    ConnectedPair pair = hub.join();
    RegisteredMemory other =
        pair.near().region(SrqFixture.BUFFER, MemPriv.ALL, pair.near().ia().createPz());
    PostOutcome outcome =
        PostOutcome.of(
            pair.near().recv(),
            () -> {
              int result =
                  hub.srq().postRecv(other.local(), other.address(0), SrqFixture.BUFFER, 1);
              hub.send(pair, MESSAGE, 1);
              return result;
            });
    clause("dat_srq_create.09")
        .ends(
            outcome,
            Set.of(DatReturn.PROTECTION_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
    clause("dat_srq_create.09")
        .that(Arrays.equals(new byte[64], other.get(0, 64)), "the memory is unchanged");
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_create.10")
  void messageForAnEmptyQueueIsTreatedAsWithoutReceive() {
    ConnectedPair own = pair();
    int message = own.far().register(MESSAGE, MemPriv.ALL, 0);
    own.far().postSend(own.farEp(), message, 0, MESSAGE, 1);
    DatEvent end = new DatEvent();
    long micros = TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS / 4);
    boolean breaks = own.near().connect().await(micros, 1, end) == DatReturn.SUCCESS;
    SrqFixture hub = hub(4);
    ConnectedPair shared = hub.join();
    hub.send(shared, MESSAGE, 1);
    if (breaks) {
      // Without Receive the connection breaks here, so it does without buffer.
      clause("dat_srq_create.10")
          .ending(AdapterFixture.await(shared.near().connect()), shared.ep());
    } else {
      late(hub, shared);
    }
    SrqFixture later = hub(4);
    ConnectedPair pair = later.join();
    later.send(pair, MESSAGE, 1);
    late(later, pair);
  }

  /** Posts a buffer after its message: the message arrives, or the connection is broken. */
  private void late(SrqFixture hub, ConnectedPair pair) {
    hub.postAll(3, 4);
    DatEvent event = new DatEvent();
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    int result = DatReturn.TIMEOUT_EXPIRED;
    while (result != DatReturn.SUCCESS
        && pair.ep().getStatus().state() == EpState.CONNECTED
        && System.nanoTime() - deadline < 0) {
      result = pair.near().recv().await(LOOK_MICROS, 1, event);
    }
    if (result == DatReturn.SUCCESS) {
      clause("dat_srq_create.10").completion(event, pair.ep(), 3, DtoStatus.SUCCESS, MESSAGE);
      clause("dat_srq_create.10").that(hub.holds(3, MESSAGE), "the message is in the buffer");
    } else {
      clause("dat_srq_create.10")
          .equal(EpState.DISCONNECTED, pair.ep().getStatus().state(), "state of the EP");
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_srq_create.11")
  void completionsOfAConnectionComeInTheOrderOfItsSends() {
    SrqFixture hub = hub(32);
    List<ConnectedPair> pairs = List.of(hub.join(), hub.join());
    hub.postAll(0, 16);
    DatPeer far = pairs.get(0).far();
    // Two of one connection in a row each time: only their order is promised.
    for (int i = 1; i <= 8; i += 2) {
      for (ConnectedPair pair : pairs) {
        for (int length = i; length < i + 2; length++) {
          hub.send(pair, length, length);
          far.event(DatPeer.REQUEST);
        }
      }
    }
    long[] last = new long[pairs.size()];
    Set<Long> cookies = new HashSet<>();
    for (int i = 0; i < 16; i++) {
      DatEvent event = AdapterFixture.await(pairs.get(0).near().recv());
      int which = event.ep() == pairs.get(0).ep() ? 0 : 1;
      clause("dat_srq_create.11")
          .equal(last[which] + 1, event.transferredLength(), "length of the next message");
      last[which] = event.transferredLength();
      clause("dat_srq_create.11")
          .that(
              cookies.add(event.cookie()) && hub.holds(event.cookie(), (int) last[which]),
              "the message is in the buffer of " + event);
    }
  }

  @Test
  @Clauses({"dat_srq_create.12", "dat_pz_free.06"})
  void queueKeepsItsZoneBusy() {
    AdapterFixture node = node();
    Pz pz = node.ia().createPz();
    Srq srq = node.ia().createSrq(pz, new SrqAttr(4, 1, 0));
    for (String id : List.of("dat_srq_create.12", "dat_pz_free.06")) {
      clause(id).throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, pz::free);
      clause(id).equal(pz, srq.query(SrqField.ALL).pz(), "PZ afterwards");
    }
    srq.free();
    clause("dat_srq_create.12").succeeds("free of the PZ after its queue", pz::free);
  }

  @Test
  @Clauses("dat_srq_create.13")
  void concurrentCreationsAreDistinct() throws Exception {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(64);
    List<Srq> all = concurrently(4, () -> SrqFixture.queue(node, 4));
    clause("dat_srq_create.13").equal(4, new HashSet<>(all).size(), "distinct queues");
    for (Srq srq : all) {
      clause("dat_srq_create.13")
          .returns(DatReturn.SUCCESS, srq.postRecv(region.local(), region.address(0), 64, 1));
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_srq_free.02", "dat_srq_free.03", "dat_srq_free.04", "dat_ia_close.15"})
  void queueIsFreedOnceAndOnlyWhenUnused() {
    clause("dat_srq_free.02").throwsDat(DatReturn.INVALID_HANDLE, freed()::free);
    SrqFixture hub = hub(4);
    ConnectedPair pair = hub.join();
    hub.postAll(0, 4);
    clause("dat_srq_free.03")
        .throwsOneOf(hub.srq()::free, DatReturn.INVALID_STATE, DatReturn.INVALID_HANDLE);
    hub.send(pair, MESSAGE, 1);
    DatEvent event = AdapterFixture.await(pair.near().recv());
    clause("dat_srq_free.03")
        .completion(event, pair.ep(), event.cookie(), DtoStatus.SUCCESS, MESSAGE);
    pair.ep().free();
    clause("dat_srq_free.04").succeeds("free with three buffers left", hub.srq()::free);
    clause("dat_srq_free.04")
        .returns(
            DatReturn.TIMEOUT_EXPIRED, pair.near().recv().await(LOOK_MICROS, 1, new DatEvent()));
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    node.recv().free();
    node.request().free();
    node.connect().free();
    node.cr().free();
    clause("dat_ia_close.15")
        .throwsDat(DatReturn.INVALID_STATE, () -> node.ia().close(CloseFlags.GRACEFUL));
    clause("dat_ia_close.15").that(srq.query(SrqField.ALL).ia() == node.ia(), "it still works");
  }
}
