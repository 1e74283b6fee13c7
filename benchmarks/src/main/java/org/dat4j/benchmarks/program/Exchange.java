package org.dat4j.benchmarks.program;

/**
 * The part of one side in a measurement, which a {@link Transport} drives. All calls come from the
 * thread that drives the transport.
 */
interface Exchange {

  /** Stamp of the message after which both sides count: the warm-up is over. */
  long MARK = -2;

  /** Stamp of the last message. */
  long STOP = -1;

  /** Takes a message of a connection; its stamp is the number it carries. */
  void received(int connection, long stamp);

  /**
   * Sends what is due.
   *
   * @return false when this side has done its part
   */
  boolean step();
}
