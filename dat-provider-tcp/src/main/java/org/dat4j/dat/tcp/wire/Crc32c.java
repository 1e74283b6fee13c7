package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * The CRC of an FPDU (a frame of iWARP), computed over one or several ranges of buffers.
 *
 * <p>Usage: {@link #reset}, then {@link #update} for each piece from the length field to the end of
 * the payload, {@link #updateZeros} for the pad, then {@link #value} and {@link #store}. Allocates
 * nothing. Not thread-safe: each user has an object of its own.
 *
 * <p>A buffer's position and limit are moved during a call and put back before it returns, so no
 * other thread may use the same buffer object meanwhile; for shared memory pass a duplicate. A mark
 * may be lost.
 */
public final class Crc32c {
  private final CRC32C crc = new CRC32C();
  private final byte[] zeros = new byte[3];

  /** Creates a calculator that is ready for the first octet. */
  public Crc32c() {}

  /** Forgets all octets and starts again. */
  public void reset() {
    crc.reset();
  }

  /**
   * Adds a range of octets.
   *
   * @param buffer the buffer, heap or direct; its order does not matter
   * @param offset absolute index of the first octet
   * @param length number of octets, 0 or more
   * @throws IndexOutOfBoundsException if the range is not within 0 and the buffer's limit
   */
  public void update(ByteBuffer buffer, int offset, int length) {
    int limit = buffer.limit();
    int position = buffer.position();
    Objects.checkFromIndexSize(offset, length, limit);
    try {
      buffer.limit(offset + length).position(offset);
      crc.update(buffer);
    } finally {
      buffer.limit(limit).position(position);
    }
  }

  /**
   * Adds zero octets, as for the pad of an FPDU.
   *
   * @param count number of octets, 0 to 3
   * @throws IndexOutOfBoundsException if the count is out of range
   */
  public void updateZeros(int count) {
    Objects.checkFromIndexSize(0, count, zeros.length);
    crc.update(zeros, 0, count);
  }

  /**
   * Gives the CRC of the octets added since the last reset.
   *
   * @return the CRC as a 32-bit number
   */
  public int value() {
    return (int) crc.getValue();
  }

  /**
   * Gives the CRC of one range, forgetting whatever was added before.
   *
   * @param buffer the buffer, heap or direct
   * @param offset absolute index of the first octet
   * @param length number of octets, 0 or more
   * @return the CRC as a 32-bit number
   * @throws IndexOutOfBoundsException if the range is not within 0 and the buffer's limit
   */
  public int of(ByteBuffer buffer, int offset, int length) {
    reset();
    update(buffer, offset, length);
    return value();
  }

  /**
   * Writes a CRC as it is sent: least significant octet first, unlike all other fields.
   *
   * @param buffer a big-endian buffer
   * @param at absolute index of the first of four octets
   * @param crc the CRC as a 32-bit number
   * @throws IndexOutOfBoundsException if the buffer ends before
   */
  public static void store(ByteBuffer buffer, int at, int crc) {
    buffer.putInt(at, Integer.reverseBytes(crc));
  }

  /**
   * Reads a CRC that {@link #store} or a peer wrote.
   *
   * @param buffer a big-endian buffer
   * @param at absolute index of the first of four octets
   * @return the CRC as a 32-bit number
   * @throws IndexOutOfBoundsException if the buffer ends before
   */
  public static int load(ByteBuffer buffer, int at) {
    return Integer.reverseBytes(buffer.getInt(at));
  }
}
