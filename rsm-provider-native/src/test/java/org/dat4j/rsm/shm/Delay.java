package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A condition that a test expects within a second. Time in which the machine stood still does not
 * count, as no thread could run in it.
 */
final class Delay {
  private static final int LIMIT_MILLIS = 30_000;
  private static final long PROMPT = TimeUnit.SECONDS.toNanos(1);

  private final String what;
  private final LongSupplier clock;
  private final PauseCounter pauses;
  private final long pausedBefore;
  private final long start;

  /** Makes a delay that begins now. */
  Delay(String what) {
    this(what, System::nanoTime, PauseCounter.here());
  }

  Delay(String what, LongSupplier clock, PauseCounter pauses) {
    this.what = what;
    this.clock = clock;
    this.pauses = pauses;
    pausedBefore = pauses.nanos();
    start = clock.getAsLong();
  }

  /** Waits until a condition is true. */
  static void await(String what, BooleanSupplier condition) {
    Delay delay = new Delay(what);
    Nodes.within(LIMIT_MILLIS, what, condition);
    delay.end();
  }

  /** Ends the delay, because the expected event has happened. */
  void end() {
    long took = clock.getAsLong() - start;
    long paused = pauses.nanos() - pausedBefore;
    assertTrue(
        took - paused < PROMPT,
        () ->
            what
                + " took "
                + TimeUnit.NANOSECONDS.toMillis(took)
                + " ms; the machine stood still for "
                + TimeUnit.NANOSECONDS.toMillis(paused)
                + " ms of it");
  }
}
