package org.dat4j.rsm.natives;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.RsmReturn;

/**
 * The exportable memory of this process in one domain: ranges of addresses, each backed by a shared
 * object of its own. A range is handed out by {@link #allocate}, or adopted: its pages are replaced
 * by those of an object with the same contents, and by private ones again when no segment lies over
 * it any more. Thread-safe.
 */
final class DataObjects {
  private static final Map<Domain, DataObjects> OF_DOMAIN = new ConcurrentHashMap<>();

  private final Domain domain;
  private final NavigableMap<Long, Range> ranges = new TreeMap<>();
  private int numbers;

  private DataObjects(Domain domain) {
    this.domain = domain;
  }

  static DataObjects of(Domain domain) {
    return OF_DOMAIN.computeIfAbsent(domain, DataObjects::new);
  }

  /**
   * Takes away the names of all this process shares, as it ends. Before that a name lasts as long
   * as its range: memory that was handed out may be exported again, on any node, by any controller.
   */
  static void unlinkAll() {
    for (Domain domain : OF_DOMAIN.keySet()) {
      domain.unlinkObjects(Processes.PID, Processes.START);
    }
  }

  /** One range of addresses and the object behind it. Guarded by the table. */
  private static final class Range {
    private final long address;
    private final long length;
    private final boolean adopted;
    private int number;
    private int fd;
    private int segments;

    Range(long address, long length, boolean adopted, int number, int fd) {
      this.address = address;
      this.length = length;
      this.adopted = adopted;
      this.number = number;
      this.fd = fd;
    }
  }

  /** A part of a range that one segment lies over. */
  final class Part {
    private final Range range;
    private final long offset;

    private Part(Range range, long offset) {
      this.range = range;
      this.offset = offset;
      range.segments++;
    }

    /** Number of the object. */
    int number() {
      synchronized (DataObjects.this) {
        return range.number;
      }
    }

    /** Where the part begins in the object. */
    long offset() {
      return offset;
    }

    /** Sets who may open the object: the owner, and others whom the permissions name. */
    void permit(int permissions) {
      int mode = 0600 | ((permissions & 066) == 0 ? 0 : 066);
      synchronized (DataObjects.this) {
        LibC.fchmod(range.fd, domain.shared() ? mode : 0600);
      }
    }

    boolean same(Part other) {
      return other.range == range && other.offset == offset;
    }

    /** The segment lies over it no more. */
    void release() {
      DataObjects.this.release(range);
    }

    /**
     * Moves the contents to a new object, so that who still has the old one mapped touches this
     * process' memory no more. False if another segment lies over the same object.
     */
    boolean moveAway() {
      synchronized (DataObjects.this) {
        if (range.segments > 1) {
          return false;
        }
        int number = ++numbers;
        String name = name(number);
        int fd = Guard.create(name, range.length);
        long pages = SharedObject.map(name, fd, 0, range.length, true);
        read(range, pages);
        replace(range.address, range.length, pages);
        remove(range);
        range.number = number;
        range.fd = fd;
        return true;
      }
    }
  }

  private String name(int number) {
    return domain.objectName(Processes.PID, Processes.START, number);
  }

  /** Gives zeroed memory that lies in an object. */
  synchronized ByteBuffer allocate(int length) {
    int number = ++numbers;
    String name = name(number);
    int fd = Guard.create(name, length);
    long address;
    try {
      address = SharedObject.map(name, fd, 0, length, true);
    } catch (RuntimeException e) {
      LibC.shm_unlink(name);
      LibC.close(fd);
      throw e;
    }
    Range range = new Range(address, length, false, number, fd);
    ranges.put(address, range);
    ByteBuffer buffer = SharedObject.buffer(address, length);
    // Segments refer to the buffer, so that nothing lies over the range when it is reclaimed.
    SharedObject.CLEANER.register(buffer, () -> reclaim(range));
    return buffer;
  }

  private synchronized void reclaim(Range range) {
    ranges.remove(range.address);
    remove(range);
    LibC.munmap(range.address, range.length);
  }

  private void remove(Range range) {
    LibC.shm_unlink(name(range.number));
    LibC.close(range.fd);
  }

  /** The part that a segment over this memory needs. */
  synchronized Part acquire(ByteBuffer memory) {
    long address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));
    long length = memory.capacity();
    Map.Entry<Long, Range> below = ranges.floorEntry(address);
    if (below != null) {
      Range range = below.getValue();
      if (address + length <= range.address + range.length) {
        return new Part(range, address - range.address);
      }
      if (address < range.address + range.length) {
        throw overlap(length);
      }
    }
    Long above = ranges.higherKey(address);
    if (above != null && above < address + length) {
      throw overlap(length);
    }
    return new Part(adopt(address, length), 0);
  }

  private static RuntimeException overlap(long length) {
    return Failures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        "memory of a segment",
        "length",
        length,
        "it overlaps that of another segment in part: use the same range or a part of it");
  }

  private Range adopt(long address, long length) {
    int number = ++numbers;
    String name = name(number);
    int fd = Guard.create(name, length);
    try {
      long pages = SharedObject.map(name, fd, 0, length, true);
      write(fd, address, length);
      replace(address, length, pages);
    } catch (RuntimeException e) {
      LibC.shm_unlink(name);
      LibC.close(fd);
      throw e;
    }
    Range range = new Range(address, length, true, number, fd);
    ranges.put(address, range);
    return range;
  }

  private synchronized void release(Range range) {
    range.segments--;
    if (range.adopted && range.segments == 0) {
      long pages =
          LibC.mmap(
              0,
              range.length,
              SharedObject.protection(true),
              LibC.MAP_PRIVATE | LibC.MAP_ANONYMOUS,
              -1,
              0);
      if (pages == LibC.FAILED) {
        // The memory stays usable, backed by an object without a name.
        LibC.shm_unlink(name(range.number));
      } else {
        read(range, pages);
        replace(range.address, range.length, pages);
        remove(range);
      }
      ranges.remove(range.address);
    }
  }

  /** Fills an object. Not through its mapping: somebody may cut the object short. */
  private static void write(int fd, long from, long length) {
    long done = 0;
    while (done < length) {
      long count = LibC.pwrite(fd, from + done, length - done, done);
      if (count <= 0) {
        throw Failures.system(RsmReturn.BAD_ADDR, "memory of a segment", "pwrite", LibC.errno());
      }
      done += count;
    }
  }

  /** Copies an object's contents. Not from its mapping: somebody may have cut the object short. */
  private static void read(Range range, long pages) {
    long done = 0;
    while (done < range.length) {
      long count = LibC.pread(range.fd, pages + done, range.length - done, done);
      if (count <= 0) {
        return;
      }
      done += count;
    }
  }

  /** Puts other pages in the place of those at an address. */
  private static void replace(long address, long length, long pages) {
    long moved =
        LibC.mremap(pages, length, length, LibC.MREMAP_MAYMOVE | LibC.MREMAP_FIXED, address);
    if (moved != address) {
      int errno = LibC.errno();
      LibC.munmap(pages, length);
      throw Failures.system(RsmReturn.BAD_ADDR, "memory of a segment", "mremap", errno);
    }
  }
}
