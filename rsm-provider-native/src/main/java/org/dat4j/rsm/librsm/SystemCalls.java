package org.dat4j.rsm.librsm;

import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import java.nio.ByteBuffer;

/**
 * The functions of the C library that the librsm provider calls, the same on Solaris, illumos and
 * Linux.
 */
final class SystemCalls {
  private static final int PROT_READ_WRITE = 3;
  private static final int MAP_PRIVATE = 0x02;
  private static final int MAP_FIXED = 0x10;
  private static final boolean LINUX = LibraryLoader.isLinux(System.getProperty("os.name"));
  private static final int MAP_ANONYMOUS = LINUX ? 0x20 : 0x100;
  private static final int MAP_NORESERVE = LINUX ? 0x4000 : 0x40;
  private static final int O_NONBLOCK = LINUX ? 04000 : 0x80;
  private static final int F_SETFL = 4;

  private static int pageSize;

  private SystemCalls() {}

  private static native long mmap(long at, long length, int prot, int flags, int fd, long offset);

  private static native long memmove(ByteBuffer to, ByteBuffer from, long length);

  private static native int mincore(long address, long length, long vector);

  private static native int getpagesize();

  private static native int pipe(long fds);

  private static native int fcntl(int fd, int command, int argument);

  private static native long write(int fd, long data, long length);

  private static native long read(int fd, long data, long length);

  /** Binds the functions; has to be called before any other method. */
  static synchronized void bind() {
    if (pageSize == 0) {
      Native.register(SystemCalls.class, NativeLibrary.getProcess());
      pageSize = getpagesize();
    }
  }

  static int pageSize() {
    return pageSize;
  }

  /**
   * Returns the address of byte 0 of a direct buffer. It allocates nothing: a move of no bytes
   * returns its destination. JNA passes the address of the position, which another thread may be
   * changing.
   */
  static long addressOf(ByteBuffer direct) {
    while (true) {
      int position = direct.position();
      long address = memmove(direct, direct, 0) - position;
      if (direct.position() == position) {
        return address;
      }
    }
  }

  /** Puts zeroed private pages where something is mapped, in one step. */
  static void cover(long address, long length) {
    mmap(
        address,
        length,
        PROT_READ_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE,
        -1,
        0);
  }

  /** Tells whether no page of a range is mapped. */
  static boolean isFree(long address, long length) {
    NativeBlock resident = new NativeBlock(1);
    for (long page = address; page < address + length; page += pageSize) {
      if (mincore(page, pageSize, resident.address) == 0) {
        return false;
      }
    }
    return true;
  }

  /** Makes a pipe whose ends do not block. */
  static int[] openPipe() {
    NativeBlock ends = new NativeBlock(2 * Integer.BYTES);
    if (pipe(ends.address) != 0) {
      throw new IllegalStateException(
          "no pipe can be opened (errno " + Native.getLastError() + "): close some files");
    }
    int[] fds = {ends.bytes.getInt(0), ends.bytes.getInt(Integer.BYTES)};
    for (int fd : fds) {
      fcntl(fd, F_SETFL, O_NONBLOCK);
    }
    return fds;
  }

  /** Makes the other end of a pipe readable. */
  static void ring(int fd, NativeBlock one) {
    write(fd, one.address, 1);
  }

  /** Empties a pipe, or most of it. */
  static void drain(int fd, NativeBlock bytes) {
    read(fd, bytes.address, bytes.bytes.capacity());
  }
}
