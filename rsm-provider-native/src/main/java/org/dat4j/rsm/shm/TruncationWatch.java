package org.dat4j.rsm.shm;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * An inotify watch that reports when another process truncates or writes a shared object that this
 * process has mapped. Stores into mappings do not count. Where the system gives no such watch, it
 * reports nothing.
 */
final class TruncationWatch implements AutoCloseable {
  private static final int EVENTS_SIZE = 4096;

  /** The size of an allocation that a thread cannot make from its own allocation buffer. */
  private static final int LARGE = 1 << 20;

  private static final int DRAIN_ROUNDS = 3;

  private static volatile Object sink;

  // Memory is allocated first, so that no descriptor is lost if there is none.
  private final Memory events = new Memory(EVENTS_SIZE);
  private final int fd = LibC.inotify_init1(LibC.EFD_CLOEXEC | LibC.EFD_NONBLOCK);

  /** Returns the descriptor to poll, or a negative number. */
  int descriptor() {
    return fd;
  }

  /**
   * Adds an object; called before its size is checked, so that no truncation is missed.
   * Thread-safe.
   */
  void add(String name) {
    if (fd >= 0) {
      LibC.inotify_add_watch(fd, SharedObject.FOLDER + name, LibC.IN_MODIFY);
    }
  }

  /** Reads all events, and returns whether there were any since the last call. */
  boolean drainEvents() {
    boolean any = false;
    while (fd >= 0 && LibC.read(fd, Pointer.nativeValue(events), EVENTS_SIZE) > 0) {
      any = true;
    }
    return any;
  }

  @Override
  public void close() {
    if (fd >= 0) {
      LibC.close(fd);
    }
  }

  /**
   * Makes the JVM report this thread's accesses past the end of an object that it has not reported
   * yet, and ignores them. The JVM reports such a fault when the thread next enters it, which an
   * allocation of this size enforces.
   */
  static void drainPendingFaults() {
    for (int i = 0; i < DRAIN_ROUNDS; i++) {
      try {
        sink = new byte[LARGE];
      } catch (InternalError fault) {
        // The caller knows of the truncation already.
        continue;
      }
    }
    sink = null;
  }
}
