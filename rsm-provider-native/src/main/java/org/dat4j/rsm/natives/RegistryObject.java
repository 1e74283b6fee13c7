package org.dat4j.rsm.natives;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** The shared object of a registry: how it is found or made, its words, and its lock. */
class RegistryObject {
  /** Who holds the lock longer than that has been stopped: it is held for microseconds. */
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private static final long SOON_NANOS = 200_000_000;
  private static final long FIRST_PAUSE_NANOS = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  private final Opened object;
  private final ByteBuffer memory;
  private final ReentrantLock threads = new ReentrantLock();

  /**
   * An object that is open, mapped and locked.
   *
   * @param name of the object
   * @param fd its descriptor
   * @param base where it is mapped
   */
  record Opened(String name, int fd, long base) {}

  RegistryObject(Opened object) {
    this.object = object;
    memory = SharedObject.buffer(object.base(), Layout.SIZE);
    SharedObject.unmapWhenUnused(memory, object.base(), Layout.SIZE);
  }

  /**
   * Opens and maps the object, and keeps its lock: until this process has entered, the last one
   * that leaves would remove it.
   *
   * @param create whether it is made if there is none
   * @return null if there is none
   */
  static Opened attach(String name, int mode, boolean create) {
    while (true) {
      int fd = LibC.shm_open(name, LibC.O_RDWR, 0);
      if (fd < 0 && LibC.errno() == LibC.ENOENT && create) {
        fd = LibC.shm_open(name, LibC.O_RDWR | LibC.O_CREAT, mode);
      }
      if (fd < 0) {
        if (LibC.errno() == LibC.ENOENT) {
          return null;
        }
        throw Failures.system(RsmReturn.CTLR_NOT_PRESENT, name, "shm_open", LibC.errno());
      }
      boolean kept = false;
      try {
        takeInTime(name, fd);
        SharedObject.Status status = SharedObject.status(fd);
        if (!status.linked()) {
          continue;
        }
        if (status.size() == 0) {
          initialise(name, mode, fd);
        } else if (status.size() != Layout.SIZE) {
          throw foreign(name, "size", status.size());
        }
        Opened object = new Opened(name, fd, SharedObject.map(name, fd, 0, Layout.SIZE, true));
        kept = true;
        return object;
      } finally {
        if (!kept) {
          close(fd);
        }
      }
    }
  }

  private static void close(int fd) {
    // By name: closing alone does not, while a mapping exists.
    flock(fd, LibC.LOCK_UN);
    LibC.close(fd);
  }

  private static void initialise(String name, int mode, int fd) {
    int error = SharedObject.reserve(fd, Layout.SIZE);
    if (error != 0) {
      LibC.shm_unlink(name);
      throw Failures.system(RsmReturn.INSUFFICIENT_MEM, name, "posix_fallocate", error);
    }
    // The umask cuts the mode of shm_open.
    LibC.fchmod(fd, mode);
  }

  /** An access past the end: somebody has cut the object. */
  private RuntimeException cut(InternalError fault) {
    RuntimeException refusal =
        Failures.of(
            RsmReturn.CTLR_NOT_PRESENT,
            "object " + object.name(),
            "access",
            "past its end",
            "somebody has cut it short: end what uses it and make it anew");
    refusal.addSuppressed(fault);
    return refusal;
  }

  private static RuntimeException foreign(String name, String what, Object value) {
    return Failures.of(
        RsmReturn.CTLR_NOT_PRESENT,
        "object " + name,
        what,
        value,
        "it is not a registry of this version: remove " + SharedObject.FOLDER + name);
  }

  /** Writes the header if the object is new, and else checks it. In the lock. */
  final void checkHeader() {
    int magic = (int) Layout.INT.getAcquire(memory, Layout.H_MAGIC);
    if (magic == 0) {
      Layout.INT.set(memory, Layout.H_VERSION, Layout.VERSION);
      Layout.INT.set(memory, Layout.H_NEXT_ID, 0x80000000);
      // Far from those of an earlier life of the object.
      Layout.INT.set(memory, Layout.H_NEXT_TAG, (int) System.nanoTime());
      Layout.INT.setRelease(memory, Layout.H_MAGIC, Layout.MAGIC);
    } else if (magic != Layout.MAGIC) {
      throw foreign(object.name(), "magic number", "0x" + Integer.toHexString(magic));
    }
    int version = getInt(Layout.H_VERSION);
    if (version != Layout.VERSION) {
      throw foreign(object.name(), "version", version);
    }
  }

