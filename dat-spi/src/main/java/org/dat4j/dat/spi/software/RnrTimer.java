package org.dat4j.dat.spi.software;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.concurrent.Timers;

/**
 * The receiver-not-ready timer of a software backend's connection, which limits how long a Send
 * waits for a Receive (DAT-D11 in docs/reference/decisions.md). Such stalls are frequent on a busy
 * stream, so they share one timer, which checks whether the present stall is too old. {@link
 * Connection} then tells the wire that the Receive never comes, see {@link
 * WireUpcalls#NEVER_READY}.
 */
final class RnrTimer {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Timers timers;
  private final Runnable retry;
  private final Runnable check = this::check;
  private volatile boolean running;
  private volatile long since;
  private boolean armed;

  /**
   * Makes a timer that is not running.
   *
   * @param timers of the adapter
   * @param retry runs the receive turn when the time is over
   */
  RnrTimer(Timers timers, Runnable retry) {
    this.timers = timers;
    this.retry = retry;
  }

  /** Whether a Send waits for a Receive. */
  boolean isRunning() {
    return running;
  }

  /** Whether the present stall is too old; under the receive turn, after {@link #start()}. */
  boolean hasExpired() {
    return nanosLeft() <= 0;
  }

  private long nanosLeft() {
    return LIMIT_NANOS - (System.nanoTime() - since);
  }

  /** Starts the time of a Send that found no Receive; under the receive turn. */
  void start() {
    if (running) {
      return;
    }
    since = System.nanoTime();
    running = true;
    arm(LIMIT_NANOS);
  }

  /** Ends the stall: a Receive was found, or the endpoint is gone. */
  void cancel() {
    if (running) {
      running = false;
    }
  }

  private synchronized void arm(long nanos) {
    if (!armed) {
      timers.schedule(nanos, check);
      armed = true;
    }
  }

  private void check() {
    synchronized (this) {
      armed = false;
    }
    if (!running) {
      return;
    }
    long left = nanosLeft();
    if (left > 0) {
      arm(left);
    } else {
      // The receive turn finds out whether this stall is still the present one.
      retry.run();
    }
  }
}
