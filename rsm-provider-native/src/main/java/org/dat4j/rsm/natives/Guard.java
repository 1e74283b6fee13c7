package org.dat4j.rsm.natives;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.lang.invoke.VarHandle;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import org.dat4j.rsm.RsmReturn;

/**
 * The page behind the data of an object. An object is cut from its end, so whoever finds this page
 * whole has found the data whole. The JVM goes on after an access past the end of an object and
 * reports it later; the access may have given anything, also what an access before it gave. So each
 * look is at another word than the last one, and each word has a value of its own. Thread-safe.
 */
final class Guard {
  private static final int WORDS = 512;
  private static final int LENGTH = WORDS * Long.BYTES;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private final LongBuffer words;
  private final Cleaner.Cleanable mapping;

  private Guard(long address, long place) {
    ByteBuffer page = SharedObject.buffer(address + place, LENGTH);
    words = page.asLongBuffer();
    mapping = SharedObject.unmapWhenUnused(page, address, place + LENGTH);
  }

  private static long word(int place) {
    return (place + 1) * MIX;
  }

  /** Makes an object with room for the data, and the page behind it. */
  static int create(String name, long length) {
    int fd = SharedObject.create(name, length + SharedObject.PAGE, 0600);
    try (Memory words = new Memory(LENGTH)) {
      for (int i = 0; i < WORDS; i++) {
        words.setLong((long) i * Long.BYTES, word(i));
      }
      if (LibC.pwrite(fd, Pointer.nativeValue(words), LENGTH, length) != LENGTH) {
        int errno = LibC.errno();
        LibC.shm_unlink(name);
        LibC.close(fd);
        throw Failures.system(RsmReturn.INSUFFICIENT_MEM, name, "pwrite", errno);
      }
    }
    return fd;
  }

  /** Where the page is in an open object. */
  static long place(int fd) {
    return SharedObject.status(fd).size() - SharedObject.PAGE;
  }

  /**
   * Maps the page of an open object; to be called before its data is mapped. Who cuts an object
   * takes its pages out of one mapping after the other, those that begin earlier in the object
   * first, and the older ones of those that begin at the same place. So this one begins where the
   * object does, and nobody finds the page there who has missed the data.
   */
  static Guard map(String name, int fd) {
    long place = place(fd);
    return new Guard(SharedObject.map(name, fd, 0, place + LENGTH, false), place);
  }

  /** Whether the object is whole. Nothing that was read before is read after this look. */
  boolean holds(int turn) {
    VarHandle.acquireFence();
    int place = turn & WORDS - 1;
    return words.get(place) == word(place);
  }

  /** Unmaps now; nobody may use it any more. */
  void unmap() {
    mapping.clean();
  }
}
