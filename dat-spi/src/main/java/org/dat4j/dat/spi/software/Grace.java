package org.dat4j.dat.spi.software;

import java.util.concurrent.TimeUnit;

/**
 * The time a sender is given until a receive is posted (D11). Stalls are frequent on a busy stream
 * and cost no timer of their own: one timer at a time looks whether the present stall is too old.
 */
final class Grace {

  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Timers timers;
  private final Runnable kick;
  private final Runnable check = this::check;
  private volatile boolean stalled;
  private volatile boolean over;
  private volatile long since;
  private boolean armed;

  /**
   * Makes a grace period that is not running.
   *
   * @param timers where to look after it
   * @param kick lets the receive turn see that it is over
   */
  Grace(Timers timers, Runnable kick) {
    this.timers = timers;
    this.kick = kick;
  }

  /** Whether somebody waits for a receive. */
  boolean isStalled() {
    return stalled;
  }

  /** Whether the present stall took too long. */
  boolean isOver() {
    return over;
  }

  /** A message found no receive; under the receive turn. */
  void stall() {
    if (stalled) {
      return;
    }
    since = System.nanoTime();
    stalled = true;
    arm(NANOS);
  }

  /** A receive was found, or the endpoint is gone. */
  void clear() {
    if (stalled) {
      stalled = false;
    }
  }

  private synchronized void arm(long nanos) {
    if (!armed) {
      armed = true;
      timers.schedule(nanos, check);
    }
  }

  private void check() {
    synchronized (this) {
      armed = false;
    }
    if (!stalled) {
      return;
    }
    long left = NANOS - (System.nanoTime() - since);
    if (left > 0) {
      arm(left);
    } else {
      over = true;
      kick.run();
    }
  }
}
