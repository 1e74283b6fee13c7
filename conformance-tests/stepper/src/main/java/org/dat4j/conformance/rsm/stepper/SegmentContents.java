package org.dat4j.conformance.rsm.stepper;

import java.util.Arrays;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The RSM stepper's model of the memory of an export segment: the bytes that a reader must find
 * there. A byte that an import has put in explicit mode is late: it may be there or not until the
 * import's barrier is closed. One that another import or the exporter has written while it was late
 * is contested: either may come last.
 */
final class SegmentContents {
  private final byte[] bytes;

  /** Late bytes, by the import that has put them. */
  private final Map<Object, BitSet> late = new IdentityHashMap<>();

  private final BitSet contested = new BitSet();

  /**
   * Begins with everything known.
   *
   * @param bytes what the memory holds; of this object then
   */
  SegmentContents(byte[] bytes) {
    this.bytes = bytes;
  }

  int length() {
    return bytes.length;
  }

  private boolean knows(int at) {
    return !contested.get(at) && late.values().stream().noneMatch(each -> each.get(at));
  }

  /** Writes bytes that are there at once. */
  void write(Object by, int at, byte[] from, int index, int count) {
    System.arraycopy(from, index, bytes, at, count);
    BitSet written = new BitSet();
    written.set(at, at + count);
    late.forEach(
        (who, theirs) -> {
          if (who != by) {
            BitSet both = (BitSet) theirs.clone();
            both.and(written);
            contested.or(both);
          }
        });
  }

  /** Writes bytes that are there when {@link #settle} is called. */
  void writeLate(Object by, int at, byte[] from, int index, int count) {
    write(by, at, from, index, count);
    late.computeIfAbsent(by, who -> new BitSet()).set(at, at + count);
  }

  /**
   * Notes that the late writes of one writer have arrived.
   *
   * @param found what the memory holds, which tells who came last to the contested bytes
   */
  void settle(Object by, byte[] found) {
    if (late.remove(by) == null) {
      return;
    }
    BitSet decided = (BitSet) contested.clone();
    late.values().forEach(decided::andNot);
    decided.stream().forEach(at -> bytes[at] = found[at]);
    contested.andNot(decided);
  }

  /** Returns whether the memory holds every byte that is known. */
  boolean agrees(byte[] found) {
    return firstWrong(found) < 0;
  }

  /** Finds the first byte that is not the known one; -1 for none. */
  int firstWrong(byte[] found) {
    int at = Arrays.mismatch(bytes, found);
    while (at >= 0 && at < bytes.length && !knows(at)) {
      int next = at + 1;
      int more = Arrays.mismatch(bytes, next, bytes.length, found, next, found.length);
      at = more < 0 ? -1 : next + more;
    }
    return at;
  }

  /** Returns the byte that was written last. */
  byte at(int at) {
    return bytes[at];
  }

  /** Returns whether a byte of the memory has its known value, if it has one. */
  boolean agrees(int at, byte found) {
    return found == bytes[at] || !knows(at);
  }

  /**
   * Makes the expected result of a read: the known bytes, and the bytes found where none is known.
   *
   * @param at of the memory
   * @param found what was read, in the same place as it is copied to
   * @param index of the copy
   */
  void read(int at, byte[] found, byte[] expected, int index, int count) {
    if (contested.isEmpty() && late.isEmpty()) {
      System.arraycopy(bytes, at, expected, index, count);
      return;
    }
    for (int i = 0; i < count; i++) {
      expected[index + i] = knows(at + i) ? bytes[at + i] : found[index + i];
    }
  }
}
