package org.dat4j.benchmarks.peer;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The end of a whole benchmark run: a time limit, or an earlier end that another thread asks for.
 * No measurement begins after it, and a process that runs is ended at the limit.
 */
public final class Deadline {

  private final LongSupplier clock;
  private final long begin;
  private final long nanos;
  private volatile boolean isEnded;

  /**
   * Begins the time.
   *
   * @param clock nanoseconds, such as {@link System#nanoTime}
   * @param limit until the end
   */
  public Deadline(LongSupplier clock, Duration limit) {
    this(clock, limit.toNanos());
  }

  private Deadline(LongSupplier clock, long nanos) {
    this.clock = clock;
    this.begin = clock.getAsLong();
    this.nanos = nanos;
  }

  /** {@return a deadline that no time reaches} */
  public static Deadline none() {
    return new Deadline(() -> 0, Long.MAX_VALUE);
  }

  /** Ends the run now; any thread may call it. */
  public void end() {
    isEnded = true;
  }

  /** {@return whether {@link #end} was called} */
  public boolean isEnded() {
    return isEnded;
  }

  /** {@return whether the run is over} */
  public boolean isOver() {
    return isEnded || left() <= 0;
  }

  /** Gives the smaller of a limit and the time that is left. */
  Duration atMost(Duration limit) {
    long most = Math.min(limit.toNanos(), left());
    return isEnded ? Duration.ZERO : Duration.ofNanos(Math.max(0, most));
  }

  private long left() {
    return nanos - (clock.getAsLong() - begin);
  }
}
