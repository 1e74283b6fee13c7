package org.dat4j.dat.spi.software.concurrent;

import org.dat4j.dat.DatConstants;

/**
 * The stages of one wait for events: when a thread polls, spins, yields, blocks and gives up.
 * Reused for one wait after the other, by one thread at a time.
 */
public final class WaitPolicy {

  /** How long a wait spins unless it is set, in nanoseconds: 0 on a single processor. */
  public static final long SPIN_NANOS = Runtime.getRuntime().availableProcessors() > 1 ? 50_000 : 0;

  /** The number of rounds of a spinning wait between two reads of the clock. */
  private static final int CLOCK_EVERY = 32;

  /** Shorter waits do not yield: they may be over before the thread runs again. */
  private static final long MIN_YIELDING_WAIT_NANOS = 1_000_000;

  /** A thread that runs again only this long after a yield shares its processor with a busy one. */
  private static final long LONG_YIELD_NANOS = 200_000;

  /**
   * Yields of one wait. One is too few where the other side yields, too: it may have input already
   * and look for it only after its own yield.
   */
  private static final int MAX_YIELDS = 2;

  /** At most 2^this waits in a row block without a yield. */
  private static final int MAX_DOUBLINGS = 14;

  private final long spinNanos;
  private final boolean yields;
  private boolean forever;
  private long nanos;
  private long start;
  private long elapsed;
  private int round;
  private int busyRounds;

  /** Yields that this wait may still make. */
  private int yieldsLeft;

  /** Yields in a row that brought nothing; kept from one wait to the next. */
  private int fruitless;

  /** Waits that are still to block without a yield. */
  private int skippedWaits;

  /**
   * Makes a policy for the waits of one thread at a time.
   *
   * @param spinNanos how long a wait spins before it blocks
   * @param yields whether a wait may yield before it blocks
   */
  public WaitPolicy(long spinNanos, boolean yields) {
    this.spinNanos = spinNanos;
    this.yields = yields;
  }

  /**
   * Begins a wait.
   *
   * @param timeoutMicros 0 for one look, TIMEOUT_INFINITE for ever
   */
  public void begin(long timeoutMicros) {
    forever = timeoutMicros == DatConstants.TIMEOUT_INFINITE;
    nanos = timeoutMicros * 1000;
    elapsed = 0;
    round = 0;
    busyRounds = 0;
    yieldsLeft = yields && (forever || nanos >= MIN_YIELDING_WAIT_NANOS) ? MAX_YIELDS : 0;
  }

  /**
   * Whether the time limit has passed. Asked once in each round; it reads the clock now and then.
   *
   * @return whether to give up
   */
  public boolean hasTimedOut() {
    int before = round++;
    if (before == 0) {
      // The time begins here: a wait that finds its events at once needs no clock.
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
   * Whether the time limit has passed in a round that has moved input. Asked instead of {@link
   * #hasTimedOut}, so that steady input of others does not keep a wait from its time limit.
   *
   * @return whether to give up
   */
  public boolean hasTimedOutBusy() {
    if (++busyRounds % CLOCK_EVERY != 0) {
      return false;
    }
    long now = System.nanoTime();
    if (round == 0) {
      round = 1;
      start = now;
      return false;
    }
    elapsed = now - start;
    return !forever && elapsed >= nanos;
  }

  /**
   * Whether to poll for input before blocking: not where a wait blocks at once and finds input
   * there.
   *
   * @return whether to poll
   */
  public boolean shouldPoll() {
    return spinNanos > 0 || !forever && nanos < MIN_YIELDING_WAIT_NANOS;
  }

  /**
   * Whether it is too early to block.
   *
   * @return whether to spin
   */
  public boolean shouldSpin() {
    return elapsed < spinNanos;
  }

  /**
   * Whether to yield now instead of blocking: twice in a wait, and less often where yields brought
   * nothing. {@link #recordYield} follows.
   *
   * @return whether to yield
   */
  public boolean mayYield() {
    if (yieldsLeft == MAX_YIELDS && skippedWaits > 0) {
      skippedWaits--;
      yieldsLeft = 0;
    }
    if (yieldsLeft == 0) {
      return false;
    }
    yieldsLeft--;
    return true;
  }

  /**
   * Records the result of a yield. Blocking is better where a yield brings nothing, or where
   * another thread keeps the processor for long: input gives it back to a thread that blocks.
   *
   * @param enough whether the wait is over
   */
  public void recordYield(boolean enough) {
    if (System.nanoTime() - start >= LONG_YIELD_NANOS) {
      yieldsLeft = 0;
    } else if (enough) {
      fruitless = 0;
      return;
    }
    if (yieldsLeft == 0) {
      fruitless = Math.min(fruitless + 1, MAX_DOUBLINGS);
      skippedWaits = (1 << fruitless) - 1;
    }
  }

  /**
   * Returns the longest time to block.
   *
   * @return nanoseconds
   */
  public long nanosLeft() {
    return forever ? Long.MAX_VALUE : nanos - elapsed;
  }
}
