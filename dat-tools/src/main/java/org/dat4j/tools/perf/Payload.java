package org.dat4j.tools.perf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What a message of one size holds: stamps that depend on the operation's number, in a filling that
 * does not. There is a stamp at the beginning, every 4096 octets and at the end. Stamps are checked
 * for each operation, the filling when a block is over.
 *
 * <p>Stateless but for the size; allocates nothing.
 */
final class Payload {

  private static final int STRIDE = 4096;

  private final int size;

  Payload(int size) {
    this.size = size;
  }

  int size() {
    return size;
  }

  /** The order stamps have on both sides, whatever the machines'. */
  static ByteBuffer ordered(ByteBuffer buffer) {
    return buffer.order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long stamp(long sequence, int position) {
    return (sequence + 1) * 0x9E3779B97F4A7C15L + position;
  }

  private static byte filling(int position) {
    return (byte) (position * 31 + (position >>> 8) + 7);
  }

  /** Writes the stamps of an operation. */
  void stamp(ByteBuffer buffer, int offset, long sequence) {
    if (size < Long.BYTES) {
      long stamp = stamp(sequence, 0);
      for (int i = 0; i < size; i++) {
        buffer.put(offset + i, (byte) (stamp >>> 8 * i));
      }
      return;
    }
    int tail = size - Long.BYTES;
    for (int at = 0; at + Long.BYTES <= tail; at += STRIDE) {
      buffer.putLong(offset + at, stamp(sequence, at));
    }
    buffer.putLong(offset + tail, stamp(sequence, tail));
  }

  /** Whether the stamps are those of an operation. */
  boolean stamped(ByteBuffer buffer, int offset, long sequence) {
    if (size < Long.BYTES) {
      long stamp = stamp(sequence, 0);
      for (int i = 0; i < size; i++) {
        if (buffer.get(offset + i) != (byte) (stamp >>> 8 * i)) {
          return false;
        }
      }
      return true;
    }
    int tail = size - Long.BYTES;
    for (int at = 0; at + Long.BYTES <= tail; at += STRIDE) {
      if (buffer.getLong(offset + at) != stamp(sequence, at)) {
        return false;
      }
    }
    return buffer.getLong(offset + tail) == stamp(sequence, tail);
  }

  /** Writes the filling and the stamps of an operation. */
  void fill(ByteBuffer buffer, int offset, long sequence) {
    for (int i = 0; i < size; i++) {
      buffer.put(offset + i, filling(i));
    }
    stamp(buffer, offset, sequence);
  }

  /** Zeroes a message, so that nothing old is taken for new. */
  void clear(ByteBuffer buffer, int offset) {
    for (int i = 0; i < size; i++) {
      buffer.put(offset + i, (byte) 0);
    }
  }

  /** Whether every octet is what an operation wrote. */
  boolean whole(ByteBuffer buffer, int offset, long sequence) {
    if (!stamped(buffer, offset, sequence)) {
      return false;
    }
    int tail = size - Long.BYTES;
    for (int i = 0; i < tail; i++) {
      boolean inStamp = i % STRIDE < Long.BYTES && i / STRIDE * STRIDE + Long.BYTES <= tail;
      if (!inStamp && buffer.get(offset + i) != filling(i)) {
        return false;
      }
    }
    return true;
  }
}
