package org.dat4j.conformance.rsm.stepper;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What the memory of an export segment is to hold, octet by octet. An octet that an import has put
 * in explicit mode is late: it may be there or not until the import's span is closed. One that
 * somebody else has written while it was late is contested: either may come last.
 */
final class Contents {
  private final byte[] octets;

  /** By who has put them: late octets. */
  private final Map<Object, BitSet> late = new IdentityHashMap<>();

  private final BitSet contested = new BitSet();

  /**
   * Begins with everything known.
   *
   * @param octets what the memory holds; of this object then
   */
  Contents(byte[] octets) {
    this.octets = octets;
  }

  int length() {
    return octets.length;
  }

  private boolean knows(int at) {
    return !contested.get(at) && late.values().stream().noneMatch(each -> each.get(at));
  }

  /** Writes octets that are there at once. */
  void write(Object by, int at, byte[] from, int index, int count) {
    System.arraycopy(from, index, octets, at, count);
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

  /** Writes octets that are there when {@link #settle} is called. */
  void writeLate(Object by, int at, byte[] from, int index, int count) {
    write(by, at, from, index, count);
    late.computeIfAbsent(by, who -> new BitSet()).set(at, at + count);
  }

  /**
   * What somebody has written is there.
   *
   * @param found what the memory holds, which tells who came last to the contested octets
   */
  void settle(Object by, byte[] found) {
    if (late.remove(by) == null) {
      return;
    }
    BitSet decided = (BitSet) contested.clone();
    late.values().forEach(decided::andNot);
    decided.stream().forEach(at -> octets[at] = found[at]);
    contested.andNot(decided);
  }

  /** Whether the memory holds what is known. */
  boolean agrees(byte[] found) {
    for (int at = 0; at < octets.length; at++) {
      if (!agrees(at, found[at])) {
        return false;
      }
    }
    return true;
  }

  /** Whether an octet of the memory is what is known of it. */
  boolean agrees(int at, byte found) {
    return found == octets[at] || !knows(at);
  }

  /**
   * Copies what a read of the memory is to have brought: what is known, and of other octets what it
   * has brought.
   *
   * @param at of the memory
   * @param found what was read, in the same place as it is copied to
   * @param index of the copy
   */
  void read(int at, byte[] found, byte[] expected, int index, int count) {
    for (int i = 0; i < count; i++) {
      expected[index + i] = knows(at + i) ? octets[at + i] : found[index + i];
    }
  }
}
