package org.dat4j.conformance.rsm.stepper;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Records when threads of the RSM stepper unpublish a segment, to tell whether one did so during a
 * connect. Thread-safe.
 */
final class UnpublishRecord {
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
