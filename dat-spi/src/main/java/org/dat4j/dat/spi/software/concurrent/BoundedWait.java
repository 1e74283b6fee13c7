package org.dat4j.dat.spi.software.concurrent;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;

/**
 * A wait with a time limit for a step that another thread does within a few instructions. It spins,
 * then yields, then sleeps for short times: that thread may have no processor. An interrupted
 * thread waits a tenth of a second only, unless the wait is made for longer.
 */
public final class BoundedWait {

  private static final int SPINS = 1000;
  private static final int YIELDS = 1000;
  private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long INTERRUPTED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final long limitNanos;
  private final long interruptedNanos;
  private int rounds;
  private long start;

  /** Makes a wait with the usual limit. */
  public BoundedWait() {
    this(LIMIT_NANOS);
  }

  /**
   * Makes a wait with a limit of its own.
   *
   * @param limitNanos after which it ends
   */
  public BoundedWait(long limitNanos) {
    this(limitNanos, INTERRUPTED_NANOS);
  }

  private BoundedWait(long limitNanos, long interruptedNanos) {
    this.limitNanos = limitNanos;
    this.interruptedNanos = Math.min(limitNanos, interruptedNanos);
  }

  /**
   * Makes a wait with the usual limit for an interrupted thread, too.
   *
   * @return the wait, which leaves the thread interrupted
   */
  public static BoundedWait despiteInterrupts() {
    return new BoundedWait(LIMIT_NANOS, LIMIT_NANOS);
  }

  /**
   * Waits a little.
   *
   * @return false when it has lasted too long
   */
  public boolean goesOn() {
    if (rounds++ < SPINS) {
      Thread.onSpinWait();
      return true;
    }
    long now = System.nanoTime();
    if (rounds == SPINS + 1) {
      start = now;
    }
    boolean interrupted = Thread.currentThread().isInterrupted();
    if (now - start >= (interrupted ? interruptedNanos : limitNanos)) {
      return false;
    }
    if (rounds < SPINS + YIELDS || interrupted) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, NAP_NANOS);
    }
    return true;
  }

  /**
   * Waits a little, and throws when it has lasted too long.
   *
   * @param where object and call
   * @param what the step waited for
   * @param value what is there instead
   */
  public void orThrow(String where, String what, Object value) {
    orThrow(where, what, value, "");
  }

  /**
   * As {@link #orThrow(String, String, Object)}, where a mistake may be the cause, too.
   *
   * @param where object and call
   * @param what the step waited for
   * @param value what is there instead
   * @param mistake a clause that says who may have left what undone; empty for none
   * @since 0.1
   */
  public void orThrow(String where, String what, Object value, String mistake) {
    if (goesOn()) {
      return;
    }
    if (Thread.currentThread().isInterrupted() && interruptedNanos < limitNanos) {
      throw refused(DatReturn.INTERRUPTED_CALL, where, what, value, "call again");
    }
    throw refused(
        DatReturn.INTERNAL_ERROR,
        where,
        what,
        value,
        "the thread that is at it does not come to an end"
            + (mistake.isEmpty() ? "" : ", or " + mistake)
            + ": look at a thread dump, then call again");
  }

  private static DatException refused(
      int type, String where, String what, Object value, String remedy) {
    return Errors.of(type, DatSubtype.NO_SUBTYPE, where, what, value, remedy);
  }
}
