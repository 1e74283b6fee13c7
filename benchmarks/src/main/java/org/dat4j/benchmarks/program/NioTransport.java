package org.dat4j.benchmarks.program;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The benchmarks' baseline transport over bare NIO sockets of the JDK, TCP or Unix domain: an upper
 * bound on the speed of backends over sockets. One connection is read in a loop, or a selector
 * waits; several are always found by a selector.
 */
final class NioTransport implements Transport {

  private final NioConnection[] connections;
  private final Selector selector;
  private final boolean blocks;

  private NioTransport(Side side, boolean blocks) throws IOException {
    this.blocks = blocks;
    int count = side.point().connections();
    selector = blocks || count > 1 ? Selector.open() : null;
    connections = new NioConnection[count];
  }

  /** Connects by TCP. */
  static NioTransport tcp(Side side, boolean blocks) throws IOException {
    NioTransport made = new NioTransport(side, blocks);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), side.port());
    if (side.client()) {
      made.connect(side, address);
      return made;
    }
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      made.accept(side, listener, address);
    }
    return made;
  }

  /** Connects by a socket of the Unix domain, in the folder for temporary files. */
  static NioTransport unix(Side side, boolean blocks) throws IOException {
    NioTransport made = new NioTransport(side, blocks);
    String name = "dat4j-benchmarks-" + side.port();
    Path file = Path.of(System.getProperty("java.io.tmpdir"), name);
    SocketAddress address = UnixDomainSocketAddress.of(file);
    if (side.client()) {
      made.connect(side, address);
      return made;
    }
    Files.deleteIfExists(file);
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      made.accept(side, listener, address);
    } finally {
      Files.deleteIfExists(file);
    }
    return made;
  }

  private void connect(Side side, SocketAddress address) throws IOException {
    for (int i = 0; i < connections.length; i++) {
      SocketChannel channel = Retry.until(() -> SocketChannel.open(address));
      connections[i] = connection(channel, side, i);
    }
  }

  private void accept(Side side, ServerSocketChannel listener, SocketAddress address)
      throws IOException {
    listener.bind(address, connections.length);
    for (int i = 0; i < connections.length; i++) {
      connections[i] = connection(listener.accept(), side, i);
    }
  }

  private NioConnection connection(SocketChannel channel, Side side, int index) throws IOException {
    if (channel.supportedOptions().contains(StandardSocketOptions.TCP_NODELAY)) {
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }
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
