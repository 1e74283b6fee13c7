package org.dat4j.conformance.dat.stepper.pairs;

import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Qos;

/**
 * Connects two endpoints of this process before the DAT stepper makes a pair, two calls at once.
 */
final class LocalConnection {
  private static final int REQUESTS = 8;
  private static final long PATIENCE_MILLIS = 4_000;
  private static final long PIECE_MICROS = 20_000;

  private LocalConnection() {}

  /**
   * Connects two endpoints.
   *
   * @param connect the EVD of the endpoint's connection events
   * @param peerIa the adapter of the peer
   * @param peerConnect the EVD of the peer's connection events
   */
  static void establish(Ep ep, Evd connect, Ia peerIa, Ep peer, Evd peerConnect) {
    Evd requests = peerIa.createEvd(REQUESTS, null, EvdFlags.CR);
    Psp psp = peerIa.createPspAny(requests, PspFlags.CONSUMER);
    long limit = TimeFactor.micros(EventPairScene.WAIT_MILLIS);
    ep.connect(
        peerIa.address(), psp.connQual(), limit, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    prepared(ep, connect, requests, "request").cr().accept(peer, null);
    prepared(ep, connect, connect, "end of the connect");
    prepared(ep, connect, peerConnect, "end of the accept");
    psp.free();
    requests.free();
  }

  private static DatEvent prepared(Ep ep, Evd connect, Evd evd, String what) {
    try {
      return await(evd);
    } catch (IllegalStateException e) {
      DatEvent told = new DatEvent();
      boolean isTold = connect.dequeue(told) == DatReturn.SUCCESS;
      throw new IllegalStateException(
          "no "
              + what
              + " came; the endpoint is "
              + ep.getStatus().state()
              + (isTold ? ", its event is " + told : ", without an event"),
          e);
    }
  }

  /**
   * Waits for an event that has to come, in pieces, so that a pause of the machine counts little.
   */
  static DatEvent await(Evd evd) {
    DatEvent event = new DatEvent();
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    while (evd.await(PIECE_MICROS, 1, event) != DatReturn.SUCCESS) {
      if (limit.isOver()) {
        throw new IllegalStateException("an event of the preparation did not come");
      }
    }
    return event;
  }
}
