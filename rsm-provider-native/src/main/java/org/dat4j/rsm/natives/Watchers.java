package org.dat4j.rsm.natives;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.Map;
import org.dat4j.rsm.RsmException;

/**
 * Two threads for one registry, asleep unless something happens: one waits for the doorbell of this
 * process, the other for the end of other processes.
 */
final class Watchers {
  private static final int POLLFD_SIZE = 8;
  private static final int NO_PIDFD_MILLIS = 200;

  private final NodeRegistry registry;
  private final int entry;
  private final int wakeUp = LibC.eventfd(0, LibC.EFD_CLOEXEC | LibC.EFD_NONBLOCK);
  private final CutWatch cuts = new CutWatch();
  private final Memory one = new Memory(Long.BYTES);
  private final Thread doorbell = new Thread(this::answer, "dat4j-rsm-doorbell");
  private final Thread deaths = new Thread(this::watch, "dat4j-rsm-deaths");
  private volatile boolean stopped;

  /** Starts both for a process that has entered. */
  Watchers(NodeRegistry registry) {
    this.registry = registry;
    this.entry = Layout.process(registry.self());
    one.setLong(0, 1);
    cuts.add(registry.objectName());
    for (Thread thread : new Thread[] {doorbell, deaths}) {
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** What notices changes of objects. */
  CutWatch cuts() {
    return cuts;
  }

  private void answer() {
    int word = entry + Layout.P_DOORBELL;
    while (!stopped) {
      try {
        registry.setInt(entry + Layout.P_SLEEPING, 1);
        int seen = registry.getInt(word);
        for (NodeRegistry.Local local : registry.locals()) {
          local.rang();
        }
        notifyDeaths();
        if (!stopped) {
          LibC.futexWait(registry.address(word), seen, -1);
        }
      } catch (RsmException | InternalError cut) {
        // The other thread mends the registry.
        Thread.yield();
      }
    }
  }

  /** Makes the other thread look at the processes again. */
  private void notifyDeaths() {
    LibC.write(wakeUp, Pointer.nativeValue(one), Long.BYTES);
  }

  private void watch() {
    Map<Integer, Integer> descriptors = new HashMap<>();
    Map<Integer, Long> starts = new HashMap<>();
    Memory drained = new Memory(Long.BYTES);
    Memory fds = new Memory((long) POLLFD_SIZE * (Layout.PROCESSES + 2));
    while (!stopped) {
      boolean all = followAll(descriptors, starts);
      int count = 0;
      set(fds, count++, wakeUp);
      set(fds, count++, cuts.descriptor());
      for (int fd : descriptors.values()) {
        set(fds, count++, fd);
      }
      LibC.poll(Pointer.nativeValue(fds), count, all ? -1 : NO_PIDFD_MILLIS);
      LibC.read(wakeUp, Pointer.nativeValue(drained), Long.BYTES);
      if (!stopped) {
        lookAround();
      }
    }
    descriptors.values().forEach(LibC::close);
  }

  /** Sees what was cut and who has died. */
  private void lookAround() {
    try {
      if (cuts.happened()) {
        registry.lookForCuts();
      }
      reap();
    } catch (RsmException | InternalError cut) {
      // Its event comes, and has this done again.
      CutWatch.takeFaults();
    }
  }

  /** Has a descriptor for each process that is entered; false if one has none. */
  private boolean followAll(Map<Integer, Integer> descriptors, Map<Integer, Long> starts) {
    try {
      boolean all = true;
      for (int p = 0; p < Layout.PROCESSES; p++) {
        all &= follow(p, descriptors, starts);
      }
      return all;
    } catch (RsmException | InternalError cut) {
      return false;
    }
  }

  /** Has a descriptor for a process that is entered; false if the system gives none. */
  private boolean follow(int p, Map<Integer, Integer> descriptors, Map<Integer, Long> starts) {
    boolean entered = p != registry.self() && ProcessSlots.entered(registry, p);
    long start = ProcessSlots.start(registry, p);
    Integer known = descriptors.get(p);
    if (known != null && (!entered || starts.get(p) != start)) {
      LibC.close(descriptors.remove(p));
      known = null;
    }
    if (!entered || known != null) {
      return true;
    }
    int fd = LibC.pidfdOpen(ProcessSlots.pid(registry, p));
    if (fd < 0) {
      return false;
    }
    descriptors.put(p, fd);
    starts.put(p, start);
    // The process may have ended before the descriptor was opened, and its pid may be another's.
    return Processes.alive(ProcessSlots.pid(registry, p), start);
  }

  private static void set(Memory fds, int index, int fd) {
    fds.setInt((long) index * POLLFD_SIZE, fd);
    fds.setShort((long) index * POLLFD_SIZE + 4, LibC.POLLIN);
    fds.setShort((long) index * POLLFD_SIZE + 6, (short) 0);
  }

  private void reap() {
    registry.lock();
    try {
      ProcessSlots.reap(registry);
    } finally {
      registry.unlock();
    }
  }

  /** Ends both threads; called with no lock of the registry held. */
  void stop() {
    stopped = true;
    registry.addInt(entry + Layout.P_DOORBELL, 1);
    LibC.futexWake(registry.address(entry + Layout.P_DOORBELL), Integer.MAX_VALUE);
    notifyDeaths();
    for (Thread thread : new Thread[] {doorbell, deaths}) {
      if (thread != Thread.currentThread()) {
        join(thread);
      }
    }
    LibC.close(wakeUp);
    cuts.close();
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
