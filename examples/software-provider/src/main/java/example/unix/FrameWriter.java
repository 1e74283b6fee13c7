package example.unix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.spi.software.memory.GuardedCopy;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * Writes the frames of the example provider to a socket: collects them in a buffer and writes
 * several at once.
 */
final class FrameWriter {

  /** Bytes of a header: type, detail, number, length, context, address. */
  static final int HEADER = 3 * Integer.BYTES + 3 * Long.BYTES;

  private final ByteBuffer buffer = ByteBuffer.allocate(FrameReader.CAPACITY);

  /** Bytes that may be put before the next {@link #flush}. */
  int room() {
    return buffer.remaining();
  }

  /** Puts a header, which needs {@link #HEADER} bytes of room. */
  void put(FrameType type, int detail, long number, long length, int context, long address) {
    buffer.putInt(type.ordinal()).putInt(detail).putLong(number).putLong(length);
    buffer.putInt(context).putLong(address);
  }

  /** Puts a start-up frame with private data, which the empty buffer has room for. */
  void put(FrameType type, long port, byte[] privateData) {
    put(type, 0, port, privateData.length, 0, 0);
    buffer.put(privateData);
  }

  /** Puts registered memory; false when it can no longer be read. */
  boolean put(RegionSlice memory) {
    int at = buffer.position();
    if (!GuardedCopy.read(memory.buffer(), memory.index(), buffer, at, memory.length())) {
      return false;
    }
    buffer.position(at + memory.length());
    return true;
  }

  /** Writes as much as the socket takes; false when something is left. */
  boolean flush(SocketChannel channel) throws IOException {
    buffer.flip();
    try {
      while (buffer.hasRemaining() && channel.write(buffer) > 0) {}
      return !buffer.hasRemaining();
    } finally {
      buffer.compact();
    }
  }
}
