package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.net.InetAddress;
import java.net.UnknownHostException;
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

/** Connects two endpoints before the DAT stepper makes a pair, two calls at once. */
public final class LocalConnection {
  /**
   * The time limit of a wait, in milliseconds: far beyond the time after which a call counts as
   * hung, so that no pause of the machine ends a wait.
   */
  public static final long WAIT_MILLIS = 300_000;

  private static final int REQUESTS = 8;
  private static final long PATIENCE_MILLIS = 4_000;
  private static final long PIECE_MICROS = 20_000;

  private LocalConnection() {}

  /**
   * Connects an endpoint with a peer.
   *
   * @param connect the EVD of the endpoint's connection events
   * @param receives whether the peer posts Receives before
   */
  public static void establish(Ep ep, Evd connect, TransferPeer peer, boolean receives) {
    long qualifier = peer.listen(receives);
    long limit = TimeFactor.micros(WAIT_MILLIS);
    ep.connect(
        address(peer.address()), qualifier, limit, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
    try {
      peer.accept();
    } catch (IllegalStateException e) {
      throw missing(ep, connect, "request", e);
    }
    prepared(ep, connect, connect, "end of the connect");
    peer.connected();
  }

  /** Returns the address that the peer's adapter has told. */
  public static InetAddress address(byte[] told) {
    try {
      return InetAddress.getByAddress(told);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "the address of the peer has " + told.length + " bytes", e);
    }
  }

  /**
   * Connects two endpoints.
   *
   * @param connect the EVD of the endpoint's connection events
   * @param peerIa the adapter of the peer
   * @param peerConnect the EVD of the peer's connection events
   */
  public static void establish(Ep ep, Evd connect, Ia peerIa, Ep peer, Evd peerConnect) {
    Evd requests = peerIa.createEvd(REQUESTS, null, EvdFlags.CR);
    Psp psp = peerIa.createPspAny(requests, PspFlags.CONSUMER);
    long limit = TimeFactor.micros(WAIT_MILLIS);
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
      throw missing(ep, connect, what, e);
    }
  }

  private static IllegalStateException missing(
      Ep ep, Evd connect, String what, IllegalStateException cause) {
    DatEvent told = new DatEvent();
    boolean isTold = connect.dequeue(told) == DatReturn.SUCCESS;
    return new IllegalStateException(
        "no "
            + what
            + " came; the endpoint is "
            + ep.getStatus().state()
            + (isTold ? ", its event is " + told : ", without an event"),
        cause);
  }

  /**
   * Waits for an event that has to come, in pieces, so that a pause of the machine counts little.
   */
  public static DatEvent await(Evd evd) {
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
