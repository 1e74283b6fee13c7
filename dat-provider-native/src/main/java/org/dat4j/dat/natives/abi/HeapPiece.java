package org.dat4j.dat.natives.abi;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;

/**
 * A piece of the C library's heap that is taken again as soon as somebody has freed it, with what
 * was in it: for who may still look at it.
 *
 * <p>The heap gives a thread the piece next that the same thread has freed last, of those of one
 * size (glibc's cache of each thread). Where it does not, the piece is not had, and nothing else is
 * different.
 */
public final class HeapPiece {

  /** What the heap overwrites of a piece that is free: a link and a key, or two links. */
  private static final int SPOILT = 2 * Long.BYTES;

  /** More of one size a thread's cache does not hold, unless it is set up so. */
  private static final int CACHED = 7;

  private static final Function SIZE = NativeLibrary.getProcess().getFunction("malloc_usable_size");

  private final long address;
  private final long size;
  private final byte[] front;

  private HeapPiece(long address, long size, byte[] front) {
    this.address = address;
    this.size = size;
    this.front = front;
  }

  /**
   * Notes a piece that somebody else has and will free.
   *
   * @param address as malloc has given it
   * @return the piece
   */
  public static HeapPiece at(long address) {
    return new HeapPiece(address, size(address), ForeignMemory.copy(address, SPOILT));
  }

  /**
   * How long a piece is.
   *
   * @param address as malloc has given it
   * @return octets that its owner may use
   */
  static long size(long address) {
    return SIZE.invokeLong(new Object[] {new Pointer(address)});
  }

  /**
   * Frees the piece and takes it again at once.
   *
   * @param free has the calling thread free the piece, or not
   * @return whether it was had; then {@link #release} frees it
   */
  public boolean takeAfter(Runnable free) {
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
      for (long piece : cached) {
        Native.free(piece);
      }
    }
  }

  /** Gives it back, after {@link #takeAfter} had it. */
  public void release() {
    Native.free(address);
  }
}
