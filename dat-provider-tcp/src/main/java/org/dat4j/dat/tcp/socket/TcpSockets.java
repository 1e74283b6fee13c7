package org.dat4j.dat.tcp.socket;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.tcp.config.TcpSettings;

/** Functions by which the tcp backend opens, configures, closes and resets TCP sockets. */
public final class TcpSockets {

  private static final System.Logger LOG = System.getLogger(TcpSockets.class.getName());

  private TcpSockets() {}

  /**
   * Makes a socket non-blocking and sets its options.
   *
   * @param channel the socket
   * @param settings of the adapter
   * @throws IOException if the socket fails
   */
  public static void prepare(SocketChannel channel, TcpSettings settings) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    if (settings.sndbuf() > 0) {
      channel.setOption(StandardSocketOptions.SO_SNDBUF, settings.sndbuf());
    }
    if (settings.rcvbuf() > 0) {
      channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.rcvbuf());
    }
  }

  /**
   * Opens a listening socket that is not bound yet, with the options that connections inherit.
   *
   * @param settings of the adapter
   * @return the socket
   * @throws IOException if the socket fails
   */
  public static ServerSocketChannel listener(TcpSettings settings) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    if (settings.rcvbuf() > 0) {
      try {
        // A connection's window is negotiated before it can be accepted.
        channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.rcvbuf());
      } catch (IOException | RuntimeException | Error e) {
        close(channel);
        throw e;
      }
    }
    return channel;
  }

  /**
   * {@return the address of the peer of a connected socket}
   *
   * @param channel the socket
   * @throws IOException if the socket fails
   */
  public static InetSocketAddress remote(SocketChannel channel) throws IOException {
    return (InetSocketAddress) channel.getRemoteAddress();
  }

  /**
   * {@return the local port of a connected socket}
   *
   * @param channel the socket
   * @throws IOException if the socket fails
   */
  public static int localPort(SocketChannel channel) throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  /**
   * Closes a channel; written bytes are still sent, if all that was received has been read.
   *
   * @param channel the channel, null where there is none
   */
  public static void close(Channel channel) {
    if (channel == null) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "close of a socket failed", e);
    }
  }

  /**
   * Closes with a reset: unsent bytes are dropped and the peer notices.
   *
   * @param channel the socket
   */
  public static void reset(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a socket is gone already", e);
    }
    close(channel);
  }
}
