package org.dat4j.dat.tcp.progress;

/**
 * A policy that decides which connection a tcp adapter polls for input. Its default methods are the
 * plain policy: read all connections in order while they are few, and else select. Each override
 * serves speed alone.
 *
 * <p>Called by the driving thread, except where noted. Connections are indices of {@link
 * PolledConnections}. No method blocks or allocates.
 */
interface PollPolicy {

  /** No index. */
  int NONE = -1;

  /** Tells that a poll found no input. */
  default void missed(long now) {}

  /** Returns which of too many connections the next poll reads; {@link #NONE} for a select. */
  default int next() {
    return NONE;
  }

  /** Tells the work done by a poll of the connection that {@link #next} has named, 0 for none. */
  default void polled(int index, int done) {}

  /** Tells that the selector found work on a connection. By the thread that has locked it. */
  default void inputFrom(int index) {}

  /** Tells that a Receive was posted to one of too many connections. */
  default void receivePosted(int index) {}

  /** Tells that a request was posted to one of too many connections. */
  default void requestPosted(int index) {}

  /** Tells that the next poll is to find the input of any connection. */
  default void expectAny() {}

  /** Tells whether a poll after a yield begins with the connection that had input last. */
  default boolean pollsLastActiveFirst() {
    return false;
  }
}
