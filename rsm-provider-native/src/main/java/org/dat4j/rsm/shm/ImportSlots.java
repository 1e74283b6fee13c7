package org.dat4j.rsm.shm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.RsmReturn;

/**
 * The slots of imports in a node's registry in shared memory: taking and freeing them, and the bits
 * in a segment that point to them.
 */
final class ImportSlots {
  /** The number that stands for all segments. */
  private static final int ANY = -1;

  private ImportSlots() {}

  /**
   * Finds a free, unused slot. If there is none, frees slots of ended processes, even if their
   * exporter has not noticed. The caller holds the registry's lock.
   */
  static int find(String where, NodeRegistry registry) {
    int first = registry.getInt(RegistryLayout.H_NEXT_IMPORT);
    for (int round = 0; round < 2; round++) {
      for (int n = 0; n < RegistryLayout.IMPORTS; n++) {
        int i = (first + n) & (RegistryLayout.IMPORTS - 1);
        if (registry.getLong(RegistryLayout.imported(i) + RegistryLayout.I_GATE) == 0
            && isLeft(registry, i)) {
          registry.setInt(RegistryLayout.H_NEXT_IMPORT, n == 0 ? i : first);
          return i;
        }
      }
      ProcessSlots.reap(registry);
      takeLost(registry, ANY);
    }
    throw ShmFailures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        where,
        "imports",
        RegistryLayout.IMPORTS,
        "disconnect some");
  }

  /**
   * Tells whether no transfer uses a free slot. A transfer may have marked the slot busy after
   * another thread of its process has disconnected, and removes the mark when it finds that out. In
   * between the count must not be reset, or it would stay wrong. The marks of a process that has
   * ended are removed.
   */
  private static boolean isLeft(NodeRegistry registry, int index) {
    int slot = RegistryLayout.imported(index);
    if (registry.getInt(slot + RegistryLayout.I_BUSY) == 0) {
      return true;
    }
    if (ProcessSlots.runs(registry, registry.getInt(slot + RegistryLayout.I_OWNER))) {
      return false;
    }
    registry.setInt(slot + RegistryLayout.I_BUSY, 0);
    return true;
  }

  /**
   * Frees the slot of an import of this process, unless it is another's by now. The caller holds
   * the registry's lock.
   */
  static void free(NodeRegistry registry, int index, int tag) {
    int slot = RegistryLayout.imported(index);
    if (registry.getInt(slot + RegistryLayout.I_OWNER) == registry.self()
        && registry.getInt(slot + RegistryLayout.I_TAG) == tag) {
      free(registry, index);
    }
  }

  /** Frees a slot: first the bit in its segment, so that no bit leads to a free slot. */
  private static void free(NodeRegistry registry, int index) {
    if (isOfItsSegment(registry, index)) {
      mark(registry, segmentOf(registry, index), index, false);
    }
    registry.setLong(RegistryLayout.imported(index) + RegistryLayout.I_GATE, 0);
  }

  private static int segmentOf(NodeRegistry registry, int index) {
    return registry.getInt(RegistryLayout.imported(index) + RegistryLayout.I_SEGMENT);
  }

  /** Tells whether the segment that a slot names is still the one to which it was connected. */
  private static boolean isOfItsSegment(NodeRegistry registry, int index) {
    int segment = segmentOf(registry, index);
    return segment >= 0
        && segment < RegistryLayout.SEGMENTS
        && registry.getInt(RegistryLayout.segment(segment) + RegistryLayout.S_TAG)
            == registry.getInt(RegistryLayout.imported(index) + RegistryLayout.I_SEGMENT_TAG);
  }

  private static int state(NodeRegistry registry, int index) {
    return RegistryLayout.state(
        registry.getLong(RegistryLayout.imported(index) + RegistryLayout.I_GATE));
  }

  /** Tells whether a slot has an import that is not aborted. */
  static boolean isConnected(NodeRegistry registry, int index) {
    return state(registry, index) == RegistryLayout.CONNECTED;
  }

  /**
   * Frees the slot of an import whose process has ended, or marks it as lost if the exporter asked
   * for notices.
   */
  private static void lose(NodeRegistry registry, int index) {
    if (isConnected(registry, index) && isOfItsSegment(registry, index)) {
      int slot = RegistryLayout.segment(segmentOf(registry, index));
      int losses = registry.getInt(slot + RegistryLayout.S_LOSSES);
      if (losses != 0) {
        mark(registry, segmentOf(registry, index), index, false);
        // The count comes before the gate. If this process is killed in between, the next one
        // counts the loss again, and does not miss it.
        registry.setInt(slot + RegistryLayout.S_LOSSES, losses == -1 ? 1 : losses + 1);
        registry.setLong(
            RegistryLayout.imported(index) + RegistryLayout.I_GATE,
            RegistryLayout.gate(RegistryLayout.LOST, 0));
        ProcessSlots.ring(registry, registry.getInt(slot + RegistryLayout.S_OWNER));
        return;
      }
    }
    free(registry, index);
  }

  /**
   * Frees the slots of lost imports of a segment and returns the imports. The caller holds the
   * registry's lock.
   */
  static List<ImporterInfo> takeLost(NodeRegistry registry, int segment) {
    List<ImporterInfo> lost = new ArrayList<>();
    for (int i = 0; i < RegistryLayout.IMPORTS; i++) {
      if (state(registry, i) == RegistryLayout.LOST
          && (segment == ANY || segmentOf(registry, i) == segment)) {
        lost.add(info(registry, i));
        registry.setLong(RegistryLayout.imported(i) + RegistryLayout.I_GATE, 0);
      }
    }
    return lost;
  }

  /** Describes an import. */
  static ImporterInfo info(NodeRegistry registry, int index) {
    int slot = RegistryLayout.imported(index);
    return new ImporterInfo(
        registry.getInt(slot + RegistryLayout.I_NODE),
        registry.getLong(slot + RegistryLayout.I_PID),
        Integer.toUnsignedLong(registry.getInt(slot + RegistryLayout.I_TAG)));
  }

  /** Frees the slots of all imports of a process. The caller holds the registry's lock. */
  static void freeOf(NodeRegistry registry, int process) {
    for (int i = 0; i < RegistryLayout.IMPORTS; i++) {
      int slot = RegistryLayout.imported(i);
      long gate = registry.getLong(slot + RegistryLayout.I_GATE);
      if (gate != 0
          && RegistryLayout.state(gate) != RegistryLayout.LOST
          && registry.getInt(slot + RegistryLayout.I_OWNER) == process) {
        lose(registry, i);
      }
    }
  }

  /**
   * Removes the busy marks of transfers that a process was making when it ended. The caller holds
   * the registry's lock.
   */
  static void unmark(NodeRegistry registry, int process) {
    for (int i = 0; i < RegistryLayout.IMPORTS; i++) {
      int slot = RegistryLayout.imported(i);
      if (registry.getInt(slot + RegistryLayout.I_OWNER) == process) {
        registry.setInt(slot + RegistryLayout.I_BUSY, 0);
      }
    }
  }

  /** Sets or clears the bit of an import in its segment. The caller holds the registry's lock. */
  static void mark(NodeRegistry registry, int segment, int index, boolean on) {
    int slot = RegistryLayout.segment(segment);
    int w = index >> 6;
    long bits = with(registry.getLong(word(slot, w)), index, on);
    registry.setLong(word(slot, w), bits);
    long words = registry.getLong(slot + RegistryLayout.S_IMPORT_WORDS);
    registry.setLong(slot + RegistryLayout.S_IMPORT_WORDS, with(words, w, bits != 0));
  }

  private static long with(long bits, int place, boolean on) {
    long bit = 1L << place;
    return on ? bits | bit : bits & ~bit;
  }

  /**
   * Clears the bits of a segment, which has no imports yet. The caller holds the registry's lock.
   */
  static void none(NodeRegistry registry, int segment) {
    int slot = RegistryLayout.segment(segment);
    for (int w = 0; w < RegistryLayout.IMPORTS >> 6; w++) {
      registry.setLong(word(slot, w), 0);
    }
    registry.setLong(slot + RegistryLayout.S_IMPORT_WORDS, 0);
  }

  /** Gives the offset of the bits of 64 imports in the slot of a segment. */
  static int word(int slot, int number) {
    return slot + RegistryLayout.S_IMPORTS + number * Long.BYTES;
  }

  /** Returns the indexes of the imports that are connected to a segment. */
  static int[] of(NodeRegistry registry, int segment) {
    int slot = RegistryLayout.segment(segment);
    int tag = registry.getInt(slot + RegistryLayout.S_TAG);
    int[] found = new int[RegistryLayout.IMPORTS];
    int count = 0;
    for (int w = 0; w < RegistryLayout.IMPORTS >> 6; w++) {
      long bits = registry.getLong(word(slot, w));
      for (; bits != 0; bits &= bits - 1) {
        int i = (w << 6) + Long.numberOfTrailingZeros(bits);
        if (registry.getInt(RegistryLayout.imported(i) + RegistryLayout.I_SEGMENT_TAG) == tag) {
          found[count++] = i;
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /**
   * Aborts imports, has their explicit mappings hidden, and wakes their waiting threads. The caller
   * holds the registry's lock. All are aborted before the first is notified, which takes system
   * calls.
   */
  static void abort(NodeRegistry registry, int segment, int... indexes) {
    for (int i : indexes) {
      int entry = RegistryLayout.imported(i);
      int generation = (int) (registry.getLong(entry + RegistryLayout.I_GATE) >>> 32);
      registry.setLong(
          entry + RegistryLayout.I_GATE, RegistryLayout.gate(RegistryLayout.ABORTED, generation));
      mark(registry, segment, i, false);
    }
    for (int i : indexes) {
      int entry = RegistryLayout.imported(i);
      ProcessSlots.ring(registry, registry.getInt(entry + RegistryLayout.I_OWNER));
      SharedSignals.wakeAll(registry, entry + RegistryLayout.I_SIGNALS);
    }
  }

  /**
   * Changes the gate of an import, and notifies its process, which updates the explicit mapping.
   * The caller holds the registry's lock.
   */
  static void change(NodeRegistry registry, int index, long gate) {
    int entry = RegistryLayout.imported(index);
    registry.setLong(entry + RegistryLayout.I_GATE, gate);
    if (registry.getInt(entry + RegistryLayout.I_MAPPED) == RegistryLayout.MAP_LIVE) {
      ProcessSlots.ring(registry, registry.getInt(entry + RegistryLayout.I_OWNER));
    }
  }
}
