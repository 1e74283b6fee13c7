package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.Channel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Small services around channels. */
final class Sockets {

  private static final System.Logger LOG = System.getLogger(Sockets.class.getName());

  private Sockets() {}

  /** Makes a socket non-blocking and sets its options. */
  static void prepare(SocketChannel channel, TcpSettings settings) throws IOException {
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

  /** A listening socket that is not bound yet, with the options that connections take over. */
  static ServerSocketChannel listener(TcpSettings settings) throws IOException {
    ServerSocketChannel channel = ServerSocketChannel.open();
    if (settings.rcvbuf() > 0) {
      try {
        // A connection's window is agreed on before it can be accepted.
        channel.setOption(StandardSocketOptions.SO_RCVBUF, settings.rcvbuf());
      } catch (IOException e) {
        close(channel);
        throw e;
      }
    }
    return channel;
  }

  /** The peer of a connected socket. */
  static InetSocketAddress remote(SocketChannel channel) throws IOException {
    return (InetSocketAddress) channel.getRemoteAddress();
  }

  /** The own port of a connected socket. */
  static int localPort(SocketChannel channel) throws IOException {
    return ((InetSocketAddress) channel.getLocalAddress()).getPort();
  }

  /** Closes; what was written is still sent, as far as all that was received has been read. */
  static void close(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "close of a socket failed", e);
    }
  }

  /** Closes with a reset: what is not sent yet is dropped and the peer knows. */
  static void reset(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "a socket is gone already", e);
    }
    close(channel);
  }
}
