package org.dat4j.dat.util;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;

/**
 * The exception of the helpers for small DAT programs when another event arrives than the one
 * waited for. The event has been taken. The contract has no code for it, so its {@link #type()} is
 * DAT_INVALID_STATE: look at {@link #number()}, {@link #status()} and {@link #isConnectionLost()}.
 */
public final class UnexpectedEventException extends DatException {
  private static final long serialVersionUID = 1L;

  /** The kind of the event that arrived. */
  private final EventNumber number;

  /** How the transfer ended, or null. */
  private final DtoStatus status;

  /** What the provider tells of the event. */
  private final String detail;

  /**
   * Makes the exception.
   *
   * @param object what was awaited where, for example {@code Evd[7].await}
   * @param event what arrived
   * @param remedy what was expected and what to do
   */
  UnexpectedEventException(String object, DatEvent event, String remedy) {
    super(
        DatReturn.INVALID_STATE, DatSubtype.NO_SUBTYPE, object, "event", event.toString(), remedy);
    this.number = event.number();
    this.status = event.status();
    this.detail = event.detail();
  }

  /**
   * Tells what was awaited, which event came and what to do. Names no code of the contract, as none
   * fits.
   */
  @Override
  public String getMessage() {
    return super.getMessage().substring((DatReturn.name(DatReturn.INVALID_STATE) + ": ").length());
  }

  /**
   * Returns the kind of the event that arrived.
   *
   * @return never null
   */
  public EventNumber number() {
    return number;
  }

  /**
   * Returns how the transfer ended.
   *
   * @return the status of a completion, null for other events
   */
  public DtoStatus status() {
    return status;
  }

  /**
   * Returns what the provider tells of the event, with its remedy.
   *
   * @return as {@link DatEvent#detail()}; empty where the provider tells nothing
   * @since 0.1
   */
  public String detail() {
    return detail;
  }

  /**
   * Tells whether the connection is lost, so that connecting again is the remedy: it ended, it was
   * not made, or a transfer was flushed or found no peer. All else is a fault of one of the two
   * programs, which another connection repeats.
   *
   * @return true for a connection event but ESTABLISHED, and for the statuses ERR_FLUSHED,
   *     ERR_TRANSPORT and ERR_RECEIVER_NOT_READY
   */
  public boolean isConnectionLost() {
    if (status == null) {
      return Dats.isEnd(number);
    }
    return status == DtoStatus.ERR_FLUSHED
        || status == DtoStatus.ERR_TRANSPORT
        || status == DtoStatus.ERR_RECEIVER_NOT_READY;
  }
}
