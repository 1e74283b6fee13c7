package org.dat4j.rsm.shm;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The two service threads that this process runs for a node's registry, to notice signals, dead
 * processes and truncated objects. One waits for the doorbell of this process, the other for the
 * end of other processes and for truncations.
 */
final class RegistryThreads {
  private static final int POLLFD_SIZE = 8;
  private static final int NO_PIDFD_MILLIS = 200;
  private static final long PAUSE_NANOS = 50_000_000;
  private static final System.Logger LOG = System.getLogger(RegistryThreads.class.getName());

  private final NodeRegistry registry;
  private final int entry;

  private final Memory one = new Memory(Long.BYTES);
  private final Memory drained = new Memory(Long.BYTES);
  private final Memory fds = new Memory((long) POLLFD_SIZE * (RegistryLayout.PROCESSES + 2));
  private final Thread doorbell = new Thread(this::runDoorbell, "dat4j-rsm-doorbell");

  /** The process descriptors, by index; used by the second thread only. */
  private final Map<Integer, Integer> descriptors = new HashMap<>();

  private final Map<Integer, Long> starts = new HashMap<>();
  private final Thread deaths = new Thread(this::runDeaths, "dat4j-rsm-deaths");
  private volatile boolean stopped;

  /** Whether a failure was logged already. */
  private volatile boolean logged;

  // Created last, so that no descriptor is lost if there is no memory for the rest.
  private final TruncationWatch truncationWatch = new TruncationWatch();
  private final int wakeUp = LibC.eventfd(0, LibC.EFD_CLOEXEC | LibC.EFD_NONBLOCK);

  /** Makes and starts the threads for a process that has entered. */
  RegistryThreads(NodeRegistry registry) {
    this.registry = registry;
    this.entry = RegistryLayout.process(registry.self());
    if (wakeUp < 0) {
      int errno = LibC.errno();
      truncationWatch.close();
      throw ShmFailures.system(RsmReturn.INSUFFICIENT_RESOURCES, registry, "eventfd", errno);
    }
    try {
      one.setLong(0, 1);
      truncationWatch.add(registry.objectName());
      for (Thread thread : new Thread[] {doorbell, deaths}) {
        thread.setDaemon(true);
        thread.start();
      }
    } catch (OutOfMemoryError e) {
      stop();
      throw new RsmException(
          RsmReturn.INSUFFICIENT_RESOURCES,
          String.valueOf(registry),
          "threads",
          "none can be started",
          "end some, or raise the limit (ulimit -u, or pids.max of the container)",
          e);
    } catch (RuntimeException | Error e) {
      stop();
      throw e;
    }
  }

  /** Returns the watch for truncated objects. */
  TruncationWatch truncationWatch() {
    return truncationWatch;
  }

  private void runDoorbell() {
    int word = entry + RegistryLayout.P_DOORBELL;
    while (!stopped) {
      try {
        registry.setInt(entry + RegistryLayout.P_SLEEPING, 1);
        int seen = registry.getInt(word);
        for (NodeRegistry.LocalSegment local : registry.locals()) {
          local.onDoorbell();
        }
        notifyDeaths();
        if (!stopped) {
          LibC.futexWait(registry.address(word), seen, -1);
        }
      } catch (RsmException | InternalError cut) {
        // The other thread restores the truncated registry.
        Thread.yield();
      } catch (RuntimeException | Error e) {
        continueAfter(e);
      }
    }
  }

  /**
   * Logs the first failure and lets the thread continue: not even an Error, such as no memory, may
   * end it, because all segments depend on it.
   */
  private void continueAfter(Throwable e) {
    try {
      if (!logged) {
        logged = true;
        LOG.log(System.Logger.Level.WARNING, registry + ": a watcher goes on after a failure", e);
      }
    } catch (RuntimeException | Error nothingLeft) {
      // There is no memory even for the log.
    }
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Makes the other thread check the processes again. */
  private void notifyDeaths() {
    LibC.write(wakeUp, Pointer.nativeValue(one), Long.BYTES);
  }

  private void runDeaths() {
    while (!stopped) {
      try {
        boolean all = followAll();
        int count = 0;
        set(fds, count++, wakeUp);
        set(fds, count++, truncationWatch.descriptor());
        for (int fd : descriptors.values()) {
          set(fds, count++, fd);
        }
        LibC.poll(Pointer.nativeValue(fds), count, all ? -1 : NO_PIDFD_MILLIS);
        LibC.read(wakeUp, Pointer.nativeValue(drained), Long.BYTES);
        if (!stopped) {
          checkTruncationAndDeaths();
        }
      } catch (RuntimeException | Error e) {
        continueAfter(e);
      }
    }
    descriptors.values().forEach(LibC::close);
  }

  /** Checks for truncated objects and dead processes. */
  private void checkTruncationAndDeaths() {
    try {
      if (truncationWatch.drainEvents()) {
        registry.checkTruncation();
      }
      reap();
    } catch (RsmException | InternalError cut) {
      // The event of the truncation follows, and repeats this check.
      TruncationWatch.drainPendingFaults();
    }
  }

  /** Opens a descriptor for each process that is entered; returns false if one has none. */
  private boolean followAll() {
    try {
      boolean all = true;
      for (int p = 0; p < RegistryLayout.PROCESSES; p++) {
        all &= follow(p);
      }
      return all;
    } catch (RsmException | InternalError cut) {
      return false;
    }
  }

  /** Opens a descriptor for a process if it is entered; returns false if the system gives none. */
  private boolean follow(int p) {
    boolean entered = p != registry.self() && ProcessSlots.entered(registry, p);
    long start = ProcessSlots.start(registry, p);
    Integer known = descriptors.get(p);
    if (known != null && (!entered || starts.get(p) != start)) {
      LibC.close(descriptors.remove(p));
      known = null;
    }
    if (!entered || known != null || !ProcessInfo.isVisible(start)) {
      return true;
    }
    int fd = LibC.pidfdOpen(ProcessSlots.pid(registry, p));
    if (fd < 0) {
      return false;
    }
    descriptors.put(p, fd);
    starts.put(p, start);
    // The process may have ended before the descriptor was opened, and its pid may be another's.
    return ProcessInfo.alive(ProcessSlots.pid(registry, p), start);
  }

  private static void set(Memory fds, int index, int fd) {
    fds.setInt((long) index * POLLFD_SIZE, fd);
    fds.setShort((long) index * POLLFD_SIZE + 4, LibC.POLLIN);
    fds.setShort((long) index * POLLFD_SIZE + 6, (short) 0);
  }

  private void reap() {
    registry.lock();
    try {
      if (registry.self() < 0) {
        // The JVM has left at its exit, and no longer has the lock between processes.
        return;
      }
      ProcessSlots.reap(registry);
    } finally {
      registry.unlock();
    }
  }

  /** Ends both threads; called with no lock of the registry held. */
  void stop() {
    stopped = true;
    registry.addInt(entry + RegistryLayout.P_DOORBELL, 1);
    LibC.futexWake(registry.address(entry + RegistryLayout.P_DOORBELL), Integer.MAX_VALUE);
    notifyDeaths();
    // Joins without an array, for which there may be no memory.
    join(doorbell);
    join(deaths);
    LibC.close(wakeUp);
    truncationWatch.close();
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (thread != Thread.currentThread() && thread.isAlive()) {
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
