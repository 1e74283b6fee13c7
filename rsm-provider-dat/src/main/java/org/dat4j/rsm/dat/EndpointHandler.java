package org.dat4j.rsm.dat;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;

/**
 * A handler of the events of one DAT endpoint in RSM over DAT. Only the event thread calls it; it
 * must not wait.
 */
interface EndpointHandler {

  /**
   * Handles the event that the connection is established.
   *
   * @param privateData private data of the peer's accept
   */
  void established(byte[] privateData);

  /**
   * Handles the event that the connection has ended or was not made.
   *
   * @param how the event that reported it
   */
  void ended(EventNumber how);

  /**
   * Handles the completion of a message, received or failed.
   *
   * @param event the event object of the event thread, which reuses it
   */
  void completed(DatEvent event);

  /** Ends the endpoint and all that depends on it, because the handling of an event failed. */
  void fail();

  /** Checks time limits; called periodically. */
  void tick();
}
