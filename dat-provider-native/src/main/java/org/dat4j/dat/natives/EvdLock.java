package org.dat4j.dat.natives;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of a dispatcher. A waiter holds it while the library sleeps for it, a slice at a time,
 * and lets others in between; short calls that do not have to wait for a slice just take it.
 */
final class EvdLock {

  private static final long STEP_NANOS = 50_000;

  private final SpinLock lock = new SpinLock();
  private final AtomicInteger wanted = new AtomicInteger();

  void lock() {
    lock.lock();
  }

  /** Takes the lock even if a thread is waiting, within a slice. */
  void lockFromWaiter() {
    wanted.incrementAndGet();
    lock.lock();
    wanted.decrementAndGet();
  }

  /** For a waiter before it takes the lock again. */
  void letOthersIn() {
    while (wanted.get() > 0) {
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  void unlock() {
    lock.unlock();
  }
}
