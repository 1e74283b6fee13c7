package org.dat4j.tools.perf.exchange;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The content of a message of {@code perf}, with stamps that prove which operation wrote it. Stamps
 * depend on the operation's number: one at the beginning, one every 4096 bytes and one at the end.
 * The bytes between them are the same in all messages. Stamps are checked for each operation, all
 * bytes at the end of a block.
 *
 * <p>Holds nothing but the size; allocates nothing.
 */
public final class StampedPayload {

  private static final int STRIDE = 4096;

  private final int size;

  /**
   * Makes the payload of one size.
   *
   * @param size bytes of a message
   */
  public StampedPayload(int size) {
    this.size = size;
  }

  /** {@return the bytes of a message} */
  public int size() {
    return size;
  }

  /**
   * Sets the byte order of stamps, which is the same on all machines.
   *
   * @param buffer any buffer
   * @return the same buffer
   */
  public static ByteBuffer ordered(ByteBuffer buffer) {
    return buffer.order(ByteOrder.LITTLE_ENDIAN);
  }

  private static long stamp(long sequence, int position) {
    return (sequence + 1) * 0x9E3779B97F4A7C15L + position;
  }

  private static byte filling(int position) {
    return (byte) (position * 31 + (position >>> 8) + 7);
  }

  /**
   * Writes the stamps of an operation.
   *
   * @param buffer the buffer
   * @param offset start of the message
   * @param sequence number of the operation
   */
  public void stamp(ByteBuffer buffer, int offset, long sequence) {
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

  /**
   * Checks the stamps of an operation.
   *
   * @param buffer the buffer
   * @param offset start of the message
   * @param sequence number of the operation
   * @return whether the stamps are those of the operation
   */
  public boolean stamped(ByteBuffer buffer, int offset, long sequence) {
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

  /**
   * Writes a whole message with the stamps of an operation.
   *
   * @param buffer the buffer
   * @param offset start of the message
   * @param sequence number of the operation
   */
  public void fill(ByteBuffer buffer, int offset, long sequence) {
    for (int i = 0; i < size; i++) {
      buffer.put(offset + i, filling(i));
    }
    stamp(buffer, offset, sequence);
  }

  /**
   * Zeroes a message, so that old data is not taken for new.
   *
   * @param buffer the buffer
   * @param offset start of the message
   */
  public void clear(ByteBuffer buffer, int offset) {
    for (int i = 0; i < size; i++) {
      buffer.put(offset + i, (byte) 0);
    }
  }

  /**
   * Checks all bytes of a message.
   *
   * @param buffer the buffer
   * @param offset start of the message
   * @param sequence number of the operation
   * @return whether each byte is what the operation wrote
   */
  public boolean whole(ByteBuffer buffer, int offset, long sequence) {
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
