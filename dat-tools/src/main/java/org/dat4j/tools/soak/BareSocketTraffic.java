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
 * The baseline of {@code soak}: the messages of {@link PairTraffic} over bare TCP connections,
 * without DAT. A selector finds the receiving ends; a single connection is read directly. For one
 * thread.
 */
final class BareSocketTraffic implements AutoCloseable {

  private static final long PATIENCE_NANOS = 20_000_000_000L;

  private final List<SocketChannel> senders = new ArrayList<>();
  private final List<SocketChannel> receivers = new ArrayList<>();
  private final Selector selector;
  private final ByteBuffer out = ByteBuffer.allocateDirect(PairTraffic.SIZE);
  private final ByteBuffer in = ByteBuffer.allocateDirect(PairTraffic.SIZE);
  private final Consumer<SelectionKey> reading = key -> read((SocketChannel) key.channel());
  private int next;

  /** Bytes that have not arrived yet. */
  private int missing;

  /** Connects pairs of sockets of one address. */
  BareSocketTraffic(InetAddress address, int pairs) {
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
   * Sends messages and measures the processor time of each. Their number is rounded up to a
   * multiple of {@code together}.
   *
   * @param count messages
   * @param together pairs with a message in flight at a time
   */
  ThreadCpuTime run(int count, int together) {
    ThreadCpuTime before = ThreadCpuTime.soFar();
    long sent = 0;
    try {
      for (; sent < count; sent += together) {
        for (int i = 0; i < together; i++) {
          next = next + 1 < senders.size() ? next + 1 : 0;
          senders.get(next).write(out.clear());
        }
        receive(together * PairTraffic.SIZE);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ThreadCpuTime.ofEach(sent, before);
  }

  private void receive(int bytes) throws IOException {
    missing = bytes;
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
      int bytes = receiver.read(in.clear());
      if (bytes < 0) {
        throw new EOFException("a bare socket was closed");
      }
      missing -= bytes;
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
