package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/**
 * The slots that hold the requests or Receives posted to one endpoint or SRQ of a software backend,
 * by position. A slot is one line of primitives with its first segment; further segments lie in an
 * array made at the first need. A slot is visible to others when it is published; the queue built
 * on it decides which thread may write and reuse it.
 *
 * <p>There are few slots until more are needed: most connections never have more than a few entries
 * at a time, and what thousands of them use decides how much the processors' caches have to hold.
 * An entry stays where it was written; a thread that searches for one knows it by its sequence.
 * That search costs a tenth of a stream's rate, so rings for long streams have all slots from the
 * beginning.
 */
abstract class WorkRequestSlots {

  static final int SEQUENCE = 0;
  static final int INFO = 1;
  static final int COOKIE = 2;
  static final int LENGTH = 3;
  static final int CONTEXT = 4;
  static final int ADDRESS = 5;
  static final int REMOTE_CONTEXT = 6;
  static final int REMOTE_ADDRESS = 7;

  /**
   * The longest limit of entries for which a ring begins with few slots; a longer ring has all at
   * once.
   */
  private static final int MAX_LAZY = 64;

  static final int SEGMENT = 3;

  private static final VarHandle ALL_SLOTS =
      FieldHandles.find(MethodHandles.lookup(), WorkRequestSlots.class, "allSlots", long[].class);
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  final ContextTable<MemoryRegion> regions;
  final int limit;
  final int mask;
  final int maxSegments;

  /** Most entries at a time that the few slots are for, up to the limit. */
  final int initialSlots;

  final int shift;
  final long[] firstSlots;

  /** All slots; null as long as the few have been enough. */
  long[] allSlots;

  private volatile long[] segments;

  /**
   * Makes empty slots.
   *
   * @param regions memory by context
   * @param limit most entries at a time
   * @param maxSegments per entry
   * @param initialSlots slots made at once, a power of two; at least limit where there are never
   *     more
   * @param shift logarithm to base 2 of the words from one slot to the next, which are at least 8
   */
  WorkRequestSlots(
      ContextTable<MemoryRegion> regions, int limit, int maxSegments, int initialSlots, int shift) {
    this.regions = regions;
    this.limit = limit;
    this.maxSegments = maxSegments;
    this.shift = shift;
    int length = Integer.highestOneBit(Math.max(1, this.limit - 1)) << 1;
    this.mask = length - 1;
    int first = length > MAX_LAZY ? length : Math.min(initialSlots, length);
    this.initialSlots = Math.min(first, this.limit);
    this.firstSlots = new long[first << shift];
  }

  /** Whether there are as many slots as there may be entries. */
  final boolean hasAll() {
    return initialSlots == limit || allSlots() != null;
  }

  /** Makes the slots that there may be entries for. */
  final synchronized void makeAll() {
    if (!hasAll()) {
      ALL_SLOTS.setVolatile(this, new long[mask + 1 << shift]);
    }
  }

  private long[] allSlots() {
    return (long[]) ALL_SLOTS.getAcquire(this);
  }

  /** The slots to write an entry to. */
  final long[] slots(boolean all) {
    return all && initialSlots < limit ? allSlots() : firstSlots;
  }

  final void put(long[] slots, long position, int field, long value) {
    slots[base(slots, position) + field] = value;
  }

  /** A word of an entry that is published and not complete: other slots hold others' words. */
  final long get(long position, int field) {
    long[] slots = allSlots == null ? firstSlots : holding(position);
    return slots[base(slots, position) + field];
  }

  private long[] holding(long position) {
    long[] all = allSlots;
    return all[base(all, position) + SEQUENCE] == position + 1 ? all : firstSlots;
  }

  /** Makes a claimed and filled slot visible to the turn's holder. */
  final void publish(long[] slots, long position) {
    SLOT.setRelease(slots, base(slots, position) + SEQUENCE, position + 1);
  }

  final boolean isPublished(long position) {
    long[] all = allSlots();
    return all != null && isIn(all, position) || isIn(firstSlots, position);
  }

  /**
   * Whether an Error has cut off the post of an entry after the claim: its slot bears {@code
   * -position - 1} and holds nothing.
   */
  final boolean isVoid(long position) {
    long[] all = allSlots();
    return all != null && all[base(all, position) + SEQUENCE] == -position - 1
        || firstSlots[base(firstSlots, position) + SEQUENCE] == -position - 1;
  }

  private boolean isIn(long[] slots, long position) {
    return (long) SLOT.getAcquire(slots, base(slots, position) + SEQUENCE) == position + 1;
  }

  private int base(long[] slots, long position) {
    return (int) position << shift & slots.length - 1;
  }

  /** Copies the segments in; answers their number for the info word. */
  final int putSegments(long[] slots, long position, LmrIov iov, int lmrContext, long address) {
    if (iov == null) {
      put(slots, position, CONTEXT, lmrContext);
      put(slots, position, ADDRESS, address);
      return 1;
    }
    int count = iov.count();
    if (count == 0) {
      return 1;
    }
    if (count == 1) {
      put(slots, position, CONTEXT, iov.lmrContext(0));
      put(slots, position, ADDRESS, iov.address(0));
      return 1;
    }
    long[] array = segmentArray();
    int at = segmentBase(position);
    for (int i = 0; i < count; i++) {
      array[at++] = iov.lmrContext(i);
      array[at++] = iov.address(i);
      array[at++] = iov.length(i);
    }
    return count;
  }

  /** Context, address and length of each segment of the entries that have several. */
  final long[] segmentArray() {
    long[] array = segments;
    return array == null ? makeSegmentArray() : array;
  }

  private synchronized long[] makeSegmentArray() {
    if (segments == null) {
      segments = new long[(mask + 1) * maxSegments * SEGMENT];
    }
    return segments;
  }

  /** The index at which the segments of an entry begin in their array. */
  final int segmentBase(long position) {
    return ((int) position & mask) * maxSegments * SEGMENT;
  }

  /** Copies a receive of other slots with no more segments per entry; to be published then. */
  final void copy(WorkRequestSlots from, long source, long[] slots, long position) {
    long info = from.get(source, INFO);
    int count = (int) info;
    put(slots, position, INFO, info);
    put(slots, position, COOKIE, from.get(source, COOKIE));
    put(slots, position, LENGTH, from.get(source, LENGTH));
    put(slots, position, CONTEXT, from.get(source, CONTEXT));
    put(slots, position, ADDRESS, from.get(source, ADDRESS));
    if (count > 1) {
      System.arraycopy(
          from.segmentArray(),
          from.segmentBase(source),
          segmentArray(),
          segmentBase(position),
          count * SEGMENT);
    }
  }
}
