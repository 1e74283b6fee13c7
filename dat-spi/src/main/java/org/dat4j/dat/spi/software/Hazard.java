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

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Region[].class);

  private final Region[] slots = new Region[SLOTS];
  private final WeakReference<Thread> owner = new WeakReference<>(Thread.currentThread());

  Hazard() {}

  void publish(int slot, Region region) {
    SLOT.setOpaque(slots, slot, region);
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
    SLOT.setRelease(slots, slot, (Region) null);
  }

  boolean uses(Region region) {
    for (int i = 0; i < SLOTS; i++) {
      if (SLOT.getAcquire(slots, i) == region) {
        return true;
      }
    }
    return false;
  }

  boolean ownerGone() {
    Thread thread = owner.get();
    return thread == null || !thread.isAlive();
  }
}
