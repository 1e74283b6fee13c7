package org.dat4j.benchmarks.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * The benchmarks' transport over bare NIO sockets of the JDK: the limit of everything over TCP. One
 * connection is read in a loop, or a selector waits; several are always found by a selector.
 */
final class NioTransport implements Transport {

  private final NioConnection[] connections;
  private final Selector selector;
  private final boolean blocks;

  NioTransport(Side side, boolean blocks) throws IOException {
    this.blocks = blocks;
    int count = side.point().connections();
    selector = blocks || count > 1 ? Selector.open() : null;
    connections = new NioConnection[count];
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), side.port());
    if (side.client()) {
      for (int i = 0; i < count; i++) {
        int connection = i;
        SocketChannel channel = Retry.until(() -> SocketChannel.open(address));
        connections[connection] = connection(channel, side, connection);
      }
      return;
    }
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      listener.bind(address, count);
      for (int i = 0; i < count; i++) {
        connections[i] = connection(listener.accept(), side, i);
      }
    }
  }

  private NioConnection connection(SocketChannel channel, Side side, int index) throws IOException {
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    NioConnection made = new NioConnection(channel, side, index);
    if (selector != null) {
      channel.register(selector, SelectionKey.OP_READ, made);
    }
    return made;
  }

  @Override
  public boolean send(int connection, long stamp) {
    return connections[connection].send(stamp);
  }

  @Override
  public void flush() {
    boolean isSelected = selector != null && connections.length > 1;
    if (!isSelected) {
      connections[0].flush();
      return;
    }
    for (NioConnection connection : connections) {
      if (connection.isPending()) {
        connection.flush();
      }
    }
  }

  @Override
  public void run(TrafficPattern pattern) throws IOException {
    while (pattern.step()) {
      if (selector == null) {
        connections[0].read(pattern);
        if (connections[0].isPending()) {
          connections[0].flush();
        }
        continue;
      }
      boolean isPending = connections[0].isPending();
      if (blocks && !isPending) {
        selector.select();
      } else {
        selector.selectNow();
      }
      for (SelectionKey key : selector.selectedKeys()) {
        ((NioConnection) key.attachment()).read(pattern);
      }
      selector.selectedKeys().clear();
      if (isPending) {
        connections[0].flush();
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (selector != null) {
      selector.close();
    }
    for (NioConnection connection : connections) {
      connection.close();
    }
  }
}
