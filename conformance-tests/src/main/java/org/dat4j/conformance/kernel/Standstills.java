package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Sees when the machine stands still: a thread that looks at the clock every few milliseconds did
 * not come to do so for a while. What a test with time limits found meanwhile says nothing about
 * the backend. Thread-safe.
 */
final class Standstills implements AutoCloseable {
  /** Less than every time limit that a backend may break a connection at. */
  private static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);

  private record Gap(long end, long length) {}

  private final List<Gap> gaps = new ArrayList<>();
  private final LongSupplier clock;
  private long last;
  private volatile boolean closed;

  /** Starts looking. */
  Standstills() {
    this(System::nanoTime);
    Thread thread = new Thread(this::watch, "suite-standstills");
    thread.setDaemon(true);
    thread.start();
  }

  /** Does not look by itself. */
  Standstills(LongSupplier clock) {
    this.clock = clock;
    this.last = clock.getAsLong();
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(NAP);
      look();
    }
  }

  /** Looks at the clock. */
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
