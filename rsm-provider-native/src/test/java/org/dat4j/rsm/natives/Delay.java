package org.dat4j.rsm.natives;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Something that has to happen within a second. Time in which the machine stood still does not
 * count, as nobody could do anything in it.
 */
final class Delay {
  private static final int LIMIT_MILLIS = 30_000;
  private static final long PROMPT = TimeUnit.SECONDS.toNanos(1);

  private final String what;
  private final LongSupplier clock;
  private final Standstills standstills;
  private final long stoodBefore;
  private final long start;

  /** Begins now. */
  Delay(String what) {
    this(what, System::nanoTime, Standstills.here());
  }

  Delay(String what, LongSupplier clock, Standstills standstills) {
    this.what = what;
    this.clock = clock;
    this.standstills = standstills;
    stoodBefore = standstills.nanos();
    start = clock.getAsLong();
  }

  /** Waits until something is so. */
  static void await(String what, BooleanSupplier condition) {
    Delay delay = new Delay(what);
    Nodes.within(LIMIT_MILLIS, what, condition);
    delay.end();
  }

  /** It has happened. */
  void end() {
    long took = clock.getAsLong() - start;
    long stood = standstills.nanos() - stoodBefore;
    assertTrue(
        took - stood < PROMPT,
        () ->
            what
                + " took "
                + TimeUnit.NANOSECONDS.toMillis(took)
                + " ms; the machine stood still for "
                + TimeUnit.NANOSECONDS.toMillis(stood)
                + " ms of it");
  }
}
