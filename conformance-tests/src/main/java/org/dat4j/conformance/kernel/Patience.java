package org.dat4j.conformance.kernel;

import java.util.function.LongSupplier;

/**
 * How long something that has to come is waited for. Counted is the time in which the waiting
 * thread looks: however long a process, a machine or the thread stood still between two looks, no
 * more than a small piece of it counts. So a stall is not taken for something that never comes.
 * Confined to the thread that looks.
 */
public final class Patience {
  private static final long PIECE_MILLIS = 50;

  private final long limit;
  private final long piece = TimeFactor.nanos(PIECE_MILLIS);
  private final LongSupplier clock;
  private long last;
  private long waited;

  /**
   * Begins to wait. Whoever waits looks again at least every 50 ms.
   *
   * @param millis the wait on a normal machine, in milliseconds
   */
  public Patience(long millis) {
    this(millis, System::nanoTime);
  }

  Patience(long millis, LongSupplier clock) {
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
