package org.dat4j.conformance.rsm.stepper;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A record of when threads of the RSM stepper unpublish the segments of one place, which tells
 * whether a connect met such a call. Thread-safe.
 */
final class Withdrawals {
  private final AtomicLong begun = new AtomicLong();
  private final AtomicInteger running = new AtomicInteger();

  /** Makes a call that ends a publication. */
  void during(Runnable call) {
    running.incrementAndGet();
    begun.incrementAndGet();
    try {
      call.run();
    } finally {
      running.decrementAndGet();
    }
  }

  /** Marks the begin of a connect; gives what {@link #metSince} takes at its end. */
  long begin() {
    long now = begun.get();
    return running.get() > 0 ? now - 1 : now;
  }

  /** Returns whether a publication was being ended at the begin of a connect or later. */
  boolean metSince(long begin) {
    return begun.get() > begin;
  }
}
