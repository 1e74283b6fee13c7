package org.dat4j.conformance.dat.adapter;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dat.connection.ServicePointTest;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ia_close on an adapter that still has a CNO, RMR, RSP or SRQ. A graceful close is
 * refused; an abrupt one wakes the waiters and calls the agents of a CNO.
 */
@NoOtherCalls("the test closes the adapter")
class IaCloseOthersClauses extends ServicePointTest {
  private static final int WAITERS = 3;
  private static final int ATTEMPTS = 20;
  private static final String LATE = "began after the close";
  private static final String NO_EVD = "null EVD, ";

  private void refused(String id, Ia ia) {
    clause(id).throwsDat(DatReturn.INVALID_STATE, () -> ia.close(CloseFlags.GRACEFUL));
    clause(id).succeeds("creation after the refused close", () -> ia.createPz().free());
  }

  private void closes(String id, Ia ia) {
    clause(id)
        .succeeds("graceful close after the object is gone", () -> ia.close(CloseFlags.GRACEFUL));
  }

  /** Frees the objects that every new node has. */
  private static void strip(AdapterFixture node) {
    node.freeOthers();
    node.pz().free();
    for (Evd evd : List.of(node.recv(), node.request(), node.connect(), node.cr())) {
      evd.free();
    }
  }

  @Test
  @Clauses("dat_ia_close.12")
  void cnoIsInTheWayOfAGracefulClose() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    refused("dat_ia_close.12", ia);
    cno.free();
    closes("dat_ia_close.12", ia);
  }

  @Test
  @Clauses("dat_ia_close.14")
  void rspIsInTheWayOfAGracefulClose() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    Rsp rsp = node.ia().createRsp(freeQualifier(node), ep, node.cr());
    refused("dat_ia_close.14", node.ia());
    rsp.free();
    ep.free();
    strip(node);
    closes("dat_ia_close.14", node.ia());
  }

  @Test
  @Clauses("dat_ia_close.10")
  void rmrIsInTheWayOfAGracefulClose() {
    Ia ia = open();
    Pz pz = ia.createPz();
    Rmr rmr = pz.createRmr();
    refused("dat_ia_close.10", ia);
    rmr.free();
    pz.free();
    closes("dat_ia_close.10", ia);
  }

  @Test
  @Clauses("dat_ia_close.15")
  void srqIsInTheWayOfAGracefulClose() {
    Ia ia = open();
    Pz pz = ia.createPz();
    Srq srq = ia.createSrq(pz, new SrqAttr(4, 1, DatConstants.SRQ_LW_DEFAULT));
    refused("dat_ia_close.15", ia);
    srq.free();
    pz.free();
    closes("dat_ia_close.15", ia);
  }

  @Test
  @Clauses("dat_ia_close.23")
  void abruptCloseWakesEveryWaiterOfACno() throws Exception {
    int attempt = 0;
    while (attempt < ATTEMPTS && !closeUnderWaiters()) {
      attempt++;
    }
    clause("dat_ia_close.23").that(attempt < ATTEMPTS, "the waits have begun before a close");
  }

  /** Closes an adapter while threads wait; false if a wait began too late to prove anything. */
  private boolean closeUnderWaiters() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    List<BackgroundCall<String>> waiters = new ArrayList<>();
    for (int i = 0; i < WAITERS; i++) {
      waiters.add(background(() -> await(cno)));
    }
    for (BackgroundCall<String> waiter : waiters) {
      SoftwareEvents.seemsToWait(waiter);
    }
    ia.close(CloseFlags.ABRUPT);
    List<String> ends = new ArrayList<>();
    for (BackgroundCall<String> waiter : waiters) {
      ends.add(waiter.get());
    }
    if (ends.contains(LATE)) {
      return false;
    }
    for (String end : ends) {
      clause("dat_ia_close.23").decided("end of a wait", end, NO_EVD + "ABORT", NO_EVD + "other");
    }
    return true;
  }

  private static String await(Cno cno) {
    CnoTrigger trigger = new CnoTrigger();
    try {
      int result = cno.await(DatConstants.TIMEOUT_INFINITE, trigger);
      String evd = trigger.evd() == null ? NO_EVD : "an EVD, ";
      return evd + (DatReturn.type(result) == DatReturn.ABORT ? "ABORT" : "other");
    } catch (DatException e) {
      return e.type() == DatReturn.INVALID_HANDLE ? LATE : NO_EVD + "other";
    }
  }

  @Test
  @Clauses("dat_ia_close.24")
  void abruptCloseTellsTheAgents() throws Exception {
    Ia ia = open();
    BlockingQueue<Optional<Evd>> calls = new LinkedBlockingQueue<>();
    ia.createCno(evd -> calls.add(Optional.ofNullable(evd)));
    ia.createCno(evd -> calls.add(Optional.ofNullable(evd)));
    ia.close(CloseFlags.ABRUPT);
    for (int i = 0; i < 2; i++) {
      Optional<Evd> call =
          calls.poll(TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), TimeUnit.MICROSECONDS);
      clause("dat_ia_close.24").equal(Optional.empty(), call, "EVD of the last call of agent " + i);
    }
  }
}
