package org.dat4j.dat.ipc.ring;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Reads and writes the 64-bit words of memory that two ipc adapters share, by byte index, each
 * access with its memory order.
 */
final class SharedWords {

  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private SharedWords() {}

  /** Writes a word that a later {@link #setRelease} publishes. */
  static void set(ByteBuffer area, int index, long value) {
    WORD.set(area, index, value);
  }

  /** Reads a word once, without an order. */
  static long getOpaque(ByteBuffer area, int index) {
    return (long) WORD.getOpaque(area, index);
  }

  /** Writes a word once, without an order. */
  static void setOpaque(ByteBuffer area, int index, long value) {
    WORD.setOpaque(area, index, value);
  }

  /** Reads a word, and sees all that was written before it was set. */
  static long getAcquire(ByteBuffer area, int index) {
    return (long) WORD.getAcquire(area, index);
  }

  /** Writes a word, and publishes all that was written before. */
  static void setRelease(ByteBuffer area, int index, long value) {
    WORD.setRelease(area, index, value);
  }

  /** Sets bits of a word; returns the word before. */
  static long setBits(ByteBuffer area, int index, long bits) {
    return (long) WORD.getAndBitwiseOr(area, index, bits);
  }

  /** Clears a word; returns the word before. */
  static long takeBits(ByteBuffer area, int index) {
    return (long) WORD.getAndSet(area, index, 0L);
  }

  /** Changes a word from one value to another; false when it has another value. */
  static boolean replace(ByteBuffer area, int index, long from, long to) {
    return WORD.compareAndSet(area, index, from, to);
  }
}
