package org.dat4j.dat.udapl.queue;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of a native EVD, which a waiting thread holds in slices while it sleeps in the uDAPL
 * library. Between two slices it lets other threads in.
 */
public final class EvdLock {

  private static final long STEP_NANOS = 50_000;

  private final SpinLock lock = new SpinLock();

  /** Counts the threads that want the lock from a waiter, and those of them that got it. */
  private final AtomicInteger arrived = new AtomicInteger();

  private final AtomicInteger served = new AtomicInteger();

  /** Takes the lock. */
  public void lock() {
    lock.lock();
  }

  /** Takes the lock within one slice, even if a thread waits on the EVD. */
  public void lockFromWaiter() {
    arrived.incrementAndGet();
    try {
      lock.lock();
    } finally {
      served.incrementAndGet();
    }
  }

  /**
   * Lets as many others take the lock first as want it now: for a waiting thread, before it takes
   * the lock again. It does not wait for those that come later, which may be without end.
   */
  public void letOthersIn() {
    int until = arrived.get();
    while (served.get() - until < 0) {
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  /** Releases the lock. */
  public void unlock() {
    lock.unlock();
  }
}
