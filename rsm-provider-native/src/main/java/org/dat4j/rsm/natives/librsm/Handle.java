package org.dat4j.rsm.natives.librsm;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A handle of the library, and how many calls are using it. The library dereferences what it is
 * given, so a handle is given back only when no call has it, and no call gets it afterwards.
 */
final class Handle {
  private static final int ENDED = Integer.MIN_VALUE;

  private final long value;
  private final AtomicInteger users = new AtomicInteger();

  Handle(long value) {
    this.value = value;
  }

  /** Begins a call. */
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

  /** The handle, for who entered or ended it. */
  long value() {
    return value;
  }

  /** Lets no call begin any more and waits for those that have. True for the first caller only. */
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
