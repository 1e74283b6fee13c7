package org.dat4j.faults;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition that comes true soon. */
final class Poll {

  private static final long LIMIT = TimeUnit.SECONDS.toNanos(5);
  private static final long STEP = TimeUnit.MICROSECONDS.toNanos(200);

  private Poll() {}

  static void until(String what, BooleanSupplier condition) {
    long began = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - began > LIMIT) {
        throw new IllegalStateException("no " + what);
      }
      LockSupport.parkNanos(STEP);
    }
  }
}
