package org.dat4j.rsm.dat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;

/** The pending signals of one segment or import. */
final class Signals {
  /** A wait looks this often whether its segment has ended. */
  private static final long SLICE_MILLIS = 50;

  private final Runnable arrived;
  private int pending;
  private boolean polled;

  /**
   * Makes it empty.
   *
   * @param arrived called after a signal, while polled
   */
  Signals(Runnable arrived) {
    this.arrived = arrived;
  }

  void post(boolean drop) {
    boolean tell;
    synchronized (this) {
      if (!drop || pending == 0) {
        pending++;
        notify();
      }
      tell = polled;
    }
    if (tell) {
      arrived.run();
    }
  }

  synchronized boolean take() {
    if (pending == 0) {
      return false;
    }
    pending--;
    return true;
  }

  synchronized void polled(boolean on) {
    polled = on;
  }

  synchronized int await(int timeoutMillis, BooleanSupplier live) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!take()) {
      if (Thread.currentThread().isInterrupted()) {
        return RsmReturn.INTERRUPTED;
      }
      long left = timeoutMillis < 0 ? Long.MAX_VALUE : end - System.nanoTime();
      if (left <= 0 || !live.getAsBoolean()) {
        return RsmReturn.TIMEOUT;
      }
      try {
        // A little late rather than a little early.
        wait(Math.min(SLICE_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return RsmReturn.SUCCESS;
  }
}
