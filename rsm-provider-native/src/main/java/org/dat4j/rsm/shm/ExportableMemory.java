package org.dat4j.rsm.shm;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The memory that this process can export over shared memory in one domain: ranges of addresses,
 * each backed by a shared object. A range comes from {@link #allocate} or is adopted. The pages of
 * adopted memory are replaced by those of an object with the same contents, and by private ones
 * when its last segment ends. Thread-safe.
 */
final class ExportableMemory {
  private static final System.Logger LOG = System.getLogger(ExportableMemory.class.getName());
  private static final Map<Domain, ExportableMemory> OF_DOMAIN = new ConcurrentHashMap<>();

  private final Domain domain;
  private final NavigableMap<Long, Range> ranges = new TreeMap<>();

  /**
   * The lock that is held from the choice of a part until its slot in a registry is written, and
   * while data moves to another object. It is taken before the lock of any registry.
   */
  private final ReentrantLock arrangement = new ReentrantLock();

  private int numbers;

  private ExportableMemory(Domain domain) {
    this.domain = domain;
  }

  static ExportableMemory of(Domain domain) {
    return OF_DOMAIN.computeIfAbsent(domain, ExportableMemory::new);
  }

  /**
   * Removes the names of all shared objects of this process when it ends. Until then a name lasts
   * as long as its range, because allocated memory may be exported again, on any node, by any
   * controller.
   */
  static void unlinkAll() {
    for (Domain domain : OF_DOMAIN.keySet()) {
      domain.unlinkObjects(ProcessInfo.PID, ProcessInfo.start());
    }
  }

  /** One range of addresses and the object behind it. Guarded by the table. */
  private static final class Range {
    private final long address;
    private final long length;
    private final boolean adopted;
    private int number;
    private int fd;
    private final List<Part> parts = new ArrayList<>();

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

    private final ShmExport user;
    private int permissions;

    private Part(Range range, long offset, ShmExport user) {
      this.range = range;
      this.offset = offset;
      this.user = user;
      range.parts.add(this);
    }

    /** Returns the number of the object. */
    int number() {
      synchronized (ExportableMemory.this) {
        return range.number;
      }
    }

    /** Returns the offset of the part in the object. */
    long offset() {
      return offset;
    }

    /** Sets who may open the object: the owner, and others whom the permissions name. */
    void permit(int permitted) {
      synchronized (ExportableMemory.this) {
        permissions = permitted;
        LibC.fchmod(range.fd, mode(range));
      }
    }

    boolean same(Part other) {
      return other.range == range && other.offset == offset;
    }

    /** Ends the use of the part by its segment. */
    void release() {
      ExportableMemory.this.release(this);
    }

    /**
     * Moves the contents to a new object, so that a process that still has the old one mapped does
     * not reach this process' memory. Importers of other segments over the memory follow, or are
     * aborted if they do not in time.
     */
    void moveAway() {
      arrangement.lock();
      try {
        ExportableMemory.this.moveAway(this);
      } finally {
        arrangement.unlock();
      }
    }
  }

  /** Returns the permissions of an object: all that the segments over it grant together. */
  private int mode(Range range) {
    int granted = 0;
    for (Part part : range.parts) {
      granted |= part.permissions;
    }
    // A user with write permission needs read permission, too: the mapping is for both.
    int writers = granted & 022;
    return domain.shared() ? 0600 | granted & 066 | writers << 1 : 0600;
  }

  ReentrantLock arrangement() {
    return arrangement;
  }

  private void moveAway(Part part) {
    Range range = part.range;
    int number;
    int fd;
    int old = range.fd;
    int oldNumber = range.number;
    List<ShmExport> others = others(part);
    try (PageReplacer swap = new PageReplacer(old, range.address, range.length)) {
      synchronized (this) {
        fd = create(range.length);
        number = numbers;
      }
      // From here on no import connects or maps again until all slots name the new object.
      others.forEach(ShmExport::lock);
      boolean swapped = false;
      try {
        swap.toObject(name(number), fd);
        swapped = true;
        synchronized (this) {
          range.number = number;
          range.fd = fd;
          // Not before: a republish of another segment changes the object of the range only.
          LibC.fchmod(fd, mode(range));
        }
        others.forEach(ShmExport::moved);
      } finally {
        others.forEach(ShmExport::unlock);
        remove(swapped ? oldNumber : number);
        if (!swapped) {
          LibC.close(fd);
        }
      }
      ShmExport.awaitFollowed(others);
      swap.carryOver();
      LibC.close(old);
    }
  }

  /**
   * Returns the other segments over the same object, in the order in which their registries are
   * locked.
   */
  private synchronized List<ShmExport> others(Part part) {
    List<ShmExport> others = new ArrayList<>();
    for (Part other : part.range.parts) {
      if (other != part && other.user.uses(other)) {
        others.add(other.user);
      }
    }
    others.sort(Comparator.comparingInt(ShmExport::node));
    return others;
  }

  private String name(int number) {
    return domain.objectName(ProcessInfo.PID, ProcessInfo.start(), number);
  }

  /**
   * Makes an object under the next free number; another copy of this class in the JVM may use some
   * numbers.
   */
  private int create(long length) {
    int fd;
    do {
      fd = GuardPage.create(name(++numbers), length);
    } while (fd == SharedObject.NAME_IN_USE);
    return fd;
  }

  private void remove(int number) {
    LibC.shm_unlink(name(number));
  }

  /** Gives zeroed memory that lies in an object. */
  synchronized ByteBuffer allocate(int length) {
    int fd = create(length);
    int number = numbers;
    long address = LibC.FAILED;
    try {
      address = SharedObject.map(name(number), fd, 0, length, true);
      Range range = new Range(address, length, false, number, fd);
      ByteBuffer buffer = SharedObject.buffer(address, length);
      ranges.put(address, range);
      // Segments refer to the buffer, so that no segment lies over the range when it is reclaimed.
      SharedObject.CLEANER.register(buffer, () -> reclaim(range));
      return buffer;
    } catch (RuntimeException | Error e) {
      remove(number);
      LibC.close(fd);
      if (address != LibC.FAILED) {
        ranges.remove(address);
        LibC.munmap(address, length);
      }
      throw e;
    }
  }

  private synchronized void reclaim(Range range) {
    ranges.remove(range.address);
    remove(range.number);
    LibC.close(range.fd);
    LibC.munmap(range.address, range.length);
  }

  /**
   * Returns the part that a segment over this memory needs. The caller holds the arrangement lock.
   */
  synchronized Part acquire(ByteBuffer memory, ShmExport user) {
    long address = Pointer.nativeValue(Native.getDirectBufferPointer(memory));
    long length = memory.capacity();
    Map.Entry<Long, Range> below = ranges.floorEntry(address);
    if (below != null) {
      Range range = below.getValue();
      if (address + length <= range.address + range.length) {
        return new Part(range, address - range.address, user);
      }
      if (address < range.address + range.length) {
        throw overlap(length);
      }
    }
    Long above = ranges.higherKey(address);
    if (above != null && above < address + length) {
      throw overlap(length);
    }
    return new Part(adopt(address, length), 0, user);
  }

  private static RuntimeException overlap(long length) {
    return ShmFailures.of(
        RsmReturn.INSUFFICIENT_RESOURCES,
        "memory of a segment",
        "length",
        length,
        "it overlaps that of another segment in part: use the same range or a part of it");
  }

  private Range adopt(long address, long length) {
    int fd = create(length);
    int number = numbers;
    Long key = null;
    try {
      // The range is created before the pages belong to the object.
      Range range = new Range(address, length, true, number, fd);
      long pages = SharedObject.map(name(number), fd, 0, length, true);
      key = address;
      ranges.put(key, range);
      PageReplacer.write(fd, address, length);
      PageReplacer.replace(address, length, pages);
      return range;
    } catch (RuntimeException | Error e) {
      if (key != null) {
        ranges.remove(key);
      }
      remove(number);
      LibC.close(fd);
      throw e;
    }
  }

  private synchronized void release(Part part) {
    Range range = part.range;
    range.parts.remove(part);
    if (!range.parts.isEmpty()) {
      LibC.fchmod(range.fd, mode(range));
    } else if (range.adopted) {
      ranges.remove(range.address);
      remove(range.number);
      try (PageReplacer swap = new PageReplacer(range.fd, range.address, range.length)) {
        swap.toPrivatePages();
        swap.carryOver();
      } catch (RsmException noMemory) {
        // The memory stays usable, backed by an object without a name.
        LOG.log(System.Logger.Level.WARNING, "memory of a segment stays shared", noMemory);
      } finally {
        LibC.close(range.fd);
      }
    }
  }
}
