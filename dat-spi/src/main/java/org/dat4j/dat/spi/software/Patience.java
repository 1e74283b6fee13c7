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

  /** Who gives way and runs again only after this long shares its processor with somebody busy. */
  private static final long BUSY = 200_000;

  /**
   * How often a wait gives way. Once is too little where the other side gives way in the same
   * manner and looks for its input only behind that: it had it already and has not looked.
   */
  private static final int TRIES = 2;

  /** Giving way is left out in at most 2^this waits in a row. */
  private static final int MOST_DOUBLINGS = 14;

  private final long spinNanos;
  private final boolean gives;
  private boolean forever;
  private long nanos;
  private long start;
  private long elapsed;
  private int round;

  /** How often this wait may still give way. */
  private int tries;

  /** How often in a row giving way was in vain; kept from one wait to the next. */
  private int vain;

  /** Waits that are still to block without giving way. */
  private int skipped;

  /**
   * Makes a clock.
   *
   * @param spinNanos how long a wait spins before it blocks
   * @param gives whether a wait may give way before it blocks
   */
  Patience(long spinNanos, boolean gives) {
    this.spinNanos = spinNanos;
    this.gives = gives;
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
    tries = gives && (forever || nanos >= SHORT) ? TRIES : 0;
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

  /**
   * Whether to let others run now instead of blocking: twice in a wait, and more and more seldom
   * where that was in vain. {@link #gaveWay} follows.
   */
  boolean givesWay() {
    if (tries == TRIES && skipped > 0) {
      skipped--;
      tries = 0;
    }
    if (tries == 0) {
      return false;
    }
    tries--;
    return true;
  }

  /**
   * Says what came of giving way. Blocking would have been better where nothing came, and where
   * somebody else took the processor for long: who blocks has it back as soon as there is input.
   *
   * @param enough whether the wait is over
   */
  void gaveWay(boolean enough) {
    if (System.nanoTime() - start >= BUSY) {
      tries = 0;
    } else if (enough) {
      vain = 0;
      return;
    }
    if (tries == 0) {
      vain = Math.min(vain + 1, MOST_DOUBLINGS);
      skipped = (1 << vain) - 1;
    }
  }

  /** How long to block at most, in nanoseconds. */
  long left() {
    return forever ? Long.MAX_VALUE : nanos - elapsed;
  }
}