  /** Takes the lock of the registry, between processes and between threads. May be nested. */
  final void lock() {
    threads.lock();
    if (threads.getHoldCount() == 1) {
      flock(object.fd(), LibC.LOCK_EX);
    }
  }

  /**
   * As {@link #lock}, for calls that may be refused: whoever holds it can have been stopped.
   *
   * @throws RsmException RSMERR_INTERRUPTED with the thread's flag still set, or
   *     RSMERR_INSUFFICIENT_RESOURCES if it is not had in time
   */
  final void lockInTime() {
    takeInTime(threads, object.name());
    boolean locked = false;
    try {
      if (threads.getHoldCount() == 1) {
        takeInTime(object.name(), object.fd());
      }
      locked = true;
    } finally {
      if (!locked) {
        threads.unlock();
      }
    }
  }

  /** Takes a lock between threads, if the object of that name can be had in time. */
  static void takeInTime(ReentrantLock lock, String name) {
    try {
      if (!lock.tryLock() && !lock.tryLock(PATIENCE_NANOS, TimeUnit.NANOSECONDS)) {
        throw held(name);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw interrupted(name);
    }
  }

  private static void takeInTime(String name, int fd) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    long pause = FIRST_PAUSE_NANOS;
    while (!take(fd)) {
      if (System.nanoTime() - end > 0) {
        throw held(name);
      }
      if (Thread.currentThread().isInterrupted()) {
        throw interrupted(name);
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  private static boolean take(int fd) {
    return LibC.flock(fd, LibC.LOCK_EX | LibC.LOCK_NB) == 0;
  }

  /** Whether the lock can be had now, or soon. */
  final boolean isFree() {
    long end = System.nanoTime() + SOON_NANOS;
    do {
      if (threads.tryLock()) {
        try {
          if (threads.getHoldCount() > 1 || take(object.fd())) {
            if (threads.getHoldCount() == 1) {
              flock(object.fd(), LibC.LOCK_UN);
            }
            return true;
          }
        } finally {
          threads.unlock();
        }
      }
      LockSupport.parkNanos(LONGEST_PAUSE_NANOS);
    } while (System.nanoTime() - end < 0);
    return false;
  }

  private static RsmException interrupted(String name) {
    return Failures.of(
        RsmReturn.INTERRUPTED,
        "object " + name,
        "lock",
        "interrupted",
        "call again if it was not meant");
  }

  private static RsmException held(String name) {
    return Failures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        "object " + name,
        "lock",
        "held for more than " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s",
        "let the process that was stopped in a call go on, or kill it");
  }

  final void unlock() {
    if (threads.getHoldCount() == 1) {
      flock(object.fd(), LibC.LOCK_UN);
    }
    threads.unlock();
  }

  private static void flock(int fd, int operation) {
    while (LibC.flock(fd, operation) != 0 && LibC.errno() == LibC.EINTR) {
      Thread.onSpinWait();
    }
  }

  final ByteBuffer memory() {
    return memory;
  }

  /** Address of an offset, for the futex calls. */
  final long address(int offset) {
    return object.base() + offset;
  }

  final int getInt(int offset) {
    try {
      return (int) Layout.INT.getVolatile(memory, offset);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  final void setInt(int offset, int value) {
    try {
      Layout.INT.setVolatile(memory, offset, value);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  final long getLong(int offset) {
    try {
      return (long) Layout.LONG.getVolatile(memory, offset);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  final void setLong(int offset, long value) {
    try {
      Layout.LONG.setVolatile(memory, offset, value);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  /** Adds to a word and gives what it was. */
  final int addInt(int offset, int more) {
    try {
      return (int) Layout.INT.getAndAdd(memory, offset, more);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  /** A tag that nobody had before. In the lock. */
  final int nextTag() {
    return addInt(Layout.H_NEXT_TAG, 1) + 1;
  }

  /** Name of the object. */
  final String objectName() {
    return object.name();
  }

  /**
   * Makes the object as long as it has to be if somebody has cut it: what is zero is a slot that
   * nobody has, so that calls are refused and do not fault. In the lock.
   *
   * @return whether it had to be done
   */
  final boolean mend() {
    SharedObject.Status status = SharedObject.status(object.fd());
    if (!status.linked() || status.size() >= Layout.SIZE) {
      return false;
    }
    if (SharedObject.reserve(object.fd(), Layout.SIZE) != 0) {
      return false;
    }
    checkHeader();
    return true;
  }

  /** Removes the name; nobody finds the object any more. */
  final void unlink() {
    LibC.shm_unlink(object.name());
  }

  /** Gives up the lock and the descriptor. What is mapped stays as long as it is reachable. */
  final void closeObject() {
    close(object.fd());
  }
}
