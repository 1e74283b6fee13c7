package org.dat4j.benchmarks.program;

/**
 * The traffic pattern of one side of a benchmark, such as ping-pong or a stream: sends what is due
 * and takes the messages that arrive. A {@link Transport} drives it. All calls come from the thread
 * that drives the transport.
 */
interface TrafficPattern {

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
