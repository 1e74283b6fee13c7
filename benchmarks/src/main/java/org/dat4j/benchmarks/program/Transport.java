package org.dat4j.benchmarks.program;

import java.io.IOException;

/**
 * The connections between the two sides of a benchmark, over one library: sends messages, and
 * passes those that arrive to a {@link TrafficPattern}. For the thread that calls {@link #run}.
 */
interface Transport extends AutoCloseable {

  /**
   * Sends a message of this side's size over a connection, or keeps it until {@link #flush}.
   *
   * @param stamp the number in its first eight bytes
   * @return false if it cannot be taken now and has to be tried again in a later step
   */
  boolean send(int connection, long stamp);

  /** Lets go what {@link #send} keeps. */
  void flush();

  /**
   * Gives the messages that arrive to the traffic pattern and lets it step, until it has done its
   * part.
   */
  void run(TrafficPattern pattern) throws Exception;

  /** Ends the connections, after all that was sent has left. */
  @Override
  void close() throws IOException;
}
