package org.dat4j.conformance.dat.event;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.Arrivals;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Background;
import org.dat4j.conformance.kernel.Clauses;
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
 * Tests of dat_evd_wait on EVDs of endpoints whose completion flags let each completion decide
 * whether it wakes the waiting thread.
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
    Party far = party();
    ConnectedPair pair =
        ConnectedPair.connect(
            node, node.ep(node.pz(), unsignalled(node)), far, far.createEp(0, -1, -1));
    int buffer = far.register(64, MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), buffer, 0, 32, 11);
    far.postRecv(pair.farEp(), buffer, 32, 32, 12);
    RegisteredMemory region = node.region(64);
    DatEvent event = new DatEvent();
    Background<Integer> waiter =
        background(() -> node.request().await(DatConstants.TIMEOUT_INFINITE, 1, event));
    Arrivals.awaitWaiter(node.request());
    pair.ep().postSend(region.local(), region.address(0), 8, 1, CompletionFlags.UNSIGNALLED);
    far.event(Party.RECV);
    Arrivals.seemsToWait(waiter);
    clause("dat_evd_wait.25").that(!waiter.done(), "the unsignalled completion ends no wait");
    pair.ep().postSend(region.local(), region.address(0), 8, 2, CompletionFlags.DEFAULT);
    clause("dat_evd_wait.25").returns(DatReturn.SUCCESS, waiter.get());
    clause("dat_evd_wait.25").completion(event, pair.ep(), 1, DtoStatus.SUCCESS, 8);
    clause("dat_evd_wait.25").equal(1, event.more(), "events left");
    clause("dat_evd_wait.25")
        .completion(AdapterFixture.await(node.request()), pair.ep(), 2, DtoStatus.SUCCESS, 8);
  }
}
