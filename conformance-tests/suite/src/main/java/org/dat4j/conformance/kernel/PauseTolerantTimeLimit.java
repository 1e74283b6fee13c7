package org.dat4j.conformance.kernel;

import java.util.function.LongSupplier;

/**
 * Time limit of a test's wait that leaves out pauses of the process or machine, so that a stall is
 * not taken for a failure. Only the time in which the waiting thread reads the clock counts:
 * however long it stood still between two readings, no more than a small piece is added. Confined
 * to one thread.
 */
public final class PauseTolerantTimeLimit {
  private static final long PIECE_MILLIS = 50;

  private final long limit;
  private final long piece = TimeFactor.nanos(PIECE_MILLIS);
  private final LongSupplier clock;
  private long last;
  private long waited;

  /**
   * Begins to wait. The waiting thread has to look at the clock at least every 50 ms.
   *
   * @param millis the wait on a normal machine, in milliseconds
   */
  public PauseTolerantTimeLimit(long millis) {
    this(millis, System::nanoTime);
  }

  PauseTolerantTimeLimit(long millis, LongSupplier clock) {
    this.limit = TimeFactor.nanos(millis);
    this.clock = clock;
    this.last = clock.getAsLong();
  }

  /**
   * Takes a look at the clock.
   *
   * @return true when it was waited for long enough
   */
  public boolean isOver() {
    return look() > limit;
  }

  /**
   * Takes a look at the clock.
   *
   * @return the time that counts since the beginning, in nanoseconds
   */
  public long look() {
    long now = clock.getAsLong();
    waited += Math.min(now - last, piece);
    last = now;
    return waited;
  }
}
