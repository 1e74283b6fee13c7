package org.dat4j.dat.tcp.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.FieldHandles;

/**
 * The lease of an I/O driver of a tcp adapter: the right of one thread to make progress for the
 * driver's connections. A caller takes it when it polls or waits, and renews it as it goes on. The
 * background loop has it otherwise, see {@link LeaseMonitor}.
 *
 * <p>Counters are used by the holder. Two threads that both take themselves for the holder may
 * disturb them, which costs speed only.
 */
final class DriverLease {

  /**
   * Nanoseconds after which the lease expires without renewal, unless a thread is handling input.
   */
  static final long EXPIRY = TimeUnit.MICROSECONDS.toNanos(200);

  /**
   * Units of work after which the lease is renewed; a poll without input renews it too. Reading the
   * clock for every message would cost a noticeable part of a round trip.
   */
  static final int RENEW_EVERY = 4;

  private static final VarHandle HOLDER =
      FieldHandles.find(MethodHandles.lookup(), DriverLease.class, "holder", Thread.class);

  private final SharedSelector selector;

  /** The thread of the background loop, null while it does not run. */
  private volatile Thread loop;

  private volatile Thread holder;
  private volatile long renewedAt;

  /** Counts polls and waits of callers. */
  private int round;

  /** Units of work since the lease was renewed last. */
  private int workSinceRenewal;

  /**
   * Creates a lease without a holder.
   *
   * @param selector tells which thread blocks
   */
  DriverLease(SharedSelector selector) {
    this.selector = selector;
  }

  /**
   * Sets the thread of the background loop, which ends waits; before that no caller has a lease.
   */
  void setLoop(Thread thread) {
    loop = thread;
  }

  /** Returns the thread of the background loop, null while it does not run. */
  Thread loop() {
    return loop;
  }

  /** Returns the thread that has the lease, null at first. */
  Thread holder() {
    return holder;
  }

  /** Tells whether the calling thread has the lease. */
  boolean isMine() {
    return holder == Thread.currentThread();
  }

  /** Moves the lease between two threads; false when the first one does not have it. */
  boolean move(Thread from, Thread to) {
    return HOLDER.compareAndSet(this, from, to);
  }

  /**
   * Takes the lease for a caller that does not have it, unless another caller uses it.
   *
   * @return false when the lease stays where it is
   */
  boolean tryTake(Thread caller) {
    Thread self = loop;
    if (self == null) {
      return false;
    }
    Thread now = holder;
    boolean isCaller = now != null && now != self && now != selector.selecting();
    if (isCaller && System.nanoTime() - renewedAt <= EXPIRY) {
      // Another caller drives; do not disturb it.
      return false;
    }
    if (!move(now, caller)) {
      return false;
    }
    renew();
    selector.wakeSelecting();
    return true;
  }

  /** Takes the lease as {@link #tryTake} does, but not from a caller that already blocks. */
  boolean tryTakeToWait(Thread caller) {
    Thread now = holder;
    return (now == null || now == loop || now != selector.selecting()) && tryTake(caller);
  }

  /** Renews the lease of the calling thread; returns the present time. */
  long renew() {
    workSinceRenewal = 0;
    long now = System.nanoTime();
    renewedAt = now;
    return now;
  }

  /** Counts work of the calling thread; much of it renews the lease. */
  void countWork(int units) {
    workSinceRenewal += units;
    if (workSinceRenewal >= RENEW_EVERY) {
      renew();
    }
  }

  /** Returns the time of the last renewal. */
  long renewedAt() {
    return renewedAt;
  }

  /** Marks the beginning of a poll or a wait of the calling thread. */
  void beginRound() {
    round++;
  }

  /** Returns a number that changes with every poll and every wait of a caller. */
  int round() {
    return round;
  }
}
