package org.dat4j.conformance.dat.event;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_evd_wait where an endpoint's completion flags (unsignalled, solicited wait) decide
 * which completions wake the waiting thread.
 */
class EvdWaitModelClauses extends DatTest {
  private static EpAttr unsignalled(AdapterFixture node) {
    return node.attr().toBuilder()
        .recvCompletionFlags(CompletionFlags.UNSIGNALLED)
        .requestCompletionFlags(CompletionFlags.UNSIGNALLED)
        .build();
  }

  private void thresholdOneOnly(Evd evd) {
    DatEvent event = new DatEvent();
    int most = Math.min(3, evd.query().evdQlen());
    for (int threshold = 2; threshold <= most; threshold++) {
      int wanted = threshold;
      clause("dat_evd_wait.06")
          .throwsDat(DatReturn.INVALID_STATE, () -> evd.await(0, wanted, event));
    }
    clause("dat_evd_wait.06").returns(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, event));
  }

  @Test
  @Clauses("dat_evd_wait.06")
  void thresholdIsOneWhereCompletionsDecide() {
    AdapterFixture node = node();
    Ep ep = node.ep(node.pz(), unsignalled(node));
    thresholdOneOnly(node.recv());
    thresholdOneOnly(node.request());
    ep.free();
    clause("dat_evd_wait.06")
        .returns(DatReturn.TIMEOUT_EXPIRED, node.recv().await(0, 2, new DatEvent()));
    Evd solicited = node.ia().createEvd(8, null, EvdFlags.DTO);
    try {
      node.ia()
          .createEp(
              node.pz(),
              solicited,
              node.request(),
              node.connect(),
              node.attr().toBuilder().recvCompletionFlags(CompletionFlags.SOLICITED_WAIT).build());
    } catch (DatException notOffered) {
      clause("dat_evd_wait.06")
          .equal(DatReturn.MODEL_NOT_SUPPORTED, notOffered.type(), "refusal of the other model");
      return;
    }
    thresholdOneOnly(solicited);
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_wait.25")
  void unsignalledCompletionWaitsForTheNextOne() throws Exception {
    AdapterFixture node = node();
    DatPeer far = peer();
    ConnectedPair pair =
        ConnectedPair.connect(
            node, node.ep(node.pz(), unsignalled(node)), far, far.createEp(0, -1, -1));
    int buffer = far.register(64, MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), buffer, 0, 32, 11);
    far.postRecv(pair.farEp(), buffer, 32, 32, 12);
    RegisteredMemory region = node.region(64);
    DatEvent event = new DatEvent();
    BackgroundCall<Integer> waiter =
        background(() -> node.request().await(DatConstants.TIMEOUT_INFINITE, 1, event));
    SoftwareEvents.awaitWaiter(node.request());
    pair.ep().postSend(region.local(), region.address(0), 8, 1, CompletionFlags.UNSIGNALLED);
    far.event(DatPeer.RECV);
    SoftwareEvents.seemsToWait(waiter);
    clause("dat_evd_wait.25").that(!waiter.done(), "the unsignalled completion ends no wait");
    pair.ep().postSend(region.local(), region.address(0), 8, 2, CompletionFlags.DEFAULT);
    clause("dat_evd_wait.25").returns(DatReturn.SUCCESS, waiter.get());
    clause("dat_evd_wait.25").completion(event, pair.ep(), 1, DtoStatus.SUCCESS, 8);
    clause("dat_evd_wait.25").equal(1, event.more(), "events left");
    clause("dat_evd_wait.25")
        .completion(AdapterFixture.await(node.request()), pair.ep(), 2, DtoStatus.SUCCESS, 8);
  }

  /** Checks that a failed completion ends a wait; a provider whose waiter sleeps on says so. */
  private void endsAWait(String id, Evd evd, Action failing, Ep ep, DtoStatus status)
      throws Exception {
    DatEvent event = new DatEvent();
    BackgroundCall<Integer> waiter =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, event));
    SoftwareEvents.awaitWaiter(evd);
    failing.run();
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(AdapterFixture.PATIENCE_MILLIS);
    while (!waiter.done() && !limit.isOver()) {
      LockSupport.parkNanos(100_000);
    }
    if (!waiter.done()) {
      waiter.interrupt();
      waiter.get();
      clause(id).absent("the failed completion ended no wait");
      return;
    }
    clause(id).returns(DatReturn.SUCCESS, waiter.get());
    clause(id).completion(event, ep, 7, status, 0);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses("dat_evd_wait.30")
  void failedUnsignalledTransferEndsAWait() throws Exception {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep ep = node.ep(node.pz(), unsignalled(node));
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory region = node.region(64);
    leave(pair);
    AdapterFixture.await(node.connect());
    int flags = CompletionFlags.UNSIGNALLED;
    endsAWait(
        "dat_evd_wait.30",
        node.request(),
        () -> ep.postSend(region.local(), region.address(0), 16, 7, flags),
        ep,
        DtoStatus.ERR_FLUSHED);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses("dat_evd_wait.31")
  void failedReceiveEndsAWaitUnderTheSolicitedModel() {
    String id = "dat_evd_wait.31";
    table(
        row(id, "a Receive too short", () -> failedReceive(id, true)),
        row(id, "a Receive that is flushed", () -> failedReceive(id, false)));
  }

  private void failedReceive(String id, boolean tooShort) throws Exception {
    AdapterFixture node = node();
    DatPeer far = peer();
    EpAttr attr =
        node.attr().toBuilder().recvCompletionFlags(CompletionFlags.SOLICITED_WAIT).build();
    Ep ep = node.ep(node.pz(), attr);
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory region = node.region(64);
    int message = far.register(64, MemPriv.ALL, 0);
    ep.postRecv(region.local(), region.address(0), 16, 7, CompletionFlags.DEFAULT);
    endsAWait(
        id,
        node.recv(),
        () -> {
          if (tooShort) {
            far.postSend(pair.farEp(), message, 0, 64, 8);
          } else {
            leave(pair);
          }
        },
        ep,
        tooShort ? DtoStatus.ERR_LOCAL_LENGTH : DtoStatus.ERR_FLUSHED);
  }
}
