package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Detector of pauses of the whole machine during a run of the suite; {@link KernelRun} repeats a
 * test that failed in one of them. Its thread reads the clock every few milliseconds and notes when
 * it could not. What a test with time limits found meanwhile says nothing about the backend.
 * Thread-safe.
 */
final class PauseDetector implements AutoCloseable {
  /** Shortest pause that counts, shorter than any time limit that breaks a connection. */
  private static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);

  private record Gap(long end, long length) {}

  private final List<Gap> gaps = new ArrayList<>();
  private final LongSupplier clock;
  private long last;
  private volatile boolean closed;

  /** Starts looking. */
  PauseDetector() {
    this(System::nanoTime);
    Thread thread = new Thread(this::watch, "suite-pauses");
    thread.setDaemon(true);
    thread.start();
  }

  /** Creates a detector without a thread of its own, for tests with a given clock. */
  PauseDetector(LongSupplier clock) {
    this.clock = clock;
    this.last = clock.getAsLong();
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(NAP);
      look();
    }
  }

  /** Reads the clock and notes a pause if too much time has passed. */
  synchronized void look() {
    long now = clock.getAsLong();
    if (now - last > NOTABLE) {
      gaps.add(new Gap(now, now - last));
    }
    last = now;
  }

  /**
   * Tells how long the machine stood still.
   *
   * @param start a value of {@link System#nanoTime()}
   * @return the longest time since then, in nanoseconds; 0 if it did not
   */
  synchronized long since(long start) {
    // The thread that asks may be the first that runs again.
    look();
    return gaps.stream().filter(g -> g.end() - start > 0).mapToLong(Gap::length).max().orElse(0);
  }

  @Override
  public void close() {
    closed = true;
  }
}
