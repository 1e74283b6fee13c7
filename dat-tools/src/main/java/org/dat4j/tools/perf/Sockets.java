package org.dat4j.tools.perf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Makes the bare socket that limits between two JVMs are measured over. */
final class Sockets {

  private Sockets() {}

  /** Binds a free port; the channel does not block. */
  static ServerSocketChannel listen(InetAddress address) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open();
    try {
      server.bind(new InetSocketAddress(address, 0));
      server.configureBlocking(false);
      return server;
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
  }

  static int port(ServerSocketChannel server) throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  /** Waits for the other side, bounded. */
  static SocketChannel accept(ServerSocketChannel server, Patience patience) throws IOException {
    patience.renew();
    while (true) {
      SocketChannel channel = server.accept();
      if (channel != null) {
        return ready(channel);
      }
      Thread.onSpinWait();
      patience.spin();
    }
  }

  /** Connects to the other side, bounded. */
  static SocketChannel connect(InetAddress address, int port, Patience patience)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      boolean connected = channel.connect(new InetSocketAddress(address, port));
      patience.renew();
      while (!connected) {
        connected = channel.finishConnect();
        Thread.onSpinWait();
        patience.spin();
      }
      return ready(channel);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static SocketChannel ready(SocketChannel channel) throws IOException {
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }
}
