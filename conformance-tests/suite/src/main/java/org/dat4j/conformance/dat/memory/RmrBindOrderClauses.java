package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
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
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of the order of dat_rmr_bind among the other requests of an endpoint, and of the events
 * that report binds.
 */
class RmrBindOrderClauses extends EpStateTest {
  private static final long WAIT_MILLIS = 200;

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_rmr_bind.15", "dat_rmr_bind.24", "dat_rmr_bind.25", "dat_rmr_bind.26"})
  void rebindAndUnbindReleaseTheMemory() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory one = node.region(size());
    RegisteredMemory two = node.region(size());
    Rmr rmr = RmrOperations.bound(pair, one, 0, size());
    clause("dat_rmr_bind.15").throwsDat(DatReturn.INVALID_STATE, one.lmr()::free);
    clause("dat_rmr_bind.15")
        .ends(
            RmrOperations.bind(pair, rmr, two, 0, size(), RmrOperations.REMOTE, 1),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    clause("dat_rmr_bind.15").succeeds("free of the LMR before", one.lmr()::free);
    clause("dat_rmr_bind.15").throwsDat(DatReturn.INVALID_STATE, two.lmr()::free);
    int context = rmr.rmrContext();
    PostOutcome outcome = RmrOperations.unbind(pair, rmr, 6);
    clause("dat_rmr_bind.24").ends(outcome, Set.of(), Set.of(DtoStatus.SUCCESS));
    clause("dat_rmr_bind.24").bound(outcome.event(), rmr, 6, DtoStatus.SUCCESS);
    clause("dat_rmr_bind.24").succeeds("free of the LMR", two.lmr()::free);
    clause("dat_rmr_bind.24")
        .equal(
            DtoStatus.ERR_REMOTE_ACCESS,
            RmrOperations.read(pair, context, two.address(0), size()).event().status(),
            "status of an RDMA Read with the old context");

    ConnectedPair other = pair();
    RegisteredMemory region = other.near().region(size());
    Rmr again = RmrOperations.bound(other, region, 0, size());
    for (int lmrContext : new int[] {0, -1, two.local(), region.local()}) {
      PostOutcome zero =
          PostOutcome.of(
              other.near().request(),
              () ->
                  again.bind(
                      lmrContext,
                      -1,
                      0,
                      RmrOperations.REMOTE,
                      other.ep(),
                      7,
                      CompletionFlags.DEFAULT));
      clause("dat_rmr_bind.25").ends(zero, Set.of(), Set.of(DtoStatus.SUCCESS));
    }
    clause("dat_rmr_bind.25").succeeds("free of the LMR", region.lmr()::free);
    // No memory is reached with any value of the output.
    clause("dat_rmr_bind.26")
        .equal(
            DtoStatus.ERR_REMOTE_ACCESS,
            RmrOperations.read(other, again.rmrContext(), region.address(0), 16).event().status(),
            "status of an RDMA Read with the context after an unbind");
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.27", "dat_rmr_bind.28"})
  void requestsBehindABindStartAfterIt() {
    ConnectedPair pair = pair();
    DatPeer far = pair.far();
    RegisteredMemory region = pair.near().region(size());
    RegisteredMemory message = pair.near().region(8);
    int buffer = far.register(8, MemPriv.ALL, 0);
    for (int i = 0; i < 50; i++) {
      byte[] content = data(size());
      region.put(0, content);
      far.postRecv(pair.farEp(), buffer, 0, 8, i);
      Rmr rmr = pair.near().pz().createRmr();
      RmrBindClauses.post(rmr, region, pair.ep(), 1, CompletionFlags.DEFAULT);
      int context = rmr.rmrContext();
      message.put(
          0, new byte[] {(byte) (context >> 24), (byte) (context >> 16), (byte) (context >> 8)});
      message.put(3, new byte[] {(byte) context});
      pair.ep().postSend(message.local(), message.address(0), 8, 2, CompletionFlags.DEFAULT);
      far.event(DatPeer.RECV);
      byte[] arrived = far.get(buffer, 0, 4);
      int told = ByteBuffer.wrap(arrived).getInt();
      RmrOperations.RmrAccess access = RmrOperations.read(pair, told, region.address(0), size());
      clause("dat_rmr_bind.27").completion(access.event(), 7, DtoStatus.SUCCESS, size());
      clause("dat_rmr_bind.27")
          .that(Arrays.equals(content, access.data()), "the peer reads the RMR");
      clause("dat_rmr_bind.28")
          .bound(AdapterFixture.await(pair.near().request()), rmr, 1, DtoStatus.SUCCESS);
      clause("dat_rmr_bind.28")
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, 8);
      rmr.free();
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.29", "dat_rmr_bind.30"})
  void suppressedBindReportsFailureOnly() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    Rmr rmr = pair.near().pz().createRmr();
    RmrBindClauses.post(rmr, region, pair.ep(), 1, CompletionFlags.SUPPRESS);
    RmrBindClauses.post(rmr, region, pair.ep(), 2, CompletionFlags.SUPPRESS);
    RmrBindClauses.post(rmr, region, pair.ep(), 3, CompletionFlags.DEFAULT);
    clause("dat_rmr_bind.29")
        .bound(AdapterFixture.await(pair.near().request()), rmr, 3, DtoStatus.SUCCESS);
    clause("dat_rmr_bind.29")
        .that(AdapterFixture.empty(pair.near().request()), "no other completion");
    pair.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    RmrBindClauses.post(rmr, region, pair.ep(), 4, CompletionFlags.SUPPRESS);
    clause("dat_rmr_bind.30")
        .bound(AdapterFixture.await(pair.near().request()), rmr, 4, DtoStatus.ERR_FLUSHED);
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.31")
  void completionWakesAWaiter() throws Exception {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    Rmr rmr = pair.near().pz().createRmr();
    BackgroundCall<DatEvent> waiter = background(() -> AdapterFixture.await(pair.near().request()));
    SoftwareEvents.awaitWaiter(pair.near().request());
    RmrBindClauses.post(rmr, region, pair.ep(), 9, CompletionFlags.DEFAULT);
    clause("dat_rmr_bind.31").bound(waiter.get(), rmr, 9, DtoStatus.SUCCESS);
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.39")
  void fenceWaitsForReads() {
    ConnectedPair pair = pair();
    DatPeer far = pair.far();
    int length = 64 << 10;
    int source = far.register(length, MemPriv.ALL, 0);
    byte[] content = data(length);
    far.put(source, 0, content);
    RegisteredMemory region = pair.near().region(length);
    Rmr rmr = pair.near().pz().createRmr();
    for (int i = 0; i < 10; i++) {
      region.fill(0);
      pair.ep()
          .postRdmaRead(
              region.local(),
              region.address(0),
              length,
              1,
              far.remote(source),
              far.base(source),
              CompletionFlags.SUPPRESS);
      RmrBindClauses.post(rmr, region, pair.ep(), 2, CompletionFlags.BARRIER_FENCE);
      clause("dat_rmr_bind.39")
          .bound(AdapterFixture.await(pair.near().request()), rmr, 2, DtoStatus.SUCCESS);
      clause("dat_rmr_bind.39")
          .that(Arrays.equals(content, region.get(0, length)), "the Read before it is complete");
    }
  }

  /** An endpoint whose requests say each for itself whether they wake a waiter, if it can be. */
  private Ep unsignalledEndpoint(AdapterFixture node, Evd request) {
    boolean canBe = run().capabilities().get("unsignalled_model").equals(1L);
    Ep ep =
        node.ia()
            .createEp(
                node.pz(),
                node.recv(),
                request,
                node.connect(),
                node.attr().toBuilder()
                    .requestCompletionFlags(
                        canBe ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT)
                    .build());
    DatPeer far = peer();
    ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    return ep;
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.31")
  void bindWakesAlsoWhereRequestsMayBeUnsignalled() throws Exception {
    AdapterFixture node = node();
    Evd request = node.ia().createEvd(64, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    Ep ep = unsignalledEndpoint(node, request);
    RegisteredMemory region = node.region(size());
    Rmr rmr = node.pz().createRmr();
    for (int round = 1; round <= 2; round++) {
      BackgroundCall<DatEvent> waiter =
          background(
              () -> {
                DatEvent event = new DatEvent();
                request.await(DatConstants.TIMEOUT_INFINITE, 1, event);
                return event;
              });
      SoftwareEvents.awaitWaiter(request);
      RmrBindClauses.post(rmr, region, ep, round, CompletionFlags.DEFAULT);
      clause("dat_rmr_bind.31").bound(waiter.get(), rmr, round, DtoStatus.SUCCESS);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.40")
  void unsignalledBindWakesNobody() throws Exception {
    AdapterFixture node = node();
    Evd request = node.ia().createEvd(64, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    Ep ep = unsignalledEndpoint(node, request);
    RegisteredMemory region = node.region(size());
    Rmr rmr = node.pz().createRmr();
    DatEvent event = new DatEvent();
    long limit = TimeFactor.micros(WAIT_MILLIS);
    BackgroundCall<Long> waiter =
        background(
            () -> {
              long start = System.nanoTime();
              int result = request.await(limit, 1, event);
              // A wait that has run out may give what is queued.
              return result == DatReturn.INTERRUPTED_CALL ? 0 : System.nanoTime() - start;
            });
    SoftwareEvents.awaitWaiter(request);
    RmrBindClauses.post(rmr, region, ep, 1, CompletionFlags.UNSIGNALLED);
    clause("dat_rmr_bind.40")
        .that(waiter.get() >= limit * 1000, "the waiter stays until its time is over");
    DatEvent completion = event.number() == null ? AdapterFixture.await(request) : event;
    clause("dat_rmr_bind.40").bound(completion, rmr, 1, DtoStatus.SUCCESS);
    clause("dat_rmr_bind.40").that(AdapterFixture.empty(request), "there is one completion");
  }
}
