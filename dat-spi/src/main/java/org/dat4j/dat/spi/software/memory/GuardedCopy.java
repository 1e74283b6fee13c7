package org.dat4j.dat.spi.software.memory;

import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;

/**
 * Copies bytes between a program's memory and a provider's own, and reports at once if the
 * program's mapped file was truncated meanwhile. The JVM survives a bulk copy of such memory, and
 * nothing else: a CRC over it ends the process. Compiled code throws the InternalError only later,
 * out of whatever the thread does then. So each copy checks whether its last bytes have arrived,
 * and has the error thrown here if they have not.
 */
public final class GuardedCopy {

  /** Bytes of a scratch buffer for {@link #hasArrived}. */
  static final int SCRATCH = 2 * Long.BYTES;

  private static final int PIECE = 4096;
  private static final long NOT_COPIED = 0x9e3779b97f4a7c15L;

  /** Zero; not a constant, so that an array of these dimensions is made by the runtime. */
  private static volatile int none;

  private GuardedCopy() {}

  /**
   * Copies from a program's memory, such as {@link RegionSlice#buffer()} from {@link
   * RegionSlice#index()} on.
   *
   * @param memory the program's
   * @param index first byte there
   * @param to the provider's own, a direct buffer or one on the heap
   * @param at first byte there
   * @param length bytes, 0 or more
   * @return false when the memory cannot be read (cut short, closed arena, wrong thread)
   */
  public static boolean read(ByteBuffer memory, int index, ByteBuffer to, int at, int length) {
    try {
      if (length >= Long.BYTES) {
        int last = at + length - Long.BYTES;
        to.putLong(last, NOT_COPIED);
        to.put(at, memory, index, length);
        return to.getLong(last) != NOT_COPIED || !hasFailed();
      }
      if (length == 0) {
        return true;
      }
      int last = at + length - 1;
      to.put(last, (byte) NOT_COPIED);
      to.put(at, memory, index, length);
      return to.get(last) != (byte) NOT_COPIED || !hasFailed();
    } catch (RuntimeException | InternalError e) {
      return false;
    }
  }

  /**
   * Whether memory is a file that {@link java.nio.channels.FileChannel#map} has mapped, which
   * another process can cut short.
   *
   * @param memory a direct buffer
   * @return false also for memory that native code maps, which Java cannot tell from other memory
   */
  static boolean isFileMapped(ByteBuffer memory) {
    try {
      // Checks the range where there is a file, and does nothing where there is none.
      ((MappedByteBuffer) memory).force(-1, 1);
      return false;
    } catch (IndexOutOfBoundsException e) {
      return true;
    }
  }

  /**
   * Whether what was just copied into a program's memory is there.
   *
   * @param memory the program's
   * @param index first byte there
   * @param from the provider's own
   * @param at first byte there
   * @param length bytes, 0 or more
   * @param scratch of {@link #SCRATCH} bytes; used by one thread at a time
   * @return false when it is not there for want of memory; true also when another has changed it
   */
  static boolean hasArrived(
      ByteBuffer memory, int index, ByteBuffer from, int at, int length, ByteBuffer scratch) {
    int count = Math.min(length, Long.BYTES);
    scratch.putLong(Long.BYTES, 0);
    scratch.put(Long.BYTES, from, at + length - count, count);
    long wanted = scratch.getLong(Long.BYTES);
    scratch.putLong(0, ~wanted);
    scratch.put(0, memory, index + length - count, count);
    long differs = scratch.getLong(0) ^ wanted;
    return count == 0 || differs >>> Byte.SIZE * (Long.BYTES - count) == 0 || !hasFailed();
  }

  /**
   * Whether all of a piece of a program's memory can be read; for finding out why something failed.
   *
   * @param memory the program's
   * @param index first byte
   * @param length bytes
   * @return whether it can
   */
  public static boolean isReadable(ByteBuffer memory, int index, int length) {
    ByteBuffer piece = ByteBuffer.allocate(PIECE);
    for (int done = 0; done < length; done += PIECE) {
      if (!read(memory, index + done, piece, 0, Math.min(PIECE, length - done))) {
        return false;
      }
    }
    return true;
  }

  /** Has a pending error of an earlier access thrown now; true if there was one. */
  private static boolean hasFailed() {
    int size = none;
    try {
      // The runtime throws such an error where it is called by compiled code and returns; most
      // calls are none.
      return new int[size][size][size].length != size;
    } catch (InternalError e) {
      return true;
    }
  }
}
