package org.dat4j.dat.tcp;

/**
 * When a thread that polls looks for input again after a look in vain. Each look takes the lock of
 * the connection's socket, and where the peer is just delivering to it, the kernel puts the input
 * aside until the look is over, and the look has missed it. So looks without a pause are not the
 * fastest, and with pauses it matters how they fall upon the arrival.
 *
 * <p>Most input that is polled for answers something, after a time that changes little. So one look
 * is made when the input is expected, as many nanoseconds after the first look in vain as nearly
 * all input took lately, and few before and behind.
 *
 * <p>By the driving thread. All times are in nanoseconds of {@link System#nanoTime}.
 */
final class Rests {

  /** No rest is longer: what input loses at most that comes at another time than expected. */
  static final long LONGEST = 1000;

  /** The rest after the look that was made when input was expected, if that was in vain. */
  static final long SHORTEST = 150;

  /** Input is expected so much later when that look was in vain. */
  private static final long LATER = 40;

  /** And so much sooner when it was not: it is too early for one input in nine then. */
  private static final long SOONER = 5;

  /** How long after the first look in vain input is expected. */
  private long expected;

  /** Whether the last look was in vain; what follows is known only then. */
  private boolean vain;

  /** When the first look in vain was, since the last input. */
  private long first;

  /** When the last one was. */
  private long last;

  /** When the next look is due. */
  private long due;

  /** Whether a look was in vain at or behind the time expected. */
  private boolean late;

  /** Whether it is too soon for another look: the last one was in vain just now. */
  boolean isTooSoon() {
    return vain && isTooSoon(System.nanoTime());
  }

  /** Whether it is too soon for another look at a time behind a look in vain. */
  boolean isTooSoon(long now) {
    return now - due < 0;
  }

  /** A look was in vain. */
  void vain(long now) {
    if (!vain) {
      vain = true;
      first = now;
    }
    last = now;
    long left = expected - (now - first);
    late = left <= 0;
    // Behind the time expected a rest is as long as the input is late.
    due = now + (late ? Math.min(LONGEST, Math.max(SHORTEST, -left)) : towards(left));
  }

  /** The rest that leads to the time expected in few looks, of which none is just before it. */
  private static long towards(long left) {
    if (left <= LONGEST) {
      return left;
    }
    return left <= 2 * LONGEST ? left / 2 : LONGEST;
  }

  /** A look has found input; the next one is made at once. */
  void found() {
    if (!vain) {
      return;
    }
    vain = false;
    long waited = last - first;
    if (late) {
      expected += LATER;
    } else if (expected - waited > 2 * LONGEST) {
      // Another rhythm: to come to it by small steps would take thousands of messages.
      expected = waited + LONGEST;
    } else if (expected > 0) {
      expected -= SOONER;
    }
  }

  /** What comes next has nothing to do with the looks so far; the next one is made at once. */
  void end() {
    vain = false;
  }
}
