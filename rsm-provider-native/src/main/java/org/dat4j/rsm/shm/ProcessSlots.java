package org.dat4j.rsm.shm;

import org.dat4j.rsm.RsmReturn;

/**
 * The slots of processes in a node's registry in shared memory: entering, liveness, and the cleanup
 * after dead processes. An index read from the registry may have any value; an invalid one counts
 * as a process that does not run.
 */
final class ProcessSlots {
  private ProcessSlots() {}

  /** Enters this process and returns its index. The caller holds the registry's lock. */
  static int enter(NodeRegistry registry) {
    for (int p = 0; p < RegistryLayout.PROCESSES; p++) {
      if (!entered(registry, p)) {
        enter(registry, p);
        return p;
      }
    }
    throw ShmFailures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        registry,
        "processes",
        RegistryLayout.PROCESSES,
        "end some of them");
  }

  /** Enters this process at an index that is free. The caller holds the registry's lock. */
  static void enter(NodeRegistry registry, int process) {
    int entry = RegistryLayout.process(process);
    registry.setInt(entry + RegistryLayout.P_ROLE, 0);
    registry.setInt(entry + RegistryLayout.P_DOORBELL, 0);
    registry.setInt(entry + RegistryLayout.P_SLEEPING, 0);
    registry.setLong(entry + RegistryLayout.P_PID, ProcessInfo.PID);
    registry.setLong(entry + RegistryLayout.P_START, ProcessInfo.start());
    registry.setInt(entry + RegistryLayout.P_STATE, 1);
  }

  /**
   * Enters this process again at its index, which was cleared while its doorbell thread may sleep.
   * The caller holds the registry's lock.
   */
  static void enterAgain(NodeRegistry registry) {
    int self = registry.self();
    enter(registry, self);
    registry.setInt(RegistryLayout.process(self) + RegistryLayout.P_SLEEPING, 1);
    ring(registry, self);
  }

  private static boolean known(int process) {
    return process >= 0 && process < RegistryLayout.PROCESSES;
  }

  /** Tells whether an index is valid and in use. */
  static boolean entered(NodeRegistry registry, int process) {
    return known(process)
        && registry.getInt(RegistryLayout.process(process) + RegistryLayout.P_STATE) != 0;
  }

  /** Returns the process id, or -1 if the index is invalid. */
  static long pid(NodeRegistry registry, int process) {
    return known(process)
        ? registry.getLong(RegistryLayout.process(process) + RegistryLayout.P_PID)
        : -1;
  }

  /** Returns the start time of the process, or -1 if the index is invalid. */
  static long start(NodeRegistry registry, int process) {
    return known(process)
        ? registry.getLong(RegistryLayout.process(process) + RegistryLayout.P_START)
        : -1;
  }

  /** Tells whether an index is valid and its process runs. */
  static boolean runs(NodeRegistry registry, int process) {
    return entered(registry, process)
        && (process == registry.self()
            || ProcessInfo.alive(pid(registry, process), start(registry, process)));
  }

  /** Records that this process exports on the node. */
  static void makeMember(NodeRegistry registry) {
    registry.setInt(
        RegistryLayout.process(registry.self()) + RegistryLayout.P_ROLE,
        RegistryLayout.ROLE_MEMBER);
  }

  /** Tells whether any process exports on the node. */
  static boolean hasMember(NodeRegistry registry) {
    for (int p = 0; p < RegistryLayout.PROCESSES; p++) {
      if (entered(registry, p)
          && registry.getInt(RegistryLayout.process(p) + RegistryLayout.P_ROLE)
              == RegistryLayout.ROLE_MEMBER) {
        return true;
      }
    }
    return false;
  }

  /** Cleans up after a process if it has ended. The caller holds the registry's lock. */
  static void reapIfDead(NodeRegistry registry, int process) {
    if (entered(registry, process) && !runs(registry, process)) {
      // It may have ended between the change of a slot and the ring that tells of it.
      ringAll(registry);
      registry.domain().unlinkObjects(pid(registry, process), start(registry, process));
      ImportSlots.unmark(registry, process);
      clear(registry, process);
    }
  }

  /**
   * Cleans up after all processes that have ended; returns whether one is left. The caller holds
   * the registry's lock.
   */
  static boolean reap(NodeRegistry registry) {
    boolean used = false;
    for (int p = 0; p < RegistryLayout.PROCESSES; p++) {
      reapIfDead(registry, p);
      used |= entered(registry, p);
    }
    return used;
  }

  /**
   * Removes a process: its imports first, then its segments, then its entry. Its shared objects
   * keep their names, as it may be on other nodes, too.
   */
  static void clear(NodeRegistry registry, int process) {
    ImportSlots.freeOf(registry, process);
    SegmentSlots.freeOf(registry, process);
    registry.setInt(RegistryLayout.process(process) + RegistryLayout.P_STATE, 0);
  }

  /** Wakes the thread of a process that waits for its doorbell. */
  static void ring(NodeRegistry registry, int process) {
    if (!known(process)) {
      return;
    }
    int entry = RegistryLayout.process(process);
    registry.addInt(entry + RegistryLayout.P_DOORBELL, 1);
    if (registry.getInt(entry + RegistryLayout.P_SLEEPING) != 0) {
      LibC.futexWake(registry.address(entry + RegistryLayout.P_DOORBELL), Integer.MAX_VALUE);
    }
  }

  /** Wakes the threads of all processes that wait for their doorbells. */
  static void ringAll(NodeRegistry registry) {
    for (int p = 0; p < RegistryLayout.PROCESSES; p++) {
      if (entered(registry, p)) {
        ring(registry, p);
      }
    }
  }
}
