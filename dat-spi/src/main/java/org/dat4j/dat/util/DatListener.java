package org.dat4j.dat.util;

import java.time.Duration;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;

/**
 * A helper for small DAT programs: a public service point with the EVD on which its requests
 * arrive. One thread at a time may accept.
 */
public final class DatListener implements AutoCloseable {

  private final Evd evd;
  private final Psp psp;

  private DatListener(Evd evd, Psp psp) {
    this.evd = evd;
    this.psp = psp;
  }

  static DatListener create(Ia ia, Long connQual, int backlog) {
    Evd evd = Dats.evd(ia, backlog, "Dats.listen", "backlog", EvdFlags.CR);
    try {
      Psp psp =
          connQual == null
              ? ia.createPspAny(evd, PspFlags.CONSUMER)
              : ia.createPsp(connQual, evd, PspFlags.CONSUMER);
      return new DatListener(evd, psp);
    } catch (RuntimeException | Error e) {
      evd.close();
      throw e;
    }
  }

  /**
   * The qualifier peers connect to.
   *
   * @return {@link Psp#connQual()}
   */
  public long connQual() {
    return psp.connQual();
  }

  /**
   * The service point.
   *
   * @return the contract's object
   */
  public Psp psp() {
    return psp;
  }

  /**
   * The EVD connection requests arrive on.
   *
   * @return the contract's object
   */
  public Evd evd() {
    return evd;
  }

  /**
   * Waits for the next request.
   *
   * @param timeout at most 4294 seconds, or {@link Dats#NO_LIMIT}
   * @return the request, to be accepted or rejected by the caller
   * @throws DatException DAT_TIMEOUT_EXPIRED when none came, DAT_INTERRUPTED_CALL, DAT_ABORT
   */
  public Cr awaitRequest(Duration timeout) {
    DatEvent event = new DatEvent();
    Dats.await(evd, EventNumber.CONNECTION_REQUEST_EVENT, timeout, event);
    return event.cr();
  }

  /**
   * Waits for the next request, accepts it and waits until the connection is established.
   *
   * @param connection unconnected, of the same adapter; receives may be posted already
   * @param timeout for all of it, at most 4294 seconds, or {@link Dats#NO_LIMIT}
   * @throws DatException DAT_TIMEOUT_EXPIRED, DAT_INTERRUPTED_CALL, DAT_ABORT, DAT_INVALID_STATE
   *     (endpoint); {@link UnexpectedEventException} when the requester gave up meanwhile
   */
  public void accept(DatConnection connection, Duration timeout) {
    Dats.given(connection, "DatListener.accept", "connection", DatReturn.INVALID_PARAMETER);
    Dats.given(timeout, "DatListener.accept", "timeout", DatReturn.INVALID_PARAMETER);
    long deadline = Dats.deadline(timeout);
    connection.accept(awaitRequest(timeout));
    connection.awaitConnected(Dats.left(timeout, deadline));
  }

  /** Stops listening and frees service point and EVD; connections stay. */
  @Override
  public void close() {
    psp.close();
    evd.close();
  }
}
