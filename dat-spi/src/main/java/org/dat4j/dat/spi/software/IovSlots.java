package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.ContextTable;

/**
 * Slots of posted requests or receives by position. A slot is one line of primitives with its first
 * segment; further segments lie in an array made at the first need. A slot is visible to others
 * when it is published; who may write and reuse it is the affair of the queue built on it.
 */
abstract class IovSlots {

  static final int SEQUENCE = 0;
  static final int INFO = 1;
  static final int COOKIE = 2;
  static final int LENGTH = 3;
  static final int CONTEXT = 4;
  static final int ADDRESS = 5;
  static final int REMOTE_CONTEXT = 6;
  static final int REMOTE_ADDRESS = 7;

  private static final int SHORTEST = 16;
  static final int SEGMENT = 3;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  final ContextTable<Region> regions;
  final int limit;
  final int mask;
  final int shift;
  final int maxSegments;
  final long[] slots;
  private volatile long[] segments;

  /**
   * Makes empty slots.
   *
   * @param regions memory by context
   * @param limit most entries at a time
   * @param maxSegments per entry
   * @param shift a slot is so many words apart from the next: 1 << shift, at least 8
   */
  IovSlots(ContextTable<Region> regions, int limit, int maxSegments, int shift) {
    this.regions = regions;
    // Somewhat more than asked for, so that posters need not look at the completed each time.
    this.limit = limit == 0 ? 0 : Math.max(limit, SHORTEST);
    this.maxSegments = maxSegments;
    this.shift = shift;
    int length = Integer.highestOneBit(Math.max(1, this.limit - 1)) << 1;
    this.mask = length - 1;
    this.slots = new long[length << shift];
  }

  final void put(long position, int field, long value) {
    slots[base(position) + field] = value;
  }

  final long get(long position, int field) {
    return slots[base(position) + field];
  }

  /** Makes a claimed and filled slot visible to the turn's holder. */
  final void publish(long position) {
    SLOT.setRelease(slots, base(position) + SEQUENCE, position + 1);
  }

  final boolean isPublished(long position) {
    return (long) SLOT.getAcquire(slots, base(position) + SEQUENCE) == position + 1;
  }

  private int base(long position) {
    return ((int) position & mask) << shift;
  }

  /** Copies the segments in; answers their number for the info word. */
  final int putSegments(long position, LmrIov iov, int lmrContext, long address) {
    if (iov == null) {
      put(position, CONTEXT, lmrContext);
      put(position, ADDRESS, address);
      return 1;
    }
    int count = iov.count();
    if (count == 0) {
      return 1;
    }
    if (count == 1) {
      put(position, CONTEXT, iov.lmrContext(0));
      put(position, ADDRESS, iov.address(0));
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

  /** Where the segments of an entry begin in their array. */
  final int segmentBase(long position) {
    return ((int) position & mask) * maxSegments * SEGMENT;
  }

  /** Copies a receive of other slots with no more segments per entry; to be published then. */
  final void copy(IovSlots from, long source, long position) {
    long info = from.get(source, INFO);
    int count = (int) info;
    put(position, INFO, info);
    put(position, COOKIE, from.get(source, COOKIE));
    put(position, LENGTH, from.get(source, LENGTH));
    put(position, CONTEXT, from.get(source, CONTEXT));
    put(position, ADDRESS, from.get(source, ADDRESS));
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
