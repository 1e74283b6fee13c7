package org.dat4j.rsm.natives;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * Learns that somebody has cut or written an object that this process has mapped; stores into
 * mappings do not count. Where the system gives no such watch, nothing is learnt.
 */
final class CutWatch implements AutoCloseable {
  private static final int EVENTS_SIZE = 4096;

  /** Larger than what a thread allocates for itself. */
  private static final int LARGE = 1 << 20;

  private static final int DRAIN_ROUNDS = 3;

  private static volatile Object sink;

  private final int fd = LibC.inotify_init1(LibC.EFD_CLOEXEC | LibC.EFD_NONBLOCK);
  private final Memory events = new Memory(EVENTS_SIZE);

  /** What to poll for, or negative. */
  int descriptor() {
    return fd;
  }

  /** Adds an object. Before its size is checked, so that no cut is missed. Thread-safe. */
  void add(String name) {
    if (fd >= 0) {
      LibC.inotify_add_watch(fd, SharedObject.FOLDER + name, LibC.IN_MODIFY);
    }
  }

  /** Whether something has happened since the last call. */
  boolean happened() {
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
   * Takes what the JVM has not reported yet of this thread's accesses past the end of an object. It
   * reports such a fault when the thread next enters it, which an allocation of this size makes
   * sure of.
   */
  static void takeFaults() {
    for (int i = 0; i < DRAIN_ROUNDS; i++) {
      try {
        sink = new byte[LARGE];
      } catch (InternalError fault) {
        // The caller knows already.
        continue;
      }
    }
    sink = null;
  }
}
