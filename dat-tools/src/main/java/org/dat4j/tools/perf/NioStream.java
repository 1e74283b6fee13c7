package org.dat4j.tools.perf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/**
 * The limit of streams between two JVMs: messages with a header of 16 octets, as many as the window
 * holds in one gathering write, over a bare socket; the reader takes whatever is there. Ends with
 * one octet back.
 */
final class NioStream implements Exchange {

  private static final int HEADER = 16;
  private static final int MOST_MESSAGES = 256;
  private static final int READ_SIZE = 1 << 20;

  private final SocketChannel channel;
  private final Patience patience;
  private final int size;
  private final ByteBuffer[] messages;
  private final ByteBuffer input = ByteBuffer.allocateDirect(READ_SIZE);
  private final ByteBuffer octet = ByteBuffer.allocateDirect(1);

  NioStream(SocketChannel channel, Spec spec, Patience patience) {
    this.channel = channel;
    this.patience = patience;
    this.size = spec.size();
    messages = new ByteBuffer[2 * Math.min(spec.window(), MOST_MESSAGES)];
    for (int i = 0; i < messages.length; i++) {
      messages[i] = ByteBuffer.allocateDirect(i % 2 == 0 ? HEADER : size);
    }
  }

  @Override
  public long initiate(long count, Trips trips) {
    try {
      long begin = System.nanoTime();
      for (long left = count; left > 0; ) {
        int batch = (int) Math.min(left, messages.length / 2);
        write(2 * batch);
        left -= batch;
      }
      octet.clear();
      read(octet, 1);
      return System.nanoTime() - begin;
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  @Override
  public void respond(long count) {
    try {
      long octets = count * (HEADER + size);
      while (octets > 0) {
        input.clear();
        octets -= read(input, 1);
      }
      octet.clear();
      patience.renew();
      while (channel.write(octet) == 0) {
        patience.spin();
      }
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  private void write(int buffers) throws IOException {
    for (int i = 0; i < buffers; i++) {
      messages[i].clear();
    }
    patience.renew();
    int first = 0;
    while (first < buffers) {
      if (channel.write(messages, first, buffers - first) == 0) {
        patience.spin();
      } else {
        patience.renew();
      }
      while (first < buffers && !messages[first].hasRemaining()) {
        first++;
      }
    }
  }

  private int read(ByteBuffer buffer, int least) throws IOException {
    patience.renew();
    int octets = 0;
    while (octets < least) {
      int now = channel.read(buffer);
      if (now < 0) {
        throw new EOFException("the other side closed the bare socket");
      }
      octets += now;
      patience.spin();
    }
    return octets;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }
}
