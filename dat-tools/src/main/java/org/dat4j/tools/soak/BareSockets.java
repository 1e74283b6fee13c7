package org.dat4j.tools.soak;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * What the machine and Java take for messages over many TCP connections in turn, without DAT: the
 * receiving ends are found by a selector, the end of an only connection is read at once. For one
 * thread.
 */
final class BareSockets implements AutoCloseable {

  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final List<SocketChannel> senders = new ArrayList<>();
  private final List<SocketChannel> receivers = new ArrayList<>();
  private final Selector selector;
  private final ByteBuffer out = ByteBuffer.allocateDirect(Traffic.SIZE);
  private final ByteBuffer in = ByteBuffer.allocateDirect(Traffic.SIZE);
  private final Consumer<SelectionKey> reading = key -> read((SocketChannel) key.channel());
  private int next;

  /** Connects so many pairs of sockets of one address. */
  BareSockets(InetAddress address, int pairs) {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      selector = Selector.open();
      server.bind(new InetSocketAddress(address, 0));
      for (int i = 0; i < pairs; i++) {
        senders.add(SocketChannel.open(server.getLocalAddress()));
        receivers.add(server.accept());
        prepare(senders.get(i));
        prepare(receivers.get(i));
        if (pairs > 1) {
          receivers.get(i).register(selector, SelectionKey.OP_READ);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("bare sockets to compare with", e);
    }
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  /** Sends so many; what each took. */
  Cost run(int count) {
    Cost before = Cost.soFar();
    for (int i = 0; i < count; i++) {
      next = next + 1 < senders.size() ? next + 1 : 0;
      exchange();
    }
    return Cost.ofEach(count, before);
  }

  private void exchange() {
    try {
      out.clear();
      in.clear();
      senders.get(next).write(out);
      long begin = System.nanoTime();
      while (in.hasRemaining()) {
        if (receivers.size() > 1) {
          selector.selectNow(reading);
        } else {
          read(receivers.get(next));
        }
        if (in.hasRemaining() && System.nanoTime() - begin > PATIENCE_NANOS) {
          throw new IOException("a message over a bare socket did not arrive");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void read(SocketChannel receiver) {
    try {
      if (receiver.read(in) < 0) {
        throw new EOFException("a bare socket was closed");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      for (int i = 0; i < senders.size(); i++) {
        senders.get(i).close();
        receivers.get(i).close();
      }
      selector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
