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
 * What the machine and Java take for the same {@link Traffic} over TCP connections without DAT: the
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

  /** Octets that have not arrived yet. */
  private int missing;

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

  /**
   * Sends so many, rounded up to what is under way at a time; what each took.
   *
   * @param count messages
   * @param together pairs with a message under way at a time
   */
  Cost run(int count, int together) {
    Cost before = Cost.soFar();
    long sent = 0;
    try {
      for (; sent < count; sent += together) {
        for (int i = 0; i < together; i++) {
          next = next + 1 < senders.size() ? next + 1 : 0;
          senders.get(next).write(out.clear());
        }
        receive(together * Traffic.SIZE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Cost.ofEach(sent, before);
  }

  private void receive(int octets) throws IOException {
    missing = octets;
    long begin = System.nanoTime();
    while (missing > 0) {
      if (receivers.size() > 1) {
        selector.selectNow(reading);
      } else {
        read(receivers.get(next));
      }
      if (missing > 0 && System.nanoTime() - begin > PATIENCE_NANOS) {
        throw new IOException("messages over bare sockets did not arrive");
      }
    }
  }

  private void read(SocketChannel receiver) {
    try {
      int octets = receiver.read(in.clear());
      if (octets < 0) {
        throw new EOFException("a bare socket was closed");
      }
      missing -= octets;
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
