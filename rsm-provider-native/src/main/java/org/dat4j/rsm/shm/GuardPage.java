package org.dat4j.rsm.shm;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.dat4j.rsm.RsmReturn;

/**
 * A page behind the data of a shared memory object that shows whether another process has truncated
 * the object. Objects are truncated at the end, so an intact guard page proves the data intact. The
 * JVM continues after an access past the end of an object and reports it later; that access, and
 * one before it, may have returned anything. So each check reads another word than the last check,
 * and each word has a value of its own. Thread-safe.
 */
final class GuardPage {
  private static final int WORDS = 512;
  private static final int LENGTH = WORDS * Long.BYTES;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final LongBuffer words;
  private final long address;
  private final long length;

  private GuardPage(long address, long place) {
    ByteBuffer page = SharedObject.buffer(address + place, LENGTH);
    words = page.asLongBuffer();
    this.address = address;
    this.length = place + LENGTH;
    SharedObject.unmapWhenUnused(page, address, length);
  }

  private static long word(int place) {
    return (place + 1) * MIX;
  }

  /**
   * Makes an object with room for the data, and the page behind it.
   *
   * @return its descriptor, or {@link SharedObject#NAME_IN_USE}
   */
  static int create(String name, long length) {
    int fd = SharedObject.create(name, length + SharedObject.PAGE, 0600);
    if (fd == SharedObject.NAME_IN_USE) {
      return fd;
    }
    boolean whole = false;
    try (Memory words = new Memory(LENGTH)) {
      for (int i = 0; i < WORDS; i++) {
        words.setLong((long) i * Long.BYTES, word(i));
      }
      if (LibC.pwrite(fd, Pointer.nativeValue(words), LENGTH, length) != LENGTH) {
        throw ShmFailures.system(RsmReturn.INSUFFICIENT_MEM, name, "pwrite", LibC.errno());
      }
      whole = true;
    } finally {
      if (!whole) {
        LibC.shm_unlink(name);
        LibC.close(fd);
      }
    }
    return fd;
  }

  /** Gives the offset of the page in an open object. */
  static long offset(int fd) {
    return SharedObject.status(fd).size() - SharedObject.PAGE;
  }

  /**
   * Maps the page of an open object; has to be called before its data is mapped. A truncation
   * removes the pages from one mapping after the other: from those that begin earlier in the object
   * first, and among those that begin at the same place from the older ones. So this mapping begins
   * where the object begins, and the guard page is gone before any data is.
   */
  static GuardPage map(String name, int fd) {
    long place = offset(fd);
    return new GuardPage(SharedObject.map(name, fd, 0, place + LENGTH, false), place);
  }

  /**
   * Tells whether the object is not truncated. Reads of data before this call are not moved behind
   * its check.
   */
  boolean isIntact(int turn) {
    VarHandle.acquireFence();
    int place = turn & WORDS - 1;
    return words.get(place) == word(place);
  }

  /**
   * Replaces the page, so that every later check fails.
   *
   * @return whether the system had memory for it
   */
  boolean hide() {
    // The pages are writable like those of the data, so that the kernel joins all hidden pages to
    // one mapping.
    return SharedObject.hide(address, length, true);
  }
}
