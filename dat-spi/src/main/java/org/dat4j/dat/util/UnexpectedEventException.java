package org.dat4j.dat.util;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;

/** An event arrived that is not the one a program waited for. The event has been taken. */
public final class UnexpectedEventException extends DatException {
  private static final long serialVersionUID = 1L;

  /** What arrived. */
  private final EventNumber number;

  /** How the transfer ended, or null. */
  private final DtoStatus status;

  /**
   * Makes the exception.
   *
   * @param object what was awaited where, for example {@code Evd[7].await}
   * @param number what arrived
   * @param status the status of a completion, null for other events
   * @param event the event as text
   * @param remedy what was expected and what to do
   */
  UnexpectedEventException(
      String object, EventNumber number, DtoStatus status, String event, String remedy) {
    super(DatReturn.INVALID_STATE, DatSubtype.NO_SUBTYPE, object, "event", event, remedy);
    this.number = number;
    this.status = status;
  }

  /**
   * Returns what arrived.
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
}
