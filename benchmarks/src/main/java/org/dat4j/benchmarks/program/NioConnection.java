package org.dat4j.benchmarks.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * One connection of {@link NioTransport}: a non-blocking socket with its buffers. Short messages
 * are copied together into one write; a long one is written from where it is, with its stamp before
 * it.
 */
final class NioConnection implements AutoCloseable {

  /** Longest message in bytes whose copy costs less than a system call of its own. */
  private static final int SHORT = 4096;

  private static final int BUFFER = 1 << 18;

  private final SocketChannel channel;
  private final int outSize;
  private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER);
  private final ByteBuffer out;
  private final ByteBuffer payload;
  private final ByteBuffer[] gathered;
  private final MessageParser parser;

  NioConnection(SocketChannel channel, Side side, int index) {
    this.channel = channel;
    this.outSize = side.outSize();
    this.parser = new MessageParser(side.inSize(), index);
    this.out = ByteBuffer.allocateDirect(BUFFER);
    this.payload = ByteBuffer.allocateDirect(outSize - Long.BYTES);
    this.gathered = new ByteBuffer[] {out, payload};
    if (!isShort()) {
      out.limit(0);
      payload.position(payload.limit());
    }
  }

  private boolean isShort() {
    return outSize <= SHORT;
  }

  boolean send(long stamp) {
    if (isShort()) {
      if (out.remaining() < outSize) {
        return false;
      }
      out.putLong(stamp);
      out.put(payload.rewind());
      return true;
    }
    if (isPending()) {
      return false;
    }
    out.clear().putLong(stamp).flip();
    payload.rewind();
    flush();
    return true;
  }

  /** Says whether a part of what was sent has not been written. */
  boolean isPending() {
    return isShort() ? out.position() > 0 : payload.hasRemaining() || out.hasRemaining();
  }

  void flush() {
    try {
      if (isShort()) {
        channel.write(out.flip());
        out.compact();
      } else if (isPending()) {
        channel.write(gathered);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void read(TrafficPattern pattern) throws IOException {
    // The other side may close other connections before the last message of this is read.
    if (channel.read(in) > 0) {
      parser.parse(in.flip(), pattern);
      in.compact();
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
