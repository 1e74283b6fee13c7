package org.dat4j.dat.tcp.connection;

import java.util.function.Consumer;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.dat4j.dat.spi.software.concurrent.Turn;

/**
 * A watchdog that finds iWARP connections which stay in the middle of a segment or a write for too
 * long. The limit is absolute: single bytes now and then do not move it.
 *
 * <p>It costs nothing while connections make progress. A connection in the middle of something adds
 * itself to a list, once. All that are listed are checked a few times within the limit. No timer
 * runs while the list is empty. Checks are counted, not nanoseconds, so that a pause of this
 * process is not the peer's fault.
 */
final class Watchdog {

  /** Checks within the limit. */
  private static final int CHECKS = 8;

  private final Timers timers;
  private final long interval;
  private final Runnable check = this::check;

  /** Under this object's monitor. */
  private Watch first;

  /** Under this object's monitor. */
  private boolean armed;

  /**
   * Creates a watchdog that watches nothing yet.
   *
   * @param timers run the checks
   * @param limitNanos the limit, 0 for none
   */
  Watchdog(Timers timers, long limitNanos) {
    this.timers = timers;
    this.interval = limitNanos == 0 ? 0 : Math.max(1, limitNanos / CHECKS);
  }

  private synchronized void enlist(Watch watch) {
    watch.next = first;
    first = watch;
    if (!armed) {
      timers.schedule(interval, check);
      armed = true;
    }
  }

  private void check() {
    Watch each;
    synchronized (this) {
      each = first;
      first = null;
      armed = false;
    }
    while (each != null) {
      Watch next = each.next;
      each.next = null;
      each.enlisted = false;
      try {
        each.turn.runOrHandOff();
      } catch (RuntimeException | Error e) {
        each.failed.accept(e);
      }
      each = next;
    }
  }

  /** The watch of one direction of one connection; used under its turn. */
  final class Watch {
    private final Turn turn;
    private final Consumer<Throwable> failed;
    private Watch next;
    private volatile boolean enlisted;
    private long operation = -1;
    private int checks;

    /**
     * Creates the watch of the work done under a turn.
     *
     * @param turn the turn
     * @param failed receives what the turn has thrown; does not throw
     */
    Watch(Turn turn, Consumer<Throwable> failed) {
      this.turn = turn;
      this.failed = failed;
    }

    /** Makes the next check run the turn, without counting. */
    void wakeLater() {
      if (!enlisted && interval != 0) {
        enlisted = true;
        enlist(this);
      }
    }

    /**
     * Counts a check; called whenever the turn's work stops in the middle of a segment or a write.
     *
     * @param newOperation number of the current operation, never used again for another one
     * @return true when the operation has taken too long
     */
    boolean isTooLong(long newOperation) {
      if (enlisted || interval == 0) {
        return false;
      }
      if (operation != newOperation) {
        operation = newOperation;
        checks = 0;
      } else if (++checks > CHECKS) {
        return true;
      }
      enlisted = true;
      enlist(this);
      return false;
    }
  }
}
