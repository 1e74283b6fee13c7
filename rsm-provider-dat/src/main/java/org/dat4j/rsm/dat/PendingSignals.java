package org.dat4j.rsm.dat;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;

/**
 * The count of pending signals of one RSM segment or import over DAT, with the threads that wait
 * for them.
 */
final class PendingSignals {
  /** The interval in milliseconds at which a wait checks whether its segment has ended. */
  private static final long SLICE_MILLIS = 50;

  private static final BooleanSupplier NEVER = () -> false;

  private final Runnable arrived;
  private int pending;
  private boolean polled;

  /**
   * Makes a count of 0.
   *
   * @param arrived called after a signal, while polled
   */
  PendingSignals(Runnable arrived) {
    this.arrived = arrived;
  }

  /** Counts signals that have arrived; they are dropped if one is pending and they ask for that. */
  void post(boolean drop, int count) {
    boolean tell;
    synchronized (this) {
      if (!drop || pending == 0) {
        // A peer may send more than a program ever takes.
        pending = (int) Math.min(Integer.MAX_VALUE, (long) pending + count);
        if (count == 1) {
          notify();
        } else {
          notifyAll();
        }
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

  int await(int timeoutMillis, BooleanSupplier live) {
    return await(timeoutMillis, live, NEVER);
  }

  /** Makes waiting threads check whether their condition has ended. */
  synchronized void wakeWaiters() {
    notifyAll();
  }

  /**
   * Takes a signal, waiting for it, and ends when a condition is met.
   *
   * @param over the condition, checked under the lock of this object when no signal is pending; the
   *     result is then RSMERR_CONN_ABORTED
   */
  synchronized int await(int timeoutMillis, BooleanSupplier live, BooleanSupplier over) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!take()) {
      if (Thread.currentThread().isInterrupted()) {
        return RsmReturn.INTERRUPTED;
      }
      if (over.getAsBoolean()) {
        return RsmReturn.CONN_ABORTED;
      }
      long left = timeoutMillis < 0 ? Long.MAX_VALUE : end - System.nanoTime();
      if (left <= 0 || !live.getAsBoolean()) {
        return RsmReturn.TIMEOUT;
      }
      try {
        // The wait is rounded up, so that it does not end too early.
        wait(Math.min(SLICE_MILLIS, TimeUnit.NANOSECONDS.toMillis(left) + 1));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return RsmReturn.SUCCESS;
  }
}
