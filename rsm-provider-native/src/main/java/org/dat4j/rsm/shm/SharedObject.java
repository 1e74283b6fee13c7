package org.dat4j.rsm.shm;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.dat4j.rsm.RsmReturn;

/**
 * A POSIX shared memory object, which holds a node's registry or the data of segments: opening,
 * size, and mappings as buffers.
 */
final class SharedObject {
  /** The directory where Linux shows the objects. */
  static final Path FOLDER = Path.of("/dev/shm");

  static final Cleaner CLEANER = Cleaner.create();
  static final int PAGE = LibC.problem() == null ? LibC.getpagesize() : 4096;

  /** The result of {@link #create} if an object of that name exists. */
  static final int NAME_IN_USE = -1;

  private static final int TYPE = 0170000;
  private static final int REGULAR = 0100000;

  private SharedObject() {}

  /**
   * The system's facts about an open object.
   *
   * @param size bytes
   * @param links how many names it has; 0 when its name was removed
   * @param uid the user that owns it
   * @param mode type and permissions, as stat(2) has them
   */
  record FileStatus(long size, int links, int uid, int mode) {
    boolean linked() {
      return links > 0;
    }

    /**
     * Describes what is wrong with an object of another process; returns null if nothing is.
     *
     * @param owner the user that has to own it
     * @param shared whether other users may open it
     */
    String fault(int owner, boolean shared) {
      if ((mode & TYPE) != REGULAR) {
        return "it is no regular file";
      }
      if (links > 1) {
        return "it has " + links + " names (hard links)";
      }
      if (uid != owner) {
        return "it is owned by another user, uid " + Integer.toUnsignedString(uid);
      }
      if (!shared && (mode & 077) != 0) {
        return "other users may open it, its mode is 0" + Integer.toOctalString(mode & 0777);
      }
      return null;
    }
  }

  static FileStatus status(int fd) {
    try {
      Map<String, Object> found =
          Files.readAttributes(Path.of("/proc/self/fd/" + fd), "unix:size,nlink,uid,mode");
      return new FileStatus(
          (Long) found.get("size"),
          ((Number) found.get("nlink")).intValue(),
          ((Number) found.get("uid")).intValue(),
          ((Number) found.get("mode")).intValue());
    } catch (IOException unlinked) {
      // The link of an unlinked object leads nowhere.
      return new FileStatus(0, 0, -1, 0);
    }
  }

  /**
   * Makes a new object and reserves its full size, so that accesses cannot fault later for lack of
   * memory.
   *
   * @return its descriptor, or {@link #NAME_IN_USE}
   */
  static int create(String name, long length, int mode) {
    int fd = LibC.shm_open(name, LibC.O_RDWR | LibC.O_CREAT | LibC.O_EXCL, 0600);
    if (fd < 0 && LibC.errno() == LibC.EEXIST) {
      return NAME_IN_USE;
    }
    if (fd < 0) {
      throw ShmFailures.system(RsmReturn.INSUFFICIENT_RESOURCES, name, "shm_open", LibC.errno());
    }
    boolean whole = false;
    try {
      int error = reserve(fd, length);
      if (error != 0) {
        throw ShmFailures.system(RsmReturn.INSUFFICIENT_MEM, name, "posix_fallocate", error);
      }
      LibC.fchmod(fd, mode);
      whole = true;
    } finally {
      if (!whole) {
        LibC.shm_unlink(name);
        LibC.close(fd);
      }
    }
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
      throw ShmFailures.system(RsmReturn.INSUFFICIENT_MEM, name, "mmap", LibC.errno());
    }
    return address;
  }

  /**
   * Puts private zeroed pages in the place of a mapping. A thread that still uses the mapping
   * accesses those pages; the addresses stay in use until {@link #unmapWhenUnused} gives them back.
   *
   * @return whether the system had memory for it
   */
  static boolean hide(long address, long length, boolean writable) {
    int flags = LibC.MAP_PRIVATE | LibC.MAP_ANONYMOUS | LibC.MAP_FIXED | LibC.MAP_NORESERVE;
    return LibC.mmap(address, length, protection(writable), flags, -1, 0) != LibC.FAILED;
  }

  static int protection(boolean writable) {
    return writable ? LibC.PROT_READ | LibC.PROT_WRITE : LibC.PROT_READ;
  }

  /** Makes a buffer over a mapping, in the byte order of the machine. */
  static ByteBuffer buffer(long address, long length) {
    return new Pointer(address).getByteBuffer(0, length).order(ByteOrder.nativeOrder());
  }

  /**
   * Has a mapping removed when the buffer and its slices are unreachable, or earlier on request.
   */
  static Cleaner.Cleanable unmapWhenUnused(ByteBuffer buffer, long address, long length) {
    return CLEANER.register(buffer, () -> LibC.munmap(address, length));
  }
}
