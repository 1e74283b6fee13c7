package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;

/**
 * The regions one thread is touching right now. Published before a region is looked at for one copy
 * or one non-blocking call, cleared right after; a free waits until its region stands in none.
 *
 * <p>Used by its thread: {@link Span} publishes, {@link #seal()} orders the publications before the
 * look at the regions' validity, {@link #clear(int)} ends the use.
 */
public final class Hazard {

  /** Regions a thread can protect at a time. */
  public static final int SLOTS = 64;

  /** Keeps the slots off the lines of what lies beside the array. */
  private static final int PADDING = 8;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  /** Numbers of regions; numbers, as references would cost a collector's barrier at each use. */
  private final long[] slots = new long[PADDING + SLOTS + PADDING];

  private final WeakReference<Thread> owner = new WeakReference<>(Thread.currentThread());

  Hazard() {}

  void publish(int slot, Region region) {
    SLOT.setOpaque(slots, PADDING + slot, region.number());
  }

  /** Orders all publications of this thread before what follows; one full fence. */
  public void seal() {
    VarHandle.fullFence();
  }

  /**
   * Ends the use of a region.
   *
   * @param slot what was given to the publication
   */
  public void clear(int slot) {
    SLOT.setRelease(slots, PADDING + slot, 0L);
  }

  boolean uses(Region region) {
    for (int i = PADDING; i < PADDING + SLOTS; i++) {
      if ((long) SLOT.getAcquire(slots, i) == region.number()) {
        return true;
      }
    }
    return false;
  }

  /** Whether it is the calling thread's. */
  boolean isMine() {
    return owner.refersTo(Thread.currentThread());
  }

  boolean ownerGone() {
    Thread thread = owner.get();
    return thread == null || !thread.isAlive();
  }
}
