package org.dat4j.rsm.natives;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentIds;
import org.dat4j.rsm.SegmentInfo;

/** Segments in a registry: taking a slot, ids, access lists. All calls are in its lock. */
final class SegmentSlots {
  private SegmentSlots() {}

  /** Takes a slot for a segment of this process. */
  static int take(NodeRegistry registry, long length, int mode, int unit, DataObjects.Part part) {
    for (int s = 0; s < Layout.SEGMENTS; s++) {
      int slot = Layout.segment(s);
      if (registry.getInt(slot + Layout.S_STATE) == 0) {
        int tag = registry.nextTag();
        registry.setInt(slot + Layout.S_OWNER, registry.self());
        registry.setInt(slot + Layout.S_ID, 0);
        registry.setInt(slot + Layout.S_GENERATION, 1);
        registry.setLong(slot + Layout.S_LENGTH, length);
        registry.setInt(slot + Layout.S_MODE, mode);
        registry.setInt(slot + Layout.S_UID, LibC.getuid());
        registry.setInt(slot + Layout.S_GID, LibC.getgid());
        registry.setInt(slot + Layout.S_UNIT, unit);
        registry.setInt(slot + Layout.S_ENTRIES, 0);
        registry.setInt(slot + Layout.S_TAG, tag);
        back(registry, s, part);
        Signals.reset(registry.memory(), slot + Layout.S_SIGNALS, tag);
        ImportSlots.none(registry, s);
        registry.setInt(slot + Layout.S_STATE, Layout.BOUND);
        return s;
      }
    }
    throw Failures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        registry,
        "segments",
        Layout.SEGMENTS,
        "destroy some of them");
  }

  /** Says where the data is. */
  static void back(NodeRegistry registry, int segment, DataObjects.Part part) {
    int slot = Layout.segment(segment);
    registry.setInt(slot + Layout.S_OBJECT, part.number());
    registry.setLong(slot + Layout.S_OFFSET, part.offset());
  }

  /** The published segment of an id whose owner runs, or -1. */
  static int find(NodeRegistry registry, int id) {
    for (int s = 0; s < Layout.SEGMENTS; s++) {
      int slot = Layout.segment(s);
      if (registry.getInt(slot + Layout.S_STATE) == Layout.PUBLISHED
          && registry.getInt(slot + Layout.S_ID) == id) {
        int owner = registry.getInt(slot + Layout.S_OWNER);
        if (ProcessSlots.runs(registry, owner)) {
          return s;
        }
        ProcessSlots.reapIfDead(registry, owner);
      }
    }
    return -1;
  }

  /** Publishes under an id, or one that is picked if it is 0. */
  static int publish(NodeRegistry registry, int segment, int asked, List<AccessEntry> list) {
    int id = asked;
    if (asked == 0) {
      id = registry.getInt(Layout.H_NEXT_ID);
      if (id >= 0) {
        throw Failures.of(
            RsmReturn.INSUFFICIENT_RESOURCES,
            registry,
            "generated ids",
            "all used",
            "publish with an id of your own");
      }
      registry.setInt(Layout.H_NEXT_ID, id == SegmentIds.USER_APP_END ? 0 : id + 1);
    } else if (find(registry, asked) >= 0) {
      throw Failures.of(
          RsmReturn.SEGID_IN_USE,
          registry,
          "segmentId",
          "0x" + Integer.toHexString(asked),
          "publish with another id, or 0 to have one picked");
    }
    admit(registry, segment, list);
    registry.setInt(Layout.segment(segment) + Layout.S_ID, id);
    registry.setInt(Layout.segment(segment) + Layout.S_STATE, Layout.PUBLISHED);
    return id;
  }

  /**
   * Makes a segment unreachable and aborts its imports. Gives the indexes of the imports, whose
   * transfers may still be under way.
   */
  static int[] withdraw(NodeRegistry registry, int segment) {
    int slot = Layout.segment(segment);
    registry.setInt(slot + Layout.S_STATE, Layout.BOUND);
    registry.setInt(slot + Layout.S_ID, 0);
    int[] imports = ImportSlots.of(registry, segment);
    for (int i : imports) {
      ImportSlots.abort(registry, segment, i);
    }
    return imports;
  }

  /** Frees a slot that is withdrawn. */
  static void free(NodeRegistry registry, int segment) {
    registry.setInt(Layout.segment(segment) + Layout.S_STATE, 0);
  }

  /** Withdraws and frees what a process has exported. */
  static void freeOf(NodeRegistry registry, int process) {
    for (int s = 0; s < Layout.SEGMENTS; s++) {
      int slot = Layout.segment(s);
      if (registry.getInt(slot + Layout.S_STATE) != 0
          && registry.getInt(slot + Layout.S_OWNER) == process) {
        withdraw(registry, s);
        free(registry, s);
      }
    }
  }

  /** Writes an access list. */
  static void admit(NodeRegistry registry, int segment, List<AccessEntry> list) {
    int slot = Layout.segment(segment);
    for (int e = 0; e < list.size(); e++) {
      registry.setInt(slot + Layout.S_LIST + e * Long.BYTES, list.get(e).node());
      registry.setInt(slot + Layout.S_LIST + e * Long.BYTES + 4, list.get(e).permission());
    }
    registry.setInt(slot + Layout.S_ENTRIES, list.size());
  }

  /** Reads an access list. */
  static List<AccessEntry> list(NodeRegistry registry, int segment) {
    int slot = Layout.segment(segment);
    int entries = registry.getInt(slot + Layout.S_ENTRIES);
    List<AccessEntry> list = new ArrayList<>();
    for (int e = 0; e < Math.min(entries, RsmConstants.MAX_NODES); e++) {
      list.add(
          new AccessEntry(
              registry.getInt(slot + Layout.S_LIST + e * Long.BYTES),
              registry.getInt(slot + Layout.S_LIST + e * Long.BYTES + 4)));
    }
    return list;
  }

  /** Describes all live segments. Takes the lock itself. */
  static List<SegmentInfo> list(NodeRegistry registry) {
    List<SegmentInfo> all = new ArrayList<>();
    registry.lockInTime();
    try {
      for (int s = 0; s < Layout.SEGMENTS; s++) {
        int slot = Layout.segment(s);
        int owner = registry.getInt(slot + Layout.S_OWNER);
        if (registry.getInt(slot + Layout.S_STATE) != 0 && ProcessSlots.runs(registry, owner)) {
          List<Long> importers = new ArrayList<>();
          for (int i : ImportSlots.of(registry, s)) {
            int process = registry.getInt(Layout.imported(i) + Layout.I_OWNER);
            if (ProcessSlots.runs(registry, process)) {
              importers.add(ProcessSlots.pid(registry, process));
            }
          }
          int unit = registry.getInt(slot + Layout.S_UNIT);
          all.add(
              new SegmentInfo(
                  registry.node(),
                  unit == ShmController.LOOPBACK ? "loopback" : "shm" + unit,
                  registry.getInt(slot + Layout.S_ID),
                  ProcessSlots.pid(registry, owner),
                  registry.getInt(slot + Layout.S_UID),
                  registry.getInt(slot + Layout.S_GID),
                  registry.getLong(slot + Layout.S_LENGTH),
                  registry.getInt(slot + Layout.S_MODE),
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
