package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/** The padding between the slots' fields and the words that posters write. */
abstract class WorkRequestRingPrePad extends WorkRequestSlots {
  long p001, p002, p003, p004, p005, p006, p007;

  WorkRequestRingPrePad(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    super(regions, limit, maxSegments, initialSlots, shift);
  }
}

/** The words of a work request ring that posters write. */
abstract class WorkRequestRingTail extends WorkRequestRingPrePad {
  volatile long tail;

  /** A former value of {@link WorkRequestRingReleases#released}. */
  long releasedSeen;

  WorkRequestRingTail(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    super(regions, limit, maxSegments, initialSlots, shift);
  }
}

/** The padding between the words that posters write and the count of releases. */
abstract class WorkRequestRingMidPad extends WorkRequestRingTail {
  long p011, p012, p013, p014, p015, p016, p017;

  WorkRequestRingMidPad(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    super(regions, limit, maxSegments, initialSlots, shift);
  }
}

/** The count of a work request ring that is written when a completion leaves its EVD. */
abstract class WorkRequestRingReleases extends WorkRequestRingMidPad {
  volatile long released;

  WorkRequestRingReleases(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    super(regions, limit, maxSegments, initialSlots, shift);
  }
}

/** The padding between the count of releases and what the turn's holder writes. */
abstract class WorkRequestRingPostPad extends WorkRequestRingReleases {
  long p021, p022, p023, p024, p025, p026, p027;

  WorkRequestRingPostPad(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    super(regions, limit, maxSegments, initialSlots, shift);
  }
}

/**
 * The ring of the requests or Receives posted to one endpoint of a software backend, each from its
 * post until its slot is free again. Posters claim a slot and publish it; the thread that holds the
 * turn works from the oldest on and completes them. An entry is outstanding until its slot is
 * released: when its completion is taken from the EVD or discarded, or at once when it has none.
 * Posters look at the released slots only when the ring may be full: the sides write to different
 * lines.
 */
abstract class WorkRequestRing extends WorkRequestRingPostPad {

  private static final VarHandle TAIL =
      FieldHandles.find(MethodHandles.lookup(), WorkRequestRingTail.class, "tail", long.class);
  private static final VarHandle RELEASED =
      FieldHandles.find(
          MethodHandles.lookup(), WorkRequestRingReleases.class, "released", long.class);
  private static final VarHandle COMPLETED =
      FieldHandles.find(MethodHandles.lookup(), WorkRequestRing.class, "completed", long.class);

  /** The tail of a closed ring: beyond every limit. */
  private static final long CLOSED = Long.MAX_VALUE >> 1;

  private volatile long completed;

  /**
   * Entries before this position are reported: their completions are offered, or they have none.
   * Differs from {@link #completed} within one completion, and where an Error has cut that off.
   */
  long reported;

  /**
   * The memory that an entry named last, which the next nearly always names, too: a guess that
   * saves the look-up in the table. It is written under either turn, and every reader checks it.
   */
  private MemoryRegion lastFound;

  /**
   * Makes an empty ring.
   *
   * @param regions memory by context
   * @param limit most entries outstanding
   * @param maxSegments per entry
   * @param initialSlots slots made at once, a power of two
   * @param shift logarithm to base 2 of the words from one slot to the next, which are at least 8
   */
  WorkRequestRing(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    super(regions, limit, maxSegments, initialSlots, shift);
  }

  /**
   * Claims a slot.
   *
   * @return a claim, which {@link #position} and {@link #slots} take apart; -1 when as many entries
   *     are outstanding as the limit allows, or the ring is closed
   */
  final long claimSlot() {
    for (; ; ) {
      long position = tail;
      boolean all = hasAll();
      int room = all ? limit : initialSlots;
      if (position - releasedSeen >= room) {
        if (position == CLOSED) {
          return -1;
        }
        long now = released;
        if (!all && position - now >= room - 1) {
          // One early: with a single free slot each post would have to read "released" again.
          makeAll();
          continue;
        }
        if (position - now >= room) {
          return -1;
        }
        releasedSeen = now;
      }
      if (TAIL.compareAndSet(this, position, position + 1)) {
        return position << 1 | (all ? 1 : 0);
      }
    }
  }

  /** The number of a claimed entry. */
  static long position(long claim) {
    return claim >>> 1;
  }

  /** The slots the entry is to be written to: those that had room for it when it was claimed. */
  final long[] slots(long claim) {
    return slots((claim & 1) != 0);
  }

  /** Entries before this position are complete. */
  final long completed() {
    return completed;
  }

  /** Completes the oldest entry; by the turn's holder. */
  final void advance() {
    COMPLETED.setRelease(this, completed + 1);
  }

  /** Gives the slot of a complete entry back to posters; by any thread, once for each entry. */
  void release() {
    RELEASED.getAndAdd(this, 1L);
  }

  /** The position behind the entry that was posted last. */
  private long end() {
    long position = tail;
    return position == CLOSED ? completed : position;
  }

  /** Whether everything posted is complete. */
  final boolean isComplete() {
    return completed == end();
  }

  /**
   * Takes no more posts, if everything posted is complete: so no post is lost beside the end of the
   * ring's use.
   *
   * @return false when something is not complete; the ring is open then
   */
  final boolean close() {
    return tail == CLOSED || TAIL.compareAndSet(this, completed, CLOSED);
  }

  /** Whether it takes no more posts. */
  final boolean isClosed() {
    return tail == CLOSED;
  }

  /**
   * Whether nothing is outstanding: each entry is complete and its completion was taken or
   * discarded.
   */
  boolean isIdle() {
    return released == end();
  }

  /** Whether anything was ever posted. */
  final boolean wasUsed() {
    return tail != 0;
  }

  /** Entries posted whose slots are not released. */
  final int outstanding() {
    long gone = released;
    return (int) (end() - gone);
  }

  /** Entries posted and not complete. */
  final int incomplete() {
    return (int) (end() - completed);
  }

  /** Finds the piece of local memory that an offset of an entry lies in. */
  final AccessResult locate(
      long position,
      int count,
      long total,
      long offset,
      long length,
      AbstractPz pz,
      int right,
      HazardPointers hazard,
      int slot,
      RegionSlice out) {
    int context = (int) get(position, CONTEXT);
    long address = get(position, ADDRESS);
    long room = total;
    if (count > 1) {
      long[] array = segmentArray();
      int at = segmentBase(position);
      int last = at + (count - 1) * SEGMENT;
      while (at < last && offset >= array[at + 2]) {
        offset -= array[at + 2];
        at += SEGMENT;
      }
      context = (int) array[at];
      address = array[at + 1];
      room = array[at + 2];
    }
    if (offset >= room) {
      return AccessResult.TOO_LONG;
    }
    MemoryRegion region = find(context);
    if (region == null) {
      return AccessResult.FREED;
    }
    return region.locate(
        pz, right, address + offset, Math.min(length, room - offset), hazard, slot, out);
  }

  private MemoryRegion find(int context) {
    MemoryRegion guess = lastFound;
    if (guess != null && guess.isNamed(context)) {
      return guess;
    }
    MemoryRegion found = regions.get(context);
    lastFound = found;
    return found;
  }
}
