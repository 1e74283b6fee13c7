package org.dat4j.rsm.shm;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The shared memory object that holds a node's registry: its creation, its words, and its lock
 * between processes.
 */
class RegistryObject {
  /**
   * The longest wait for the lock. It is held for microseconds, so a process that holds it longer
   * was stopped.
   */
  private static final long PATIENCE_NANOS = 3_000_000_000L;

  private static final long EXIT_PATIENCE_NANOS = 1_000_000_000L;
  private static final long SOON_NANOS = 200_000_000;
  private static final long FIRST_PAUSE_NANOS = 20_000;
  private static final long MAX_PAUSE_NANOS = 1_000_000;

  private final Opened object;
  private final ByteBuffer memory;
  private final ReentrantLock threads = new ReentrantLock();

  /**
   * Whether the descriptor is closed, after which its number may be that of a file of the program.
   * Guarded by the lock.
   */
  private boolean closed;

  /**
   * An object that is open, mapped and locked.
   *
   * @param name name of the object
   * @param fd its descriptor
   * @param base address where it is mapped
   * @param fresh whether no process has used it before
   */
  record Opened(String name, int fd, long base, boolean fresh) {
    /** Closes the object before this process has entered, which releases the lock, too. */
    void abandon() {
      RegistryObject.abandon(name, fd, fresh);
    }
  }

  RegistryObject(Opened object) {
    this.object = object;
    memory = SharedObject.buffer(object.base(), RegistryLayout.SIZE);
    SharedObject.unmapWhenUnused(memory, object.base(), RegistryLayout.SIZE);
  }

