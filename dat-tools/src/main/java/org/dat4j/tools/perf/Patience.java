package org.dat4j.tools.perf;

/**
 * Bounds a loop that spins: looks at the clock and at {@link Stop} now and then only, so that the
 * loop costs nothing but its own check. For one thread; allocates nothing until it runs out.
 */
final class Patience {

  /** Spins between two looks at the clock; a power of two. */
  private static final int SPINS = 1 << 12;

  /** Spins of a few nanoseconds after which a loop gives way. */
  static final int MEMORY_SPINS = 1 << 10;

  /**
   * Spins with a system call each after which a loop gives way. Where each side has a processor,
   * only after about half a millisecond: whatever else runs takes a whole time slice then.
   */
  static final int KERNEL_SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 1 << 10 : 1 << 6;

  /** Successes between two looks at the stop; a power of two. */
  private static final int RENEWALS = 1 << 16;

  private final Stop stop;
  private final long nanos;
  private final int yieldMask;
  private int spins;
  private int renewals;
  private long since;

  /**
   * Makes one for loops that may take {@code nanos} without success.
   *
   * @param stop ends the loop early
   * @param nanos longest time without success
   * @param spinsToYield spins after which the loop gives way, a power of two up to 4096
   */
  Patience(Stop stop, long nanos, int spinsToYield) {
    this.stop = stop;
    this.nanos = nanos;
    this.yieldMask = spinsToYield - 1;
  }

  /** The loop succeeded: the time starts anew. Now and then sees whether the run is to end. */
  void renew() {
    spins = 0;
    if ((++renewals & (RENEWALS - 1)) == 0) {
      stop.check();
    }
  }

  /**
   * Called for each unsuccessful spin. A loop that has spun for long gives way once: on a machine
   * with more to do than processors the other side may be waiting for this one's.
   */
  void spin() {
    if ((++spins & yieldMask) == 0) {
      Thread.yield();
      if ((spins & (SPINS - 1)) == 0) {
        look();
      }
    }
  }

  /** Called where a spin took long by itself. */
  void look() {
    stop.check();
    long now = System.nanoTime();
    if (spins < 2 * SPINS) {
      spins = 2 * SPINS;
      since = now;
    } else if (now - since > nanos) {
      throw new StalledException(
          "nothing happened for "
              + nanos / 1_000_000_000L
              + " s; on a slow machine stretch this with -Ddat4j.timefactor=N");
    }
  }
}
