package org.dat4j.tools.perf.exchange;

/**
 * A time limit for a loop of {@code perf} that spins. The loop reads the clock and the {@link
 * StopSignal} only now and then, so that it costs nothing but its own check. For one thread;
 * allocates nothing until it expires.
 */
public final class SpinDeadline {

  /** Spins between two reads of the clock; a power of two. */
  private static final int SPINS = 1 << 12;

  /** Spins of a few nanoseconds after which a loop yields the processor. */
  static final int MEMORY_SPINS = 1 << 10;

  /**
   * Spins with a system call each after which a loop yields the processor. Where each side has a
   * processor, only after about half a millisecond: another thread then takes a whole time slice.
   */
  public static final int KERNEL_SPINS =
      Runtime.getRuntime().availableProcessors() > 1 ? 1 << 10 : 1 << 6;

  /** Successes between two checks of the stop signal; a power of two. */
  private static final int RENEWALS = 1 << 16;

  private final StopSignal stop;
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
   * @param spinsToYield spins after which the loop yields the processor, a power of two up to 4096
   */
  public SpinDeadline(StopSignal stop, long nanos, int spinsToYield) {
    this.stop = stop;
    this.nanos = nanos;
    this.yieldMask = spinsToYield - 1;
  }

  /** Starts the time anew after a success, and now and then checks the stop signal. */
  public void renew() {
    spins = 0;
    if ((++renewals & (RENEWALS - 1)) == 0) {
      stop.check();
    }
  }

  /**
   * Counts an unsuccessful spin. After many of them the loop yields the processor once: on a
   * machine with more threads than processors the other side may be waiting for it.
   */
  public void spin() {
    if ((++spins & yieldMask) == 0) {
      Thread.yield();
      if ((spins & (SPINS - 1)) == 0) {
        check();
      }
    }
  }

  /** Checks the time limit and the stop signal at once, after a spin that took long by itself. */
  public void check() {
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
