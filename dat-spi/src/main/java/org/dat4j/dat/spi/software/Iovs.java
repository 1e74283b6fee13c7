package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;

/** What posters write, on lines of its own. */
abstract class IovsPosters extends IovSlots {
  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
  volatile long tail;
  long completedSeen;
  long p11;
  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;

  IovsPosters(ContextTable<Region> regions, int limit, int maxSegments, int few, int shift) {
    super(regions, limit, maxSegments, few, shift);
  }
}

/**
 * The ring of posted requests or receives of one endpoint. Posters claim a slot and publish it;
 * whoever holds the turn works from the oldest on and gives slots back. Posters look at what was
 * given back only when the ring may be full: the two sides write to different lines.
 */
abstract class Iovs extends IovsPosters {

  private static final VarHandle TAIL =
      FieldHandles.find(MethodHandles.lookup(), IovsPosters.class, "tail", long.class);
  private static final VarHandle COMPLETED =
      FieldHandles.find(MethodHandles.lookup(), Iovs.class, "completed", long.class);

  private volatile long completed;

  /**
   * What an entry named last, which the next nearly always names, too: a guess that saves the look
   * at the table. Written under either turn, and whoever reads it checks it.
   */
  private Region lastFound;

  /**
   * Makes an empty ring.
   *
   * @param regions memory by context
   * @param limit most entries outstanding
   * @param maxSegments per entry
   * @param few slots made at once, a power of two
   * @param shift a slot is so many words apart from the next: 1 << shift, at least 8
   */
  Iovs(ContextTable<Region> regions, int limit, int maxSegments, int few, int shift) {
    super(regions, limit, maxSegments, few, shift);
  }

  /**
   * Claims a slot.
   *
   * @return a claim, which {@link #position} and {@link #slots} take apart; -1 when full
   */
  final long claimSlot() {
    for (; ; ) {
      long position = tail;
      boolean all = hasAll();
      int room = all ? limit : few;
      if (position - completedSeen >= room) {
        long now = completed;
        if (!all && position - now >= room - 1) {
          // One early: who keeps the few nearly full would look at the completed at each post.
          makeAll();
          continue;
        }
        if (position - now >= room) {
          return -1;
        }
        completedSeen = now;
      }
      if (TAIL.compareAndSet(this, position, position + 1)) {
        return position << 1 | (all ? 1 : 0);
      }
    }
  }

  static long position(long claim) {
    return claim >>> 1;
  }

  /** Where the entry is to be written: where there was room for it when it was claimed. */
  final long[] slots(long claim) {
    return slots((claim & 1) != 0);
  }

  /** Entries before this position are complete and their slots free. */
  final long completed() {
    return completed;
  }

  /** Completes the oldest entry; by the turn's holder. */
  final void advance() {
    COMPLETED.setRelease(this, completed + 1);
  }

  /** Everything posted is complete. */
  final boolean isIdle() {
    return completed == tail;
  }

  /** Something was posted at some time. */
  final boolean wasUsed() {
    return tail != 0;
  }

  /** Entries posted and not complete. */
  final int outstanding() {
    return (int) (tail - completed);
  }

  /** Finds the piece of local memory that an offset of an entry lies in. */
  final Access locate(
      long position,
      int count,
      long total,
      long offset,
      long length,
      AbstractPz pz,
      int right,
      Hazard hazard,
      int slot,
      Span out) {
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
      return Access.TOO_LONG;
    }
    Region region = find(context);
    if (region == null) {
      return Access.UNKNOWN;
    }
    return region.locate(
        pz, right, address + offset, Math.min(length, room - offset), hazard, slot, out);
  }

  private Region find(int context) {
    Region guess = lastFound;
    if (guess != null && guess.isNamed(context)) {
      return guess;
    }
    Region found = regions.get(context);
    lastFound = found;
    return found;
  }
}
