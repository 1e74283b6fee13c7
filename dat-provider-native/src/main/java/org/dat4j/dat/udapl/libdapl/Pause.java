package org.dat4j.dat.udapl.libdapl;

import java.util.concurrent.locks.LockSupport;

/** A short sleep of threads that poll libdapl for progress, which an interrupt does not shorten. */
public final class Pause {

  private static final long STEP_NANOS = 100_000;

  private Pause() {}

  /** Sleeps for 100 us, the step of polls for the library's progress. */
  public static void step() {
    nanos(STEP_NANOS);
  }

  /**
   * Sleeps for a while.
   *
   * @param nanos how long
   */
  public static void nanos(long nanos) {
    boolean interrupted = false;
    long start = System.nanoTime();
    // An interrupt leaves a permit behind by which the next park returns at once.
    for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(left);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
