package org.dat4j.dat.spi.software;

import org.dat4j.dat.DatConstants;

/**
 * The clock of one wait: when to stop spinning, when to give up. Reused, for one thread at a time.
 */
final class Patience {

  /** How long a wait spins where nobody says otherwise: not at all on a single processor. */
  static final long SPIN_NANOS = Runtime.getRuntime().availableProcessors() > 1 ? 50_000 : 0;

  private static final int CLOCK_EVERY = 32;

  /** A wait as short as this may be over before a thread that blocks has run again. */
  private static final long SHORT = 1_000_000;

  private final long spinNanos;
  private boolean forever;
  private long nanos;
  private long start;
  private long elapsed;
  private int round;

  /**
   * Makes a clock.
   *
   * @param spinNanos how long a wait spins before it blocks
   */
  Patience(long spinNanos) {
    this.spinNanos = spinNanos;
  }

  /**
   * Begins a wait.
   *
   * @param timeoutMicros 0 for one look, TIMEOUT_INFINITE for ever
   */
  void begin(long timeoutMicros) {
    forever = timeoutMicros == DatConstants.TIMEOUT_INFINITE;
    nanos = timeoutMicros * 1000;
    elapsed = 0;
    round = 0;
  }

  /** Whether the time is over; asked once in each round, it looks at the clock now and then. */
  boolean isOver() {
    int before = round++;
    if (before == 0) {
      // The time begins here: a wait that finds what it is for needs no clock.
      start = System.nanoTime();
      return nanos == 0;
    }
    if (before % CLOCK_EVERY == 0 || elapsed >= spinNanos) {
      elapsed = System.nanoTime() - start;
      return !forever && elapsed >= nanos;
    }
    return false;
  }

  /**
   * Whether input is to be looked for before blocking, too: not where a wait blocks at once and
   * finds there what has come.
   */
  boolean polls() {
    return spinNanos > 0 || !forever && nanos < SHORT;
  }

  /** Whether it is too early to block. */
  boolean spins() {
    return elapsed < spinNanos;
  }

  /** How long to block at most, in nanoseconds. */
  long left() {
    return forever ? Long.MAX_VALUE : nanos - elapsed;
  }
}
