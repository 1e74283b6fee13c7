package org.dat4j.dat.udapl;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.udapl.queue.EvdLock;

/**
 * The wait of a thread for events of a native EVD: it spins, then sleeps in the uDAPL library in
 * short slices. One thread at a time may wait on an EVD. It sleeps in slices, because an interrupt,
 * a free and synthetic events do not end the library's sleep.
 */
final class EvdWaiter {

  /** No DAT_RETURN: waits are forbidden. */
  static final int ABORTED = -1;

  private static final long SLICE_MICROS = 10_000;
  private static final long MIN_SLICE_MICROS = 1_000;
  private static final long STEP_NANOS = 50_000;
  private static final long SPIN_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 20_000 : 0;
  private static final int TAKEN = -1;
  private static final int ENDED = -2;
  private static final int FORBIDDEN = -3;
  private static final int TRANSFERS = EvdFlags.DTO | EvdFlags.RMR_BIND;

  private final NativeEvd evd;
  private final EvdLock lock;
  private final EventPump pump;

  /** How many events the present wait is for, 0 without one. */
  private final AtomicInteger wanted = new AtomicInteger();

  private volatile boolean waitable = true;
  private volatile Thread sleeper;

  /** Counts the aborted waits. */
  private final AtomicInteger aborts = new AtomicInteger();

  /** The count at the begin of the present wait; by the waiting thread. */
  private int abortsBefore;

  /**
   * Begins without a waiter.
   *
   * @param evd the EVD
   * @param lock of the EVD
   * @param pump where its events are
   */
  EvdWaiter(NativeEvd evd, EvdLock lock, EventPump pump) {
    this.evd = evd;
    this.lock = lock;
    this.pump = pump;
  }

  boolean isWaiting() {
    return wanted() > 0;
  }

  /** Returns how many events the present wait is for, 0 without one. */
  int wanted() {
    return wanted.get();
  }

  boolean isWaitable() {
    return waitable;
  }

  /** Permits waits, or forbids them and aborts the present one; called under the lock. */
  void setWaitable(boolean mayWait) {
    waitable = mayWait;
    if (!mayWait) {
      aborts.getAndIncrement();
    }
  }

  /** Wakes the waiting thread if it sleeps here and not in the library. */
  void wake() {
    LockSupport.unpark(sleeper);
  }

  /**
   * Becomes the waiter; false when there is one.
   *
   * @param threshold how many events it waits for, at least 1
   */
  boolean begin(int threshold) {
    // Read before another thread can see this wait and abort it.
    int before = aborts.get();
    if (!wanted.compareAndSet(0, threshold)) {
      return false;
    }
    abortsBefore = before;
    sleeper = Thread.currentThread();
    return true;
  }

  /** Undoes {@link #begin}; under the lock. */
  void end() {
    sleeper = null;
    wanted.set(0);
  }

  /**
   * Waits until there are enough events or the time is over; by the waiter.
   *
   * @return a DAT_RETURN, or {@link #ABORTED} when waits are forbidden
   */
  int await(long timeoutMicros, int threshold, DatEvent event) {
    long deadline = deadline(timeoutMicros);
    long spinEnd = System.nanoTime() + SPIN_NANOS;
    while (true) {
      int queued = takeIf(threshold, event);
      if (queued == FORBIDDEN) {
        return ABORTED;
      }
      if (queued < 0) {
        return queued == ENDED ? DatReturn.ABORT : DatReturn.SUCCESS;
      }
      if (Thread.currentThread().isInterrupted()) {
        event.setMore(queued);
        return DatReturn.INTERRUPTED_CALL;
      }
      long now = System.nanoTime();
      long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - now;
      if (left <= 0) {
        event.setMore(queued);
        return DatReturn.TIMEOUT_EXPIRED;
      }
      if (now - spinEnd < 0) {
        Thread.onSpinWait();
      } else {
        sleep(left);
      }
    }
  }

  private static long deadline(long timeoutMicros) {
    return timeoutMicros == DatConstants.TIMEOUT_INFINITE
        ? Long.MAX_VALUE
        : System.nanoTime() + timeoutMicros * 1000;
  }

  /** Takes the oldest event if there are enough; answers how many there are if not. */
  private int takeIf(int threshold, DatEvent event) {
    evd.settleTransfers();
    evd.lookForEndings();
    lock.letOthersIn();
    lock.lock();
    try {
      if (!waitable || aborts.get() != abortsBefore) {
        return FORBIDDEN;
      }
      if (pump.handle() == 0) {
        return ENDED;
      }
      pump.drain(pump.qlen());
      evd.countArrivals();
      int queued = pump.size();
      if (queued < threshold) {
        return queued;
      }
      pump.take(event);
      event.setMore(queued - 1);
      return TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sleeps for one slice at most, where possible in the library, which ends the sleep for an event.
   */
  private void sleep(long nanos) {
    if (evd.flags() == EvdFlags.SOFTWARE) {
      LockSupport.parkNanos(this, Math.min(nanos, SLICE_MICROS * 1000));
      return;
    }
    if (pump.hasShares()) {
      LockSupport.parkNanos(this, Math.min(nanos, STEP_NANOS));
      return;
    }
    // A thread that posts a software event waits for the lock, and must not for long.
    boolean posts = (evd.flags() & EvdFlags.SOFTWARE) != 0;
    long slice = Math.min(nanos / 1000, posts ? MIN_SLICE_MICROS : SLICE_MICROS);
    if ((evd.flags() & TRANSFERS) != 0) {
      // The library counts milliseconds here and does not sleep for a part of one.
      slice -= slice % MIN_SLICE_MICROS;
    }
    if (slice == 0) {
      LockSupport.parkNanos(this, Math.min(nanos, STEP_NANOS));
      return;
    }
    lock.letOthersIn();
    lock.lock();
    try {
      pump.waitInLibrary((int) slice);
    } finally {
      lock.unlock();
    }
  }
}
