package org.dat4j.tools.perf.baseline;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.exchange.SpinDeadline;

/**
 * Opens and connects the bare TCP sockets of those baselines of {@code perf} that run between two
 * JVMs.
 */
public final class BaselineSockets {

  private BaselineSockets() {}

  /**
   * Binds a free port.
   *
   * @param address of this side
   * @return a channel that does not block
   * @throws IOException if the address cannot be bound
   */
  public static ServerSocketChannel listen(InetAddress address) throws IOException {
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

  /**
   * {@return the bound port}
   *
   * @param server the listening channel
   * @throws IOException if it is closed
   */
  public static int port(ServerSocketChannel server) throws IOException {
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  /**
   * Waits for the other side.
   *
   * @param server the listening channel
   * @param deadline time limit
   * @return a channel that does not block
   * @throws IOException if the connection fails
   */
  public static SocketChannel accept(ServerSocketChannel server, SpinDeadline deadline)
      throws IOException {
    deadline.renew();
    while (true) {
      SocketChannel channel = server.accept();
      if (channel != null) {
        return ready(channel);
      }
      Thread.onSpinWait();
      deadline.spin();
    }
  }

  /**
   * Connects to the other side.
   *
   * @param address of the other side
   * @param port its port
   * @param deadline time limit
   * @return a channel that does not block
   * @throws IOException if the connection fails
   */
  public static SocketChannel connect(InetAddress address, int port, SpinDeadline deadline)
      throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      channel.configureBlocking(false);
      boolean connected = channel.connect(new InetSocketAddress(address, port));
      deadline.renew();
      while (!connected) {
        connected = channel.finishConnect();
        Thread.onSpinWait();
        deadline.spin();
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
