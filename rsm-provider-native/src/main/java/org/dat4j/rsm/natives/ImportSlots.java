package org.dat4j.rsm.natives;

import java.util.Arrays;
import org.dat4j.rsm.RsmReturn;

/** Imports in a registry: taking and freeing slots, and the bits in a segment that lead to them. */
final class ImportSlots {
  private ImportSlots() {}

  /**
   * A free slot that nobody is in; those of processes that ended are freed if there is none. In the
   * lock.
   */
  static int find(String where, NodeRegistry registry) {
    int first = registry.getInt(Layout.H_NEXT_IMPORT);
    for (int round = 0; round < 2; round++) {
      for (int n = 0; n < Layout.IMPORTS; n++) {
        int i = (first + n) & (Layout.IMPORTS - 1);
        if (registry.getLong(Layout.imported(i) + Layout.I_GATE) == 0 && isLeft(registry, i)) {
          registry.setInt(Layout.H_NEXT_IMPORT, n == 0 ? i : first);
          return i;
        }
      }
      ProcessSlots.reap(registry);
    }
    throw Failures.of(
        RsmReturn.INSUFFICIENT_RESOURCES, where, "imports", Layout.IMPORTS, "disconnect some");
  }

  /**
   * Whether nobody is in a free slot. A transfer may have marked it after another thread of its
   * process has disconnected, and unmarks it when it finds that out: in between nobody sets the
   * count, which would be wrong from then on. What a process has left that ended is taken away.
   */
  private static boolean isLeft(NodeRegistry registry, int index) {
    int slot = Layout.imported(index);
    if (registry.getInt(slot + Layout.I_BUSY) == 0) {
      return true;
    }
    if (ProcessSlots.runs(registry, registry.getInt(slot + Layout.I_OWNER))) {
      return false;
    }
    registry.setInt(slot + Layout.I_BUSY, 0);
    return true;
  }

  /** Frees a slot: first the bit in its segment, so that no bit leads to a free slot. */
  static void free(NodeRegistry registry, int index) {
    int slot = Layout.imported(index);
    int segment = registry.getInt(slot + Layout.I_SEGMENT);
    if (segment >= 0
        && segment < Layout.SEGMENTS
        && registry.getInt(Layout.segment(segment) + Layout.S_TAG)
            == registry.getInt(slot + Layout.I_SEGMENT_TAG)) {
      mark(registry, segment, index, false);
    }
    registry.setLong(slot + Layout.I_GATE, 0);
  }

  /** Frees what a process has connected. In the lock. */
  static void freeOf(NodeRegistry registry, int process) {
    for (int i = 0; i < Layout.IMPORTS; i++) {
      int slot = Layout.imported(i);
      if (registry.getLong(slot + Layout.I_GATE) != 0
          && registry.getInt(slot + Layout.I_OWNER) == process) {
        free(registry, i);
      }
    }
  }

  /** Takes away the marks of transfers that a process was in when it ended. In the lock. */
  static void unmark(NodeRegistry registry, int process) {
    for (int i = 0; i < Layout.IMPORTS; i++) {
      int slot = Layout.imported(i);
      if (registry.getInt(slot + Layout.I_OWNER) == process) {
        registry.setInt(slot + Layout.I_BUSY, 0);
      }
    }
  }

  /** Sets or clears the bit of an import in its segment. In the lock. */
  static void mark(NodeRegistry registry, int segment, int index, boolean on) {
    int slot = Layout.segment(segment);
    int w = index >> 6;
    long bits = with(registry.getLong(word(slot, w)), index, on);
    registry.setLong(word(slot, w), bits);
    long words = registry.getLong(slot + Layout.S_IMPORT_WORDS);
    registry.setLong(slot + Layout.S_IMPORT_WORDS, with(words, w, bits != 0));
  }

  private static long with(long bits, int place, boolean on) {
    long bit = 1L << place;
    return on ? bits | bit : bits & ~bit;
  }

  /** A segment has no imports yet. In the lock. */
  static void none(NodeRegistry registry, int segment) {
    int slot = Layout.segment(segment);
    for (int w = 0; w < Layout.IMPORTS >> 6; w++) {
      registry.setLong(word(slot, w), 0);
    }
    registry.setLong(slot + Layout.S_IMPORT_WORDS, 0);
  }

  /** Where the bits of 64 imports stand in the slot of a segment. */
  static int word(int slot, int number) {
    return slot + Layout.S_IMPORTS + number * Long.BYTES;
  }

  /** The imports connected to a segment. */
  static int[] of(NodeRegistry registry, int segment) {
    int slot = Layout.segment(segment);
    int tag = registry.getInt(slot + Layout.S_TAG);
    int[] found = new int[Layout.IMPORTS];
    int count = 0;
    for (int w = 0; w < Layout.IMPORTS >> 6; w++) {
      long bits = registry.getLong(word(slot, w));
      for (; bits != 0; bits &= bits - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(bits);
        if (registry.getInt(Layout.imported(i) + Layout.I_SEGMENT_TAG) == tag) {
          found[count++] = i;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** Aborts an import and has its explicit mapping hidden. In the lock. */
  static void abort(NodeRegistry registry, int segment, int index) {
    int entry = Layout.imported(index);
    int generation = (int) (registry.getLong(entry + Layout.I_GATE) >>> 32);
    change(registry, index, Layout.gate(Layout.ABORTED, generation));
    mark(registry, segment, index, false);
  }

  /** Changes the gate of an import, and has its explicit mapping follow. In the lock. */
  static void change(NodeRegistry registry, int index, long gate) {
    int entry = Layout.imported(index);
    registry.setLong(entry + Layout.I_GATE, gate);
    if (registry.getInt(entry + Layout.I_MAPPED) == Layout.MAP_LIVE) {
      ProcessSlots.ring(registry, registry.getInt(entry + Layout.I_OWNER));
    }
  }
}
