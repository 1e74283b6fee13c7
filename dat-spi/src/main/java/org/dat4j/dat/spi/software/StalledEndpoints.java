package org.dat4j.dat.spi.software;

/**
 * The queue of the endpoints of a software backend whose incoming messages wait for a buffer of
 * their shared receive queue. They are links of a list, so nothing is allocated; the lock is held
 * for a few stores only.
 */
final class StalledEndpoints {

  /** An endpoint that may have to wait. */
  static final class Waiting {
    private Waiting before;
    private Waiting behind;
    private boolean listed;

    /** Lets the endpoint try again; run by a thread that holds no turn and no lock. */
    volatile Runnable retry;
  }

  private Waiting first;
  private Waiting last;
  private volatile int count;

  /** The number of endpoints that wait; a full fence goes before. */
  int count() {
    return count;
  }

  /** Adds an endpoint at the end, unless it waits already. */
  synchronized void add(Waiting waiting) {
    if (waiting.listed) {
      return;
    }
    waiting.listed = true;
    waiting.before = last;
    if (last == null) {
      first = waiting;
    } else {
      last.behind = waiting;
    }
    last = waiting;
    count++;
  }

  /** Takes an endpoint out, wherever it is. */
  synchronized void remove(Waiting waiting) {
    if (!waiting.listed) {
      return;
    }
    waiting.listed = false;
    if (waiting.before == null) {
      first = waiting.behind;
    } else {
      waiting.before.behind = waiting.behind;
    }
    if (waiting.behind == null) {
      last = waiting.before;
    } else {
      waiting.behind.before = waiting.before;
    }
    waiting.before = null;
    waiting.behind = null;
    count--;
  }

  private synchronized Waiting poll() {
    Waiting waiting = first;
    if (waiting != null) {
      remove(waiting);
    }
    return waiting;
  }

  /**
   * Lets the endpoint that waits longest try again. One that finds nothing then adds itself anew.
   */
  void serveFirst() {
    Waiting waiting = poll();
    if (waiting != null) {
      waiting.retry.run();
    }
  }
}
