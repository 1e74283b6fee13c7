package org.dat4j.rsm.shm;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIds;
import org.dat4j.rsm.SegmentInfo;

/**
 * The slots of export segments in a node's registry in shared memory: taking and freeing them,
 * segment ids and access lists. The caller holds the registry's lock.
 */
final class SegmentSlots {
  private SegmentSlots() {}

  /** Takes a slot for a segment of this process. */
  static int take(
      NodeRegistry registry, long length, int mode, int unit, ExportableMemory.Part part) {
    for (int s = 0; s < RegistryLayout.SEGMENTS; s++) {
      int slot = RegistryLayout.segment(s);
      if (registry.getInt(slot + RegistryLayout.S_STATE) == 0) {
        int tag = registry.nextTag();
        registry.setInt(slot + RegistryLayout.S_OWNER, registry.self());
        registry.setInt(slot + RegistryLayout.S_ID, 0);
        registry.setInt(slot + RegistryLayout.S_GENERATION, 1);
        registry.setLong(slot + RegistryLayout.S_LENGTH, length);
        registry.setInt(slot + RegistryLayout.S_MODE, mode);
        registry.setInt(slot + RegistryLayout.S_UID, LibC.getuid());
        registry.setInt(slot + RegistryLayout.S_GID, LibC.getgid());
        registry.setInt(slot + RegistryLayout.S_UNIT, unit);
        registry.setInt(slot + RegistryLayout.S_ENTRIES, 0);
        registry.setInt(slot + RegistryLayout.S_TAG, tag);
        registry.setInt(slot + RegistryLayout.S_LOSSES, 0);
        back(registry, s, part);
        SharedSignals.reset(registry.memory(), slot + RegistryLayout.S_SIGNALS, tag);
        ImportSlots.none(registry, s);
        registry.setInt(slot + RegistryLayout.S_STATE, RegistryLayout.BOUND);
        return s;
      }
    }
    throw ShmFailures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        registry,
        "segments",
        RegistryLayout.SEGMENTS,
        "destroy some of them");
  }

  /** Records in the slot where the data of a segment is. */
  static void back(NodeRegistry registry, int segment, ExportableMemory.Part part) {
    int slot = RegistryLayout.segment(segment);
    registry.setInt(slot + RegistryLayout.S_OBJECT, part.number());
    registry.setLong(slot + RegistryLayout.S_OFFSET, part.offset());
  }

  /** Returns the index of the segment that is published under an id and whose owner runs, or -1. */
  static int find(NodeRegistry registry, int id) {
    for (int s = 0; s < RegistryLayout.SEGMENTS; s++) {
      int slot = RegistryLayout.segment(s);
      if (registry.getInt(slot + RegistryLayout.S_STATE) == RegistryLayout.PUBLISHED
          && registry.getInt(slot + RegistryLayout.S_ID) == id) {
        int owner = registry.getInt(slot + RegistryLayout.S_OWNER);
        if (ProcessSlots.runs(registry, owner)) {
          return s;
        }
        ProcessSlots.reapIfDead(registry, owner);
      }
    }
    return -1;
  }

  /** Publishes a segment under an id; picks one if it is 0. */
  static int publish(NodeRegistry registry, int segment, int asked, List<AccessEntry> list) {
    int id = asked;
    if (asked == 0) {
      id = registry.getInt(RegistryLayout.H_NEXT_ID);
      if (id >= 0) {
        throw ShmFailures.of(
            RsmReturn.INSUFFICIENT_RESOURCES,
            registry,
            "generated ids",
            "all used",
            "publish with an id of your own");
      }
      registry.setInt(RegistryLayout.H_NEXT_ID, id == SegmentIds.USER_APP_END ? 0 : id + 1);
    } else if (find(registry, asked) >= 0) {
      throw ShmFailures.of(
          RsmReturn.SEGID_IN_USE,
          registry,
          "segmentId",
          "0x" + Integer.toHexString(asked),
          "publish with another id, or 0 to have one picked");
    }
    admit(registry, segment, list);
    registry.setInt(RegistryLayout.segment(segment) + RegistryLayout.S_ID, id);
    registry.setInt(
        RegistryLayout.segment(segment) + RegistryLayout.S_STATE, RegistryLayout.PUBLISHED);
    return id;
  }

  /**
   * Makes a segment unreachable and aborts its imports. Returns the indexes of the imports, whose
   * transfers may still be under way.
   */
  static int[] withdraw(NodeRegistry registry, int segment) {
    int slot = RegistryLayout.segment(segment);
    registry.setInt(slot + RegistryLayout.S_STATE, RegistryLayout.BOUND);
    registry.setInt(slot + RegistryLayout.S_ID, 0);
    int[] imports = ImportSlots.of(registry, segment);
    ImportSlots.abort(registry, segment, imports);
    return imports;
  }

  /** Frees the slot of a withdrawn segment. */
  static void free(NodeRegistry registry, int segment) {
    if (registry.getInt(RegistryLayout.segment(segment) + RegistryLayout.S_LOSSES) != 0) {
      ImportSlots.takeLost(registry, segment);
    }
    registry.setInt(RegistryLayout.segment(segment) + RegistryLayout.S_STATE, 0);
  }

  /** Withdraws and frees all segments of a process. */
  static void freeOf(NodeRegistry registry, int process) {
    for (int s = 0; s < RegistryLayout.SEGMENTS; s++) {
      int slot = RegistryLayout.segment(s);
      if (registry.getInt(slot + RegistryLayout.S_STATE) != 0
          && registry.getInt(slot + RegistryLayout.S_OWNER) == process) {
        withdraw(registry, s);
        free(registry, s);
      }
    }
  }

  /** Writes an access list. */
  static void admit(NodeRegistry registry, int segment, List<AccessEntry> list) {
    int slot = RegistryLayout.segment(segment);
    for (int e = 0; e < list.size(); e++) {
      registry.setInt(slot + RegistryLayout.S_LIST + e * Long.BYTES, list.get(e).node());
      registry.setInt(slot + RegistryLayout.S_LIST + e * Long.BYTES + 4, list.get(e).permission());
    }
    registry.setInt(slot + RegistryLayout.S_ENTRIES, list.size());
  }

  /** Reads an access list. */
  static List<AccessEntry> list(NodeRegistry registry, int segment) {
    int slot = RegistryLayout.segment(segment);
    int entries = registry.getInt(slot + RegistryLayout.S_ENTRIES);
    List<AccessEntry> list = new ArrayList<>();
    for (int e = 0; e < Math.min(entries, RsmConstants.MAX_NODES); e++) {
      list.add(
          new AccessEntry(
              registry.getInt(slot + RegistryLayout.S_LIST + e * Long.BYTES),
              registry.getInt(slot + RegistryLayout.S_LIST + e * Long.BYTES + 4)));
    }
    return list;
  }

  /** Describes all live segments. Takes the lock itself. */
  static List<SegmentInfo> list(NodeRegistry registry) {
    List<SegmentInfo> all = new ArrayList<>();
    registry.lockInTime();
    try {
      for (int s = 0; s < RegistryLayout.SEGMENTS; s++) {
        int slot = RegistryLayout.segment(s);
        int owner = registry.getInt(slot + RegistryLayout.S_OWNER);
        if (registry.getInt(slot + RegistryLayout.S_STATE) != 0
            && ProcessSlots.runs(registry, owner)) {
          List<Long> importers = new ArrayList<>();
          for (int i : ImportSlots.of(registry, s)) {
            int process = registry.getInt(RegistryLayout.imported(i) + RegistryLayout.I_OWNER);
            if (ProcessSlots.runs(registry, process)) {
              importers.add(ProcessSlots.pid(registry, process));
            }
          }
          int unit = registry.getInt(slot + RegistryLayout.S_UNIT);
          all.add(
              new SegmentInfo(
                  registry.node(),
                  unit == ShmController.LOOPBACK ? "loopback" : "shm" + unit,
                  registry.getInt(slot + RegistryLayout.S_ID),
                  ProcessSlots.pid(registry, owner),
                  registry.getInt(slot + RegistryLayout.S_UID),
                  registry.getInt(slot + RegistryLayout.S_GID),
                  registry.getLong(slot + RegistryLayout.S_LENGTH),
                  registry.getInt(slot + RegistryLayout.S_MODE),
                  list(registry, s),
                  importers));
        }
      }
    } finally {
      registry.unlock();
    }
    return all;
  }
}
