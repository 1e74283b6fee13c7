package org.dat4j.dat.spi.software;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The queue of the Receives posted to one endpoint of a software backend. The holder of its receive
 * turn claims, locates and completes them; {@link SrqReceiveQueue} gets them from a shared queue
 * instead of posts.
 */
class ReceiveQueue extends WorkRequestRing {

  /** Slots made at once. */
  private static final int INITIAL_SLOTS = 4;

  /**
   * Six words are used, a line's worth is left free: wherever the array lies, the core that posts
   * the next receive and the one that takes this one never share a line.
   */
  private static final int SHIFT = 4;

  private static final int FLAGS_SHIFT = 32;

  /** The position behind the Receive that was claimed last; under the receive turn. */
  long claimed;

  /** Not 0 when the receive to be claimed next was seen, so its lines are in this core's cache. */
  private long seen;

  /**
   * The padding between the words of the turn's holder and the next object. It has no class of its
   * own, as the words before it belong to this one; {@code PaddingTest} checks their places.
   */
  long p031, p032, p033, p034, p035, p036, p037;

  ReceiveQueue(ContextTable<MemoryRegion> regions, int limit, int maxSegments) {
    this(regions, limit, maxSegments, INITIAL_SLOTS);
  }

  ReceiveQueue(ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots) {
    super(regions, limit, maxSegments, initialSlots, SHIFT);
  }

  final boolean post(
      LmrIov iov, int lmrContext, long address, long length, long cookie, int flags) {
    long claim = claimSlot();
    if (claim < 0) {
      return false;
    }
    // As position() and slots() say, and without a call: an Error here would lose the slot.
    long position = claim >>> 1;
    long[] slots = (claim & 1) != 0 && initialSlots < limit ? allSlots : firstSlots;
    try {
      int count = putSegments(slots, position, iov, lmrContext, address);
      put(slots, position, INFO, count | (long) flags << FLAGS_SHIFT);
      put(slots, position, COOKIE, cookie);
      put(slots, position, LENGTH, length);
      publish(slots, position);
    } catch (Error e) {
      // Without a call: there may be no stack left for one.
      slots[((int) position << shift & slots.length - 1) + SEQUENCE] = -position - 1;
      throw e;
    }
    return true;
  }

  /** Takes the next receive; -1 when there is none. */
  long claim() {
    long position = claimed;
    if (seen == 0 && !isPublished(position)) {
      if (position != completed() || !isVoid(position)) {
        return -1;
      }
      passOver();
      return claim();
    }
    seen = 0;
    claimed = position + 1;
    return position;
  }

  /** The oldest receive that is not complete, taken or not; -1 when there is none. */
  final long oldest() {
    long position = completed();
    while (!isPublished(position)) {
      if (!isVoid(position)) {
        return -1;
      }
      passOver();
      position = completed();
    }
    return position;
  }

  /** Passes over the oldest slot, which holds nothing. */
  private void passOver() {
    complete();
    super.release();
    reported = completed();
  }

  /**
   * Whether nothing is outstanding, not counting the remains of posts that an Error has cut off.
   */
  @Override
  final boolean isIdle() {
    long oldest = completed();
    if (released != oldest) {
      return false;
    }
    long end = tail;
    while (oldest < end && isVoid(oldest)) {
      oldest++;
    }
    return oldest == end || isClosed();
  }

  /** The slot that an Error has kept from being reported holds nothing; gives it back. */
  final boolean passOverLate(long position) {
    if (!isVoid(position)) {
      return false;
    }
    super.release();
    reported = position + 1;
    return true;
  }

  final long cookie(long position) {
    return get(position, COOKIE);
  }

  /** Whether its poster wants no thread woken. */
  final boolean isUnsignalled(long position) {
    return (get(position, INFO) >>> FLAGS_SHIFT & CompletionFlags.UNSIGNALLED) != 0;
  }

  /** Completes the oldest receive; its slot is released with its completion. */
  final void complete() {
    advance();
    if (claimed < completed()) {
      claimed = completed();
      seen = 0;
    }
  }

  /** Fetches the next slot while nobody waits for it: behind the publication of a completion. */
  final void prefetchNext() {
    seen = isPublished(claimed) ? get(claimed, ADDRESS) | 1 : 0;
  }

  AccessResult locate(
      long position,
      long offset,
      long length,
      AbstractPz pz,
      HazardPointers hazard,
      int slot,
      RegionSlice out) {
    return locate(
        position,
        (int) get(position, INFO),
        get(position, LENGTH),
        offset,
        length,
        pz,
        MemPriv.LOCAL_WRITE,
        hazard,
        slot,
        out);
  }

  /**
   * Takes over what an earlier queue of the endpoint holds; nobody else uses either.
   *
   * @param from has as many segments per receive or fewer, and no more receives than fit
   */
  void adopt(ReceiveQueue from) {
    for (long old = from.completed(); old < from.tail; old++) {
      if (from.isVoid(old)) {
        continue;
      }
      long claim = claimSlot();
      copy(from, old, slots(claim), position(claim));
      publish(slots(claim), position(claim));
    }
  }

  /**
   * Sets the callback to run when a Receive was wanted and comes later by another way than a post.
   *
   * @param retry runs or hands off the receive turn of the present connection
   */
  void connect(Runnable retry) {}

  /** Ends the taking of Receives by the connection; under the receive turn. */
  void disconnect() {}
}
