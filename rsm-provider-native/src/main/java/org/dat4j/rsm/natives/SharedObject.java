package org.dat4j.rsm.natives;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dat4j.rsm.RsmReturn;

/** POSIX shared memory objects: opening, size, and mappings as buffers. */
final class SharedObject {
  /** Where Linux shows the objects. */
  static final Path FOLDER = Path.of("/dev/shm");

  static final Cleaner CLEANER = Cleaner.create();
  static final int PAGE = LibC.problem() == null ? LibC.getpagesize() : 4096;

  private SharedObject() {}

  /**
   * What the system knows of an open object.
   *
   * @param size octets
   * @param linked whether it still has its name
   */
  record Status(long size, boolean linked) {}

  static Status status(int fd) {
    try {
      Map<String, Object> found =
          Files.readAttributes(Path.of("/proc/self/fd/" + fd), "unix:size,nlink");
      return new Status((Long) found.get("size"), ((Number) found.get("nlink")).intValue() > 0);
    } catch (IOException unlinked) {
      // The link of an unlinked object leads nowhere.
      return new Status(0, false);
    }
  }

  /** Makes a new object of full size: what is reserved now cannot fault later. */
  static int create(String name, long length, int mode) {
    int fd = LibC.shm_open(name, LibC.O_RDWR | LibC.O_CREAT | LibC.O_EXCL, 0600);
    if (fd < 0) {
      throw Failures.system(RsmReturn.INSUFFICIENT_RESOURCES, name, "shm_open", LibC.errno());
    }
    int error = reserve(fd, length);
    if (error != 0) {
      LibC.shm_unlink(name);
      LibC.close(fd);
      throw Failures.system(RsmReturn.INSUFFICIENT_MEM, name, "posix_fallocate", error);
    }
    LibC.fchmod(fd, mode);
    return fd;
  }

  static int reserve(int fd, long length) {
    int error;
    do {
      error = LibC.posix_fallocate(fd, 0, length);
    } while (error == LibC.EINTR);
    return error;
  }

  /** Maps an open object anywhere. */
  static long map(String name, int fd, long offset, long length, boolean writable) {
    long address = LibC.mmap(0, length, protection(writable), LibC.MAP_SHARED, fd, offset);
    if (address == LibC.FAILED) {
      throw Failures.system(RsmReturn.INSUFFICIENT_MEM, name, "mmap", LibC.errno());
    }
    return address;
  }

  static int protection(boolean writable) {
    return writable ? LibC.PROT_READ | LibC.PROT_WRITE : LibC.PROT_READ;
  }

  /** A buffer over a mapping, in the order of the machine. */
  static ByteBuffer buffer(long address, long length) {
    return new Pointer(address).getByteBuffer(0, length).order(ByteOrder.nativeOrder());
  }

  /** Unmaps once nobody refers to the buffer or its slices, or earlier when asked to. */
  static Cleaner.Cleanable unmapWhenUnused(ByteBuffer buffer, long address, long length) {
    return CLEANER.register(buffer, () -> LibC.munmap(address, length));
  }
}
