package org.dat4j.dat.tcp.progress;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A monitor of the program thread that holds the lease of a tcp adapter's I/O driver: takes the
 * lease back when the thread stops. The lease then goes to the background loop. It also ends long
 * waits at their time limit. Used by the loop, except where noted.
 */
final class LeaseMonitor {

  /**
   * Nanoseconds between two checks of a lease holder that polls. With {@link #FRESH_AGE} and the
   * slack of timers, an expired lease is reclaimed within 1 ms. Where it was renewed all the time,
   * this takes 2 ms.
   */
  static final long CHECK_INTERVAL = TimeUnit.MICROSECONDS.toNanos(1000);

  /**
   * A lease renewed this recently belongs to a thread that is still polling. The check itself may
   * have taken the processor from that thread, and so may checks of other processes.
   */
  private static final long FRESH_AGE = TimeUnit.MICROSECONDS.toNanos(100);

  /**
   * After this many consecutive checks that find a fresh lease or a new wait, the loop checks half
   * as often.
   */
  private static final int STABLE_LIMIT = 8;

  /** Checks after which the loop sleeps without a limit while a caller blocks in select. */
  private static final int IDLE_CHECKS = 3;

  private final DriverLease lease;
  private final SharedSelector selector;
  private volatile boolean sleeping;

  /** Round of the lease that the loop saw last. */
  private int observedRound;

  /** Time when the loop first saw {@link #observedRound}. */
  private long observedAt;

  /** Nanoseconds between two polls of the lease holder, 0 if not known yet. */
  private long pollIntervalNanos;

  /** Consecutive checks that found the lease holder busy. */
  private int stableChecks;

  /** Consecutive checks that found the lease holder blocked in the same wait. */
  private int idleChecks;

  LeaseMonitor(DriverLease lease, SharedSelector selector) {
    this.lease = lease;
    this.selector = selector;
  }

  /** Begins to observe a new lease holder, or none. */
  void restart() {
    pollIntervalNanos = 0;
    observedRound = lease.round();
    observedAt = System.nanoTime();
    idleChecks = 0;
  }

  /** Wakes the loop if it sleeps until a caller's wait ends. Any thread. */
  void wake() {
    if (sleeping) {
      LockSupport.unpark(lease.loop());
    }
  }

  /** Forgets that the loop sleeps, after a failure. */
  void recover() {
    sleeping = false;
  }

  /**
   * Checks the lease of a caller once, and parks until the next check is due.
   *
   * @param self the loop
   * @param holder the caller
   */
  void check(Thread self, Thread holder) {
    if (selector.selecting() == holder) {
      checkSelect(holder);
      return;
    }
    idleChecks = 0;
    long now = System.nanoTime();
    long age = now - lease.renewedAt();
    int polls = lease.round() - observedRound;
    long recentInterval = polls > 0 ? (now - observedAt) / polls : 0;
    long interval = pollIntervalNanos > 0 ? pollIntervalNanos : recentInterval;
    if (age < FRESH_AGE || polls > 0 && age < 2 * DriverLease.RENEW_EVERY * interval) {
      pollIntervalNanos = recentInterval;
      observedRound += polls;
      observedAt = now;
      stableChecks++;
      LockSupport.parkNanos(this, checkInterval());
      return;
    }
    stableChecks = 0;
    if (age > DriverLease.EXPIRY) {
      reclaim(self, holder);
    } else {
      LockSupport.parkNanos(this, DriverLease.EXPIRY - age);
    }
  }

  /** Takes an expired lease from a caller, unless a thread is handling input. */
  private void reclaim(Thread self, Thread holder) {
    if (selector.isLocked()) {
      // A thread handles input, maybe that of thousands of connections; nobody else could help.
      LockSupport.parkNanos(this, DriverLease.EXPIRY);
      return;
    }
    if (lease.move(holder, self)) {
      selector.wakeSelecting();
    }
  }

  /** Checks a caller that blocks in select; ends its wait when its limit has passed. */
  private void checkSelect(Thread holder) {
    int wait = lease.round();
    long now = System.nanoTime();
    if (wait != observedRound) {
      observedRound = wait;
      observedAt = now;
      idleChecks = 0;
      // A caller that waits again and again is as active as one that polls.
      LockSupport.parkNanos(this, Math.min(selector.limit(), checkInterval()));
      stableChecks++;
      return;
    }
    long left = selector.limit() - (now - observedAt);
    if (left <= 0) {
      selector.wakeup();
    }
    if (idleChecks < IDLE_CHECKS || left <= 0) {
      idleChecks++;
      LockSupport.parkNanos(this, left <= 0 ? CHECK_INTERVAL : Math.min(left, CHECK_INTERVAL));
      return;
    }
    stableChecks = 0;
    sleeping = true;
    // Checked again: a new wait may have another limit.
    if (selector.selecting() == holder
        && lease.round() == wait
        && lease.holder() == holder
        && !selector.isClosing()) {
      LockSupport.parkNanos(this, left);
    }
    sleeping = false;
  }

  private long checkInterval() {
    return stableChecks < STABLE_LIMIT ? CHECK_INTERVAL : 2 * CHECK_INTERVAL;
  }
}
