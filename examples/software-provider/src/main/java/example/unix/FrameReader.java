package example.unix;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * Reads the frames of the example provider's socket: splits its input into headers and payload.
 * Used by one thread at a time.
 */
final class FrameReader {

  /** Bytes of a buffer; long messages pass through it in parts. */
  static final int CAPACITY = 1 << 16;

  private final ByteBuffer buffer = ByteBuffer.allocate(CAPACITY).limit(0);
  private FrameType type;
  private int detail;
  private long number;
  private long length;
  private int context;
  private long address;
  private byte[] privateData;

  /** Reads what the socket has and the buffer has room for; false at the end of the stream. */
  boolean fill(SocketChannel channel) throws IOException {
    buffer.compact();
    try {
      return channel.read(buffer) >= 0;
    } finally {
      buffer.flip();
    }
  }

  /** Takes the next header; false while it has not arrived as a whole. */
  boolean next() {
    if (buffer.remaining() < FrameWriter.HEADER) {
      return false;
    }
    type = FrameType.of(buffer.getInt());
    detail = buffer.getInt();
    number = buffer.getLong();
    length = buffer.getLong();
    context = buffer.getInt();
    address = buffer.getLong();
    return true;
  }

  FrameType type() {
    return type;
  }

  /** The flags of a Send, or the status of a refusal. */
  int detail() {
    return detail;
  }

  /** The number of the request; of a connection request the port. */
  long number() {
    return number;
  }

  long length() {
    return length;
  }

  int context() {
    return context;
  }

  long address() {
    return address;
  }

  /** The buffer: the bytes from its position on have arrived and are not yet taken. */
  ByteBuffer buffer() {
    return buffer;
  }

  /** Takes the next start-up frame; false while it has not arrived as a whole. */
  boolean nextStartUp() {
    int begin = buffer.position();
    if (!next()) {
      return false;
    }
    if (length < 0 || length > UnixProvider.MAX_PRIVATE_DATA) {
      throw new IllegalStateException("the peer sends private data of " + length + " bytes");
    }
    if (buffer.remaining() < length) {
      buffer.position(begin);
      return false;
    }
    privateData = new byte[(int) length];
    buffer.get(privateData);
    return true;
  }

  /** The private data of the start-up frame that was taken last. */
  byte[] privateData() {
    return privateData;
  }
}
