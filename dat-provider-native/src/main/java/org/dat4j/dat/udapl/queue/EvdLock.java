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
  private final AtomicInteger wanted = new AtomicInteger();

  /** Takes the lock. */
  public void lock() {
    lock.lock();
  }

  /** Takes the lock within one slice, even if a thread waits on the EVD. */
  public void lockFromWaiter() {
    wanted.incrementAndGet();
    lock.lock();
    wanted.decrementAndGet();
  }

  /** Lets others take the lock first: for a waiting thread, before it takes the lock again. */
  public void letOthersIn() {
    while (wanted.get() > 0) {
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  /** Releases the lock. */
  public void unlock() {
    lock.unlock();
  }
}
