package org.dat4j.tools.perf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * The limit of latency between two JVMs: the operation's octets there and back over a bare socket.
 * A Send goes both ways; a Write has a short answer, a Read a short request.
 */
final class NioPingPong implements Exchange {

  private static final int SHORT = Long.BYTES;
  private static final int SELECT_MILLIS = 100;

  private final SocketChannel channel;
  private final Selector selector;
  private final Patience patience;
  private final ByteBuffer there;
  private final ByteBuffer back;

  NioPingPong(SocketChannel channel, Spec spec, Patience patience) throws IOException {
    this.channel = channel;
    this.patience = patience;
    there = ByteBuffer.allocateDirect(spec.op() == Op.READ ? SHORT : spec.size());
    back = ByteBuffer.allocateDirect(spec.op() == Op.WRITE ? SHORT : spec.size());
    if (spec.poll()) {
      selector = null;
    } else {
      selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
    }
  }

  @Override
  public long initiate(long count, Trips trips) {
    try {
      long begin = System.nanoTime();
      long last = begin;
      for (long i = 0; i < count; i++) {
        write(there);
        read(back);
        long now = System.nanoTime();
        trips.record(now - last);
        last = now;
      }
      return last - begin;
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  @Override
  public void respond(long count) {
    try {
      for (long i = 0; i < count; i++) {
        read(there);
        write(back);
      }
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  private void write(ByteBuffer buffer) throws IOException {
    buffer.clear();
    patience.renew();
    while (channel.write(buffer) >= 0 && buffer.hasRemaining()) {
      patience.spin();
    }
  }

  private void read(ByteBuffer buffer) throws IOException {
    buffer.clear();
    patience.renew();
    while (buffer.hasRemaining()) {
      if (selector != null && selector.select(SELECT_MILLIS) > 0) {
        selector.selectedKeys().clear();
      }
      int octets;
      while ((octets = channel.read(buffer)) > 0 && buffer.hasRemaining()) {
        patience.renew();
      }
      if (octets < 0) {
        throw new EOFException("the other side closed the bare socket");
      }
      if (selector == null) {
        patience.spin();
      } else {
        patience.look();
      }
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
      if (selector != null) {
        selector.close();
      }
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }
}
