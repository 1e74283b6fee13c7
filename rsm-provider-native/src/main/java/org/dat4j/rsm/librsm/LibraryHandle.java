package org.dat4j.rsm.librsm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handle from librsm with a count of the calls that use it, so that it is given back only after
 * the last. The library dereferences handles. So a handle is returned only when no call uses it,
 * and no later call gets it.
 */
final class LibraryHandle {
  private static final int ENDED = Integer.MIN_VALUE;

  private final long value;
  private final AtomicInteger users = new AtomicInteger();

  LibraryHandle(long value) {
    this.value = value;
  }

  /** Begins a call; returns false if the handle was ended. */
  boolean enter() {
    int now;
    do {
      now = users.get();
      if (now < 0) {
        return false;
      }
    } while (!users.compareAndSet(now, now + 1));
    return true;
  }

  /** Ends a call that {@link #enter} began. */
  void leave() {
    if (users.decrementAndGet() == ENDED) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  /** Returns the handle, for a caller that entered or ended it. */
  long value() {
    return value;
  }

  /**
   * Refuses further calls and waits until those that have begun end. Returns true for the first
   * caller only.
   */
  boolean end() {
    int now;
    do {
      now = users.get();
      if (now < 0) {
        return false;
      }
    } while (!users.compareAndSet(now, now | ENDED));
    boolean interrupted = false;
    synchronized (this) {
      while (users.get() != ENDED) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return true;
  }
}
