package org.dat4j.dat.udapl.patch;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import org.dat4j.dat.udapl.abi.ForeignMemory;

/**
 * A heap block that the native backend allocates again at once after libdapl has freed it, so that
 * late readers find its content unchanged.
 *
 * <p>glibc keeps a cache for each thread: malloc returns the block of that size which the same
 * thread freed last. Another malloc may return another block; then the block is not held, with no
 * other effect.
 */
final class HeapBlockHold {

  /**
   * Bytes at the front that the heap overwrites in a free block: a link and a key, or two links.
   */
  private static final int SPOILT = 2 * Long.BYTES;

  /** Blocks of one size in a thread's cache, by default. */
  private static final int CACHED = 7;

  private static final Function SIZE = NativeLibrary.getProcess().getFunction("malloc_usable_size");

  private final long address;
  private final long size;
  private final byte[] front;

  private HeapBlockHold(long address, long size, byte[] front) {
    this.address = address;
    this.size = size;
    this.front = front;
  }

  /**
   * Notes a block that is about to be freed.
   *
   * @param address as malloc returned it
   * @return the block
   */
  static HeapBlockHold at(long address) {
    return new HeapBlockHold(address, size(address), ForeignMemory.copy(address, SPOILT));
  }

  /**
   * Returns the size of a block.
   *
   * @param address as malloc returned it
   * @return bytes that its owner may use
   */
  static long size(long address) {
    return SIZE.invokeLong(new Object[] {new Pointer(address)});
  }

  /**
   * Has the block freed and allocates it again at once.
   *
   * @param free frees the block in the calling thread, or does not
   * @return whether the block is held; then {@link #release} frees it
   */
  boolean reallocateAfter(Runnable free) {
    long[] cached = new long[CACHED];
    for (int i = 0; i < CACHED; i++) {
      cached[i] = Native.malloc(size);
    }
    try {
      free.run();
      long taken = Native.malloc(size);
      if (taken == address) {
        new Pointer(address).write(0, front, 0, SPOILT);
        return true;
      }
      Native.free(taken);
      return false;
    } finally {
      for (long block : cached) {
        Native.free(block);
      }
    }
  }

  /** Frees a block that {@link #reallocateAfter} holds. */
  void release() {
    Native.free(address);
  }
}
