package org.dat4j.rsm.shm;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.dat4j.rsm.RsmReturn;

/**
 * Replaces the pages of exported memory by pages of another object, or by private ones, at the same
 * addresses with the same contents. Other threads and processes may store there at the same time. A
 * store that reached the object after it was copied is carried over, byte by byte, unless the new
 * pages had a later one. For one thread.
 */
final class PageReplacer implements AutoCloseable {
  private static final int CHUNK = 1 << 16;

  private final int object;
  private final long address;
  private final long length;

  /** The content of the object at the time of the copy. */
  private final long copy;

  /**
   * Copies the contents. It reads the object and not a mapping, because the object may have been
   * truncated.
   *
   * @param object descriptor of the object
   * @param address where the object is mapped
   * @param length bytes
   */
  PageReplacer(int object, long address, long length) {
    this.object = object;
    this.address = address;
    this.length = length;
    copy = privatePages(length);
    long done = 0;
    while (done < length) {
      long count = LibC.pread(object, copy + done, length - done, done);
      if (count <= 0) {
        return;
      }
      done += count;
    }
  }

  private static long privatePages(long length) {
    int flags = LibC.MAP_PRIVATE | LibC.MAP_ANONYMOUS;
    long pages = LibC.mmap(0, length, SharedObject.protection(true), flags, -1, 0);
    if (pages == LibC.FAILED) {
      throw ShmFailures.system(
          RsmReturn.INSUFFICIENT_MEM, "memory of a segment", "mmap", LibC.errno());
    }
    return pages;
  }

  /** Puts private pages in the place of the object's. */
  void toPrivatePages() {
    long pages = privatePages(length);
    SharedObject.buffer(pages, length).put(SharedObject.buffer(copy, length));
    replace(address, length, pages);
  }

  /** Puts the pages of another object in the place of the first object's. */
  void toObject(String name, int fd) {
    write(fd, copy, length);
    replace(address, length, SharedObject.map(name, fd, 0, length, true));
  }

  /** Copies to the new pages what was stored into the old object after it was copied. */
  void carryOver() {
    ByteBuffer before = SharedObject.buffer(copy, length);
    ByteBuffer live = SharedObject.buffer(address, length);
    try (Memory chunk = new Memory(CHUNK)) {
      for (int done = 0; done < length; ) {
        long count =
            LibC.pread(object, Pointer.nativeValue(chunk), Math.min(CHUNK, length - done), done);
        if (count < Long.BYTES) {
          return;
        }
        int whole = (int) count & -Long.BYTES;
        ByteBuffer now = chunk.getByteBuffer(0, whole).order(ByteOrder.nativeOrder());
        carryOver(before, now, live, done);
        done += whole;
      }
    } catch (InternalError cut) {
      // Another process has truncated the new object, for which its imports are aborted.
      TruncationWatch.drainPendingFaults();
    }
  }

  private static void carryOver(ByteBuffer before, ByteBuffer now, ByteBuffer live, int first) {
    for (int i = 0; i < now.capacity(); i += Long.BYTES) {
      int next =
          before.slice(first + i, now.capacity() - i).mismatch(now.slice(i, now.capacity() - i));
      if (next < 0) {
        return;
      }
      i += next & -Long.BYTES;
      merge(before.getLong(first + i), now.getLong(i), live, first + i);
    }
  }

  /**
   * Copies the bytes that differ between two words to the live word, where that still has the bytes
   * of the first.
   */
  private static void merge(long before, long now, ByteBuffer live, int place) {
    long changed = differingBytes(before, now);
    long found;
    long merged;
    do {
      found = (long) RegistryLayout.LONG.getVolatile(live, place);
      long stale = changed & ~differingBytes(before, found);
      merged = found & ~stale | now & stale;
    } while (!RegistryLayout.LONG.compareAndSet(live, place, found, merged));
  }

  /** Returns a word with all bits set in each byte in which two words differ. */
  private static long differingBytes(long a, long b) {
    long mask = 0;
    for (long one = 0xff; one != 0; one <<= Byte.SIZE) {
      if (((a ^ b) & one) != 0) {
        mask |= one;
      }
    }
    return mask;
  }

  /**
   * Fills an object. It writes to the object and not to a mapping, because the object may be
   * truncated.
   */
  static void write(int fd, long from, long length) {
    long done = 0;
    while (done < length) {
      long count = LibC.pwrite(fd, from + done, length - done, done);
      if (count <= 0) {
        throw ShmFailures.system(RsmReturn.BAD_ADDR, "memory of a segment", "pwrite", LibC.errno());
      }
      done += count;
    }
  }

  /** Puts mapped pages in the place of those at an address. */
  static void replace(long address, long length, long pages) {
    long moved =
        LibC.mremap(pages, length, length, LibC.MREMAP_MAYMOVE | LibC.MREMAP_FIXED, address);
    if (moved != address) {
      int errno = LibC.errno();
      LibC.munmap(pages, length);
      throw ShmFailures.system(RsmReturn.BAD_ADDR, "memory of a segment", "mremap", errno);
    }
  }

  @Override
  public void close() {
    LibC.munmap(copy, length);
  }
}
