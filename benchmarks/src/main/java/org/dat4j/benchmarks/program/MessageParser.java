package org.dat4j.benchmarks.program;

import java.nio.ByteBuffer;

/**
 * Finds the messages, all of one size, in the byte stream of a benchmark connection, and passes the
 * stamp of each to the {@link TrafficPattern}.
 */
final class MessageParser {

  private final int size;
  private final int connection;
  private int left;
  private long stamp;

  MessageParser(int size, int connection) {
    this.size = size;
    this.connection = connection;
  }

  /**
   * Reads on. Leaves at most seven bytes, the part of a stamp.
   *
   * @return how many bytes are left
   */
  int parse(ByteBuffer bytes, TrafficPattern pattern) {
    while (left > 0 ? bytes.hasRemaining() : bytes.remaining() >= Long.BYTES) {
      if (left == 0) {
        stamp = bytes.getLong();
        left = size - Long.BYTES;
      }
      int taken = Math.min(left, bytes.remaining());
      bytes.position(bytes.position() + taken);
      left -= taken;
      if (left == 0) {
        pattern.received(connection, stamp);
      }
    }
    return bytes.remaining();
  }
}
