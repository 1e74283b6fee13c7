package org.dat4j.rsm.dat;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;

/** What stands behind an endpoint of DAT; called by the dispatcher only. Must not wait. */
interface Endpoint {

  /**
   * The connection stands.
   *
   * @param privateData of the peer's accept
   */
  void established(byte[] privateData);

  /**
   * The connection has ended or did not come about.
   *
   * @param how which event said so
   */
  void ended(EventNumber how);

  /**
   * A message has come or failed.
   *
   * @param event of the dispatcher, which reuses it
   */
  void completed(DatEvent event);

  /** Called now and then, for what takes too long. */
  void tick();
}