  /**
   * Opens and maps the object, and keeps its lock. Without the lock the last process that leaves
   * would remove the object before this one has entered.
   *
   * @param create whether it is made if there is none
   * @return null if the object does not exist
   */
  static Opened attach(String name, int mode, boolean create) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    while (true) {
      if (System.nanoTime() - end > 0) {
        throw ShmFailures.of(
            RsmReturn.CTLR_NOT_PRESENT,
            "object " + name,
            "name",
            "removed again and again, or hidden",
            "mount /proc, and let nobody remove it");
      }
      int fd = LibC.shm_open(name, LibC.O_RDWR, 0);
      boolean made = fd < 0 && LibC.errno() == LibC.ENOENT && create;
      if (made) {
        fd = LibC.shm_open(name, LibC.O_RDWR | LibC.O_CREAT, mode);
      }
      if (fd < 0) {
        if (LibC.errno() == LibC.ENOENT) {
          return null;
        }
        throw ShmFailures.system(RsmReturn.CTLR_NOT_PRESENT, name, "shm_open", LibC.errno());
      }
      boolean kept = false;
      boolean fresh = false;
      try {
        boolean shared = (mode & 077) != 0;
        // This is checked before the lock is taken, which another user may hold for ever.
        String fault = fault(SharedObject.status(fd), shared);
        if (fault == null) {
          takeInTime(name, fd);
        }
        SharedObject.FileStatus status = SharedObject.status(fd);
        if (!status.linked()) {
          continue;
        }
        if (fault != null && !create) {
          // Another user's object is no node of this domain, so a caller that creates none
          // continues without it.
          return null;
        }
        if (fault != null) {
          throw ShmFailures.of(
              RsmReturn.CTLR_NOT_PRESENT,
              "object " + name,
              "object",
              fault,
              "it can be read and written by others: have its owner or root remove "
                  + SharedObject.FOLDER
                  + name
                  + ", or set -Ddat4j.rsm.domain=NAME");
        }
        if (status.size() == 0) {
          fresh = true;
          initialise(name, mode, fd);
        } else if (status.size() != RegistryLayout.SIZE) {
          throw foreign(name, "size", status.size());
        }
        long base = SharedObject.map(name, fd, 0, RegistryLayout.SIZE, true);
        Opened object = new Opened(name, fd, base, fresh);
        kept = true;
        return object;
      } finally {
        if (!kept) {
          abandon(name, fd, fresh || made && isEmpty(fd));
        }
      }
    }
  }

  /** Tells whether the object was only created and not filled; takes its lock if that is free. */
  private static boolean isEmpty(int fd) {
    SharedObject.FileStatus status = SharedObject.status(fd);
    return status.linked()
        && status.uid() == LibC.getuid()
        && take(fd)
        && SharedObject.status(fd).size() == 0;
  }

  /**
   * Closes the object, and removes its name on request, for which the caller holds the lock. A
   * process that waits for the lock checks the name afterwards.
   */
  private static void abandon(String name, int fd, boolean remove) {
    if (remove) {
      LibC.shm_unlink(name);
    }
    close(fd);
  }

  /**
   * Describes what is wrong with the object of a registry; returns null if nothing is, or if it has
   * no name.
   */
  private static String fault(SharedObject.FileStatus status, boolean shared) {
    return status.linked() ? status.fault(shared ? status.uid() : LibC.getuid(), shared) : null;
  }

  private static void close(int fd) {
    // Unlocks explicitly, because a close alone does not while a mapping exists.
    unlock(fd);
    LibC.close(fd);
  }

  private static void initialise(String name, int mode, int fd) {
    int error = SharedObject.reserve(fd, RegistryLayout.SIZE);
    if (error != 0) {
      LibC.shm_unlink(name);
      throw ShmFailures.system(RsmReturn.INSUFFICIENT_MEM, name, "posix_fallocate", error);
    }
    // The umask removes bits from the mode of shm_open.
    LibC.fchmod(fd, mode);
  }

  /**
   * Makes the failure for an access past the end of the object, which another process has
   * truncated.
   */
  private RuntimeException cut(InternalError fault) {
    RuntimeException refusal =
        ShmFailures.of(
            RsmReturn.CTLR_NOT_PRESENT,
            "object " + object.name(),
            "access",
            "past its end",
            "somebody has cut it short: end what uses it and make it anew");
    refusal.addSuppressed(fault);
    return refusal;
  }

  private static RuntimeException foreign(String name, String what, Object value) {
    return ShmFailures.of(
        RsmReturn.CTLR_NOT_PRESENT,
        "object " + name,
        what,
        value,
        "it is not a registry of this version: remove " + SharedObject.FOLDER + name);
  }

  /**
   * Writes the header if the object is new, and else checks it. The caller holds the registry's
   * lock.
   */
  final void checkHeader() {
    int magic = (int) RegistryLayout.INT.getAcquire(memory, RegistryLayout.H_MAGIC);
    if (magic == 0) {
      RegistryLayout.INT.set(memory, RegistryLayout.H_VERSION, RegistryLayout.VERSION);
      RegistryLayout.INT.set(memory, RegistryLayout.H_NEXT_ID, 0x80000000);
      // The first tag is far from those of an earlier object of this name.
      RegistryLayout.INT.set(memory, RegistryLayout.H_NEXT_TAG, (int) System.nanoTime());
      RegistryLayout.INT.setRelease(memory, RegistryLayout.H_MAGIC, RegistryLayout.MAGIC);
    } else if (magic != RegistryLayout.MAGIC) {
      throw foreign(object.name(), "magic number", "0x" + Integer.toHexString(magic));
    }
    int version = getInt(RegistryLayout.H_VERSION);
    if (version != RegistryLayout.VERSION) {
      throw foreign(object.name(), "version", version);
    }
  }

  /** Takes the lock of the registry, between processes and between threads. May be nested. */
  final void lock() {
    threads.lock();
    boolean locked = false;
    try {
      if (threads.getHoldCount() == 1 && !closed) {
        lock(object.fd());
      }
      locked = true;
    } finally {
      if (!locked) {
        threads.unlock();
      }
    }
  }

  /**
   * Takes the lock as {@link #lock} does, for the exit of the JVM: another user's process, or one
   * that was stopped, may hold it for ever.
   *
   * @return false if the lock is not free within a second
   */
  final boolean lockAtExit() {
    long end = System.nanoTime() + EXIT_PATIENCE_NANOS;
    boolean interrupted = Thread.interrupted();
    try {
      while (System.nanoTime() - end < 0) {
        if (threads.tryLock()) {
          if (threads.getHoldCount() > 1 || closed || take(object.fd())) {
            return true;
          }
          threads.unlock();
        }
        LockSupport.parkNanos(MAX_PAUSE_NANOS);
      }
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Takes the lock as {@link #lock} does, for calls that may be refused, because the process that
   * holds it may have been stopped.
   *
   * @throws RsmException RSMERR_INTERRUPTED with the thread's flag still set, or
   *     RSMERR_INSUFFICIENT_RESOURCES if the lock is not free in time
   */
  final void lockInTime() {
    takeInTime(threads, object.name());
    boolean locked = false;
    try {
      if (threads.getHoldCount() == 1 && !closed) {
        takeInTime(object.name(), object.fd());
      }
      locked = true;
    } finally {
      if (!locked) {
        threads.unlock();
      }
    }
  }

  /**
   * Takes a lock between threads for the object of that name, or refuses the call if it is not free
   * in time.
   */
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
      pause = Math.min(2 * pause, MAX_PAUSE_NANOS);
    }
  }

  private static boolean take(int fd) {
    return LibC.flock(fd, LibC.LOCK_EX | LibC.LOCK_NB) == 0;
  }

  /** Tells whether the lock is free now or soon. */
  final boolean isFree() {
    long end = System.nanoTime() + SOON_NANOS;
    do {
      if (threads.tryLock()) {
        try {
          if (threads.getHoldCount() > 1 || closed || take(object.fd())) {
            if (threads.getHoldCount() == 1 && !closed) {
              unlock(object.fd());
            }
            return true;
          }
        } finally {
          threads.unlock();
        }
      }
      LockSupport.parkNanos(MAX_PAUSE_NANOS);
    } while (System.nanoTime() - end < 0);
    return false;
  }

  private static RsmException interrupted(String name) {
    return ShmFailures.of(
        RsmReturn.INTERRUPTED,
        "object " + name,
        "lock",
        "interrupted",
        "call again if it was not meant");
  }

  private static RsmException held(String name) {
    return ShmFailures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        "object " + name,
        "lock",
        "held for more than " + TimeUnit.NANOSECONDS.toSeconds(PATIENCE_NANOS) + " s",
        "let the process that was stopped in a call go on, or kill it");
  }

  final void unlock() {
    try {
      if (threads.getHoldCount() == 1 && !closed) {
        unlock(object.fd());
      }
    } finally {
      threads.unlock();
    }
  }

  private static void lock(int fd) {
    while (LibC.flock(fd, LibC.LOCK_EX) != 0 && LibC.errno() == LibC.EINTR) {
      Thread.onSpinWait();
    }
  }

  private static void unlock(int fd) {
    while (LibC.flock(fd, LibC.LOCK_UN) != 0 && LibC.errno() == LibC.EINTR) {
      Thread.onSpinWait();
    }
  }

  final ByteBuffer memory() {
    return memory;
  }

  /** Returns the address of an offset, for the futex calls. */
  final long address(int offset) {
    return object.base() + offset;
  }

  final int getInt(int offset) {
    try {
      return (int) RegistryLayout.INT.getVolatile(memory, offset);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  final void setInt(int offset, int value) {
    try {
      RegistryLayout.INT.setVolatile(memory, offset, value);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  final long getLong(int offset) {
    try {
      return (long) RegistryLayout.LONG.getVolatile(memory, offset);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  final void setLong(int offset, long value) {
    try {
      RegistryLayout.LONG.setVolatile(memory, offset, value);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  /** Adds to a word and returns its previous value. */
  final int addInt(int offset, int more) {
    try {
      return (int) RegistryLayout.INT.getAndAdd(memory, offset, more);
    } catch (InternalError fault) {
      throw cut(fault);
    }
  }

  /** Makes a new tag for the owner of a slot. The caller holds the registry's lock. */
  final int nextTag() {
    return addInt(RegistryLayout.H_NEXT_TAG, 1) + 1;
  }

  /** Returns the name of the object. */
  final String objectName() {
    return object.name();
  }

  /**
   * Restores the length of the object if another process has truncated it. The new bytes are zero,
   * which means free slots, so that calls are refused and do not fault. The caller holds the
   * registry's lock.
   *
   * @return false if the object stays short, as its name or the memory is gone
   */
  final boolean mend() {
    SharedObject.FileStatus status = SharedObject.status(object.fd());
    if (status.size() >= RegistryLayout.SIZE) {
      return true;
    }
    boolean restored =
        status.linked() && SharedObject.reserve(object.fd(), RegistryLayout.SIZE) == 0;
    if (restored) {
      checkHeader();
    }
    return restored;
  }

  /** Removes the name, so that the object is no longer found. */
  final void unlink() {
    LibC.shm_unlink(object.name());
  }

  /**
   * Closes the descriptor, which releases the lock between processes; the caller still has to call
   * {@link #unlock}. The mapping stays as long as its buffer is reachable.
   */
  final void closeObject() {
    closed = true;
    close(object.fd());
  }

  /**
   * Refuses a call if the JVM has left the registry at its exit, or if the name of the object was
   * removed. In the second case other processes may have made another registry, and the two do not
   * see each other. The caller holds the registry's lock.
   */
  final void checkUsable() {
    if (closed) {
      throw ShmFailures.of(
          RsmReturn.CTLR_NOT_PRESENT,
          "object " + object.name(),
          "state",
          "closed",
          "the JVM ends: call nothing of RSM from then on");
    }
    if (!SharedObject.status(object.fd()).linked()) {
      throw ShmFailures.of(
          RsmReturn.CTLR_NOT_PRESENT,
          "object " + object.name(),
          "name",
          "removed while it is in use",
          "close what uses it in all processes and open it again; if logind removes the objects"
              + " of users that log out, set RemoveIPC=no in /etc/systemd/logind.conf");
    }
  }
}
