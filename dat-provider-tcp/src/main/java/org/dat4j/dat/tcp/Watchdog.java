package org.dat4j.dat.tcp;

import org.dat4j.dat.spi.software.Timers;
import org.dat4j.dat.spi.software.Turn;

/**
 * Finds connections that stay in the middle of a segment or of a write for too long. The limit is
 * absolute: single octets now and then do not move it.
 *
 * <p>Costs nothing while connections come along: who is in the middle of something puts itself on a
 * list, once, and a few times within the limit all that are on it are asked to look again. Nothing
 * is timed while the list is empty. Looks are counted, not nanoseconds, so that a pause of this
 * process is not the peer's fault.
 */
final class Watchdog {

  /** Looks within the limit. */
  private static final int LOOKS = 8;

  private final Timers timers;
  private final long interval;
  private final Runnable look = this::look;

  /** Under this object's monitor. */
  private Watch first;

  /** Under this object's monitor. */
  private boolean armed;

  /**
   * Makes a watchdog that watches nothing yet.
   *
   * @param timers where it is called from
   * @param limitNanos the limit, 0 for none
   */
  Watchdog(Timers timers, long limitNanos) {
    this.timers = timers;
    this.interval = limitNanos == 0 ? 0 : Math.max(1, limitNanos / LOOKS);
  }

  private synchronized void enlist(Watch watch) {
    watch.next = first;
    first = watch;
    if (!armed) {
      armed = true;
      timers.schedule(interval, look);
    }
  }

  private void look() {
    Watch each;
    synchronized (this) {
      each = first;
      first = null;
      armed = false;
    }
    while (each != null) {
      Watch behind = each.next;
      each.next = null;
      each.enlisted = false;
      each.turn.kick();
      each = behind;
    }
  }

  /** One direction of one connection; used under its turn. */
  final class Watch {
    private final Turn turn;
    private Watch next;
    private volatile boolean enlisted;
    private long what = -1;
    private int looks;

    /** Watches what is done under a turn. */
    Watch(Turn turn) {
      this.turn = turn;
    }

    /**
     * To be called whenever the turn's work stops in the middle of something.
     *
     * @param number of what it is in the middle of, never used again for something else
     * @return true when it has been so for too long
     */
    boolean isTooLong(long number) {
      if (enlisted || interval == 0) {
        return false;
      }
      if (what != number) {
        what = number;
        looks = 0;
      } else if (++looks > LOOKS) {
        return true;
      }
      enlisted = true;
      enlist(this);
      return false;
    }
  }
}
