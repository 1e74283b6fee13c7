package org.dat4j.rsm.shm;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.util.Locale;
import java.util.Map;

/**
 * The functions of the C library that the RSM provider over shared memory calls, by JNA direct
 * mapping. Addresses are numbers.
 */
final class LibC {
  static final int O_RDONLY = 0;
  static final int O_RDWR = 2;
  static final int O_CREAT = 0100;
  static final int O_EXCL = 0200;
  static final int PROT_READ = 1;
  static final int PROT_WRITE = 2;
  static final int MAP_SHARED = 0x01;
  static final int MAP_PRIVATE = 0x02;
  static final int MAP_FIXED = 0x10;
  static final int MAP_ANONYMOUS = 0x20;
  static final int MAP_NORESERVE = 0x4000;
  static final int MAP_FIXED_NOREPLACE = 0x100000;
  static final int MREMAP_MAYMOVE = 1;
  static final int MREMAP_FIXED = 2;
  static final int LOCK_EX = 2;
  static final int LOCK_NB = 4;
  static final int LOCK_UN = 8;
  static final int EPERM = 1;
  static final int ENOENT = 2;
  static final int EINTR = 4;
  static final int EEXIST = 17;
  static final int EFD_CLOEXEC = 02000000;
  static final int EFD_NONBLOCK = 04000;
  static final int IN_MODIFY = 2;
  static final short POLLIN = 1;
  static final long FAILED = -1;

  private static final int FUTEX_WAIT = 0;
  private static final int FUTEX_WAKE = 1;
  private static final long PIDFD_OPEN = 434;
  private static final Map<String, Long> FUTEX_OF_ARCH =
      Map.of("amd64", 202L, "x86_64", 202L, "aarch64", 98L);
  private static final Long FUTEX = FUTEX_OF_ARCH.get(System.getProperty("os.arch"));
  private static final ThreadLocal<Memory> TIMESPEC = ThreadLocal.withInitial(() -> new Memory(16));

  private static boolean bound;

  private LibC() {}

  /** Returns the reason why the C library cannot be used, or null. */
  static String problem() {
    String system = System.getProperty("os.name");
    if (!system.toLowerCase(Locale.ROOT).equals("linux")) {
      return "it needs Linux, this is " + system;
    }
    if (FUTEX == null) {
      return "it knows " + FUTEX_OF_ARCH.keySet() + ", not " + System.getProperty("os.arch");
    }
    return bind();
  }

  /**
   * Binds the functions at the first call; an attempt that fails for lack of memory is repeated at
   * the next.
   */
  private static synchronized String bind() {
    if (bound) {
      return null;
    }
    try {
      String problem = JnaCheck.problem();
      if (problem == null) {
        Native.register(LibC.class, NativeLibrary.getInstance("c"));
        bound = true;
      }
      return problem;
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      return "the C library cannot be bound (glibc 2.34 or newer, or musl, is needed): " + e;
    } catch (Throwable e) {
      return "JNA cannot be used: " + e + "; use one JNA, with its own native part";
    }
  }

  static native int shm_open(String name, int flags, int mode);

  static native int shm_unlink(String name);

  static native int posix_fallocate(int fd, long offset, long length);

  static native int fchmod(int fd, int mode);

  static native int close(int fd);

  static native int flock(int fd, int operation);

  static native long mmap(long address, long length, int prot, int flags, int fd, long offset);

  static native long mremap(long address, long length, long newLength, int flags, long target);

  static native int munmap(long address, long length);

  static native long pwrite(int fd, long buffer, long length, long offset);

  static native int inotify_init1(int flags);

  static native int inotify_add_watch(int fd, String path, int events);

  static native int eventfd(int initial, int flags);

  static native int poll(long fds, long count, int timeoutMillis);

  static native long write(int fd, long buffer, long length);

  static native long read(int fd, long buffer, long length);

  static native long pread(int fd, long buffer, long length, long offset);

  private static native int kill(int pid, int signal);

  /** Tells whether a process of this id exists, including one that this user may not inspect. */
  static boolean exists(int pid) {
    return kill(pid, 0) == 0 || errno() == EPERM;
  }

  static native int getuid();

  static native int getgid();

  static native int getpagesize();

  private static native long syscall(long number, long a, long b, long c, long d, long e, long f);

  static int errno() {
    return Native.getLastError();
  }

  /**
   * Sleeps while a word is {@code expected}, for at most the given nanoseconds; without limit if
   * negative.
   */
  static void futexWait(long address, int expected, long nanos) {
    long timeout = 0;
    if (nanos >= 0) {
      Memory timespec = TIMESPEC.get();
      timespec.setLong(0, nanos / 1_000_000_000L);
      timespec.setLong(8, nanos % 1_000_000_000L);
      timeout = com.sun.jna.Pointer.nativeValue(timespec);
    }
    // The result does not matter: the caller reads the word again.
    syscall(FUTEX, address, FUTEX_WAIT, expected, timeout, 0, 0);
  }

  /** Wakes threads of all processes that sleep on a word. */
  static void futexWake(long address, int most) {
    syscall(FUTEX, address, FUTEX_WAKE, most, 0, 0, 0);
  }

  /** Opens a descriptor that becomes readable when the process ends; negative if that fails. */
  static int pidfdOpen(long pid) {
    return (int) syscall(PIDFD_OPEN, pid, 0, 0, 0, 0, 0);
  }
}
