package org.dat4j.dat.spi.software.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.Objects;

/**
 * The hazard pointers of one thread: the memory regions it touches right now, which frees wait for.
 * A thread publishes a region before one copy or one non-blocking call and clears it right after; a
 * free waits until no hazard pointer names its region.
 *
 * <p>Used by its thread: {@link MemoryRegion#locate} publishes, {@link #publishFence()} orders the
 * publications before the check of the regions' validity, {@link #clear(int)} ends the use.
 */
public final class HazardPointers {

  /** Regions a thread can protect at a time. A wire may use all slots, from 0 to this minus 1. */
  public static final int SLOTS = 64;

  /** Words on both sides, so that no other object shares a cache line with the slots. */
  private static final int PADDING = 8;

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  /** Numbers of regions: references would cost a barrier of the collector at each use. */
  private final long[] slots = new long[PADDING + SLOTS + PADDING];

  private final WeakReference<Thread> owner = new WeakReference<>(Thread.currentThread());

  HazardPointers() {}

  void publish(int slot, MemoryRegion region) {
    SLOT.setOpaque(slots, PADDING + Objects.checkIndex(slot, SLOTS), region.number());
  }

  /** Orders all publications of this thread before what follows: one full fence. */
  public void publishFence() {
    VarHandle.fullFence();
  }

  /**
   * Ends the use of a region.
   *
   * @param slot the slot of the publication
   * @throws IndexOutOfBoundsException if the slot is not 0 to {@link #SLOTS} - 1
   */
  public void clear(int slot) {
    SLOT.setRelease(slots, PADDING + Objects.checkIndex(slot, SLOTS), 0L);
  }

  boolean uses(MemoryRegion region) {
    for (int i = PADDING; i < PADDING + SLOTS; i++) {
      if ((long) SLOT.getAcquire(slots, i) == region.number()) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether these are the calling thread's.
   *
   * @return whether they are
   */
  public boolean isMine() {
    return owner.refersTo(Thread.currentThread());
  }

  /** The thread, for messages; null when it is gone. */
  Thread owner() {
    return owner.get();
  }

  boolean ownerGone() {
    Thread thread = owner.get();
    return thread == null || !thread.isAlive();
  }
}
