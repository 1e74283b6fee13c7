package org.dat4j.dat.tcp.setup;

/** A clock that runs an action of the connection setup later. */
interface Scheduler {

  /** Runs an action once, after that many nanoseconds, on another thread. */
  void schedule(long nanos, Runnable action);
}
