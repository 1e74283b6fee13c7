package org.dat4j.rsm.natives;

import org.dat4j.rsm.RsmReturn;

/**
 * Processes in a registry: entering, who runs, cleaning up after the others. Indexes that were read
 * from the registry may be anything; what is no index is a process that does not run.
 */
final class ProcessSlots {
  private ProcessSlots() {}

  /** Enters this process and gives its index. In the lock. */
  static int enter(NodeRegistry registry) {
    for (int p = 0; p < Layout.PROCESSES; p++) {
      if (!entered(registry, p)) {
        enter(registry, p);
        return p;
      }
    }
    throw Failures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        registry,
        "processes",
        Layout.PROCESSES,
        "end some of them");
  }

  /** Enters this process at an index that is free. In the lock. */
  static void enter(NodeRegistry registry, int process) {
    int entry = Layout.process(process);
    registry.setInt(entry + Layout.P_ROLE, 0);
    registry.setInt(entry + Layout.P_DOORBELL, 0);
    registry.setInt(entry + Layout.P_SLEEPING, 0);
    registry.setLong(entry + Layout.P_PID, Processes.PID);
    registry.setLong(entry + Layout.P_START, Processes.START);
    registry.setInt(entry + Layout.P_STATE, 1);
  }

  private static boolean known(int process) {
    return process >= 0 && process < Layout.PROCESSES;
  }

  /** Whether the index is one, and in use. */
  static boolean entered(NodeRegistry registry, int process) {
    return known(process) && registry.getInt(Layout.process(process) + Layout.P_STATE) != 0;
  }

  /** The process' id, or -1 if the index is none. */
  static long pid(NodeRegistry registry, int process) {
    return known(process) ? registry.getLong(Layout.process(process) + Layout.P_PID) : -1;
  }

  /** When the process started, or -1 if the index is none. */
  static long start(NodeRegistry registry, int process) {
    return known(process) ? registry.getLong(Layout.process(process) + Layout.P_START) : -1;
  }

  /** Whether the index is one, and its process runs. */
  static boolean runs(NodeRegistry registry, int process) {
    return entered(registry, process)
        && (process == registry.self()
            || Processes.alive(pid(registry, process), start(registry, process)));
  }

  /** Says that this process exports on the node. */
  static void makeMember(NodeRegistry registry) {
    registry.setInt(Layout.process(registry.self()) + Layout.P_ROLE, Layout.ROLE_MEMBER);
  }

  /** Whether any process exports on the node. */
  static boolean hasMember(NodeRegistry registry) {
    for (int p = 0; p < Layout.PROCESSES; p++) {
      if (entered(registry, p)
          && registry.getInt(Layout.process(p) + Layout.P_ROLE) == Layout.ROLE_MEMBER) {
        return true;
      }
    }
    return false;
  }

  /** Cleans up after a process if it has ended. In the lock. */
  static void reapIfDead(NodeRegistry registry, int process) {
    if (entered(registry, process) && !runs(registry, process)) {
      registry.domain().unlinkObjects(pid(registry, process), start(registry, process));
      ImportSlots.unmark(registry, process);
      clear(registry, process);
    }
  }

  /** Cleans up after all processes that have ended; whether one is left. In the lock. */
  static boolean reap(NodeRegistry registry) {
    boolean used = false;
    for (int p = 0; p < Layout.PROCESSES; p++) {
      reapIfDead(registry, p);
      used |= entered(registry, p);
    }
    return used;
  }

  /**
   * Takes a process out: its imports first, then its segments, its entry. What it shares stays: it
   * may be on other nodes, too.
   */
  static void clear(NodeRegistry registry, int process) {
    ImportSlots.freeOf(registry, process);
    SegmentSlots.freeOf(registry, process);
    registry.setInt(Layout.process(process) + Layout.P_STATE, 0);
  }

  /** Wakes the watcher of a process. */
  static void ring(NodeRegistry registry, int process) {
    if (!known(process)) {
      return;
    }
    int entry = Layout.process(process);
    registry.addInt(entry + Layout.P_DOORBELL, 1);
    if (registry.getInt(entry + Layout.P_SLEEPING) != 0) {
      LibC.futexWake(registry.address(entry + Layout.P_DOORBELL), Integer.MAX_VALUE);
    }
  }

  /** Wakes the watchers of all processes. */
  static void ringAll(NodeRegistry registry) {
    for (int p = 0; p < Layout.PROCESSES; p++) {
      if (entered(registry, p)) {
        ring(registry, p);
      }
    }
  }
}
