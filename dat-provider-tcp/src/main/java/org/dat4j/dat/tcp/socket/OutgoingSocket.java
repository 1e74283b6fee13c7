package org.dat4j.dat.tcp.socket;

import java.io.IOException;
import java.io.InputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.tcp.config.TcpSettings;

/**
 * A factory of the sockets by which a tcp adapter connects to peers, which also chooses their local
 * addresses and ports. A socket is bound before it connects, as the adapter has an address. So the
 * system gives each a port of its own, and no more connections than it has ports. Where these are
 * used up, connections to several peers share a port, as the system itself does for unbound
 * sockets.
 */
public final class OutgoingSocket {

  private static final Path RANGE_FILE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  private static final int MAX_FILE_BYTES = 64;

  /** The default of Linux. */
  private static final int[] DEFAULT_RANGE = {32768, 60999};

  /** Thrown when no local port is left for a connection to this peer. */
  static final class NoLocalPortException extends BindException implements Shortage.Known {
    private static final long serialVersionUID = 1L;

    NoLocalPortException(BindException cause) {
      super(cause.getMessage());
      initCause(cause);
    }

    @Override
    public Shortage shortage() {
      return Shortage.PORTS;
    }
  }

  private OutgoingSocket() {}

  /**
   * Opens a socket and begins to connect it.
   *
   * @param remote where to
   * @param settings of the adapter, with the address to connect from
   * @return the channel, connected when {@link SocketChannel#isConnected()}
   * @throws IOException when it cannot be opened, or cannot be connected
   */
  public static SocketChannel connect(InetSocketAddress remote, TcpSettings settings)
      throws IOException {
    InetAddress bind = settings.bind();
    try {
      return connect(new InetSocketAddress(bind, 0), remote, settings);
    } catch (BindException e) {
      if (!bind.isAnyLocalAddress() && NetworkInterface.getByInetAddress(bind) == null) {
        throw e;
      }
      return connectShared(remote, settings, e);
    }
  }

  private static SocketChannel connectShared(
      InetSocketAddress remote, TcpSettings settings, BindException firstFailure)
      throws IOException {
    BindException last = firstFailure;
    int[] range = range();
    int count = range[1] - range[0] + 1;
    int start = ThreadLocalRandom.current().nextInt(count);
    for (int i = 0; i < count; i++) {
      int port = range[0] + (start + i) % count;
      try {
        return connect(new InetSocketAddress(settings.bind(), port), remote, settings);
      } catch (BindException e) {
        // A listener has the port, or another connection to the same peer.
        last = e;
      }
    }
    throw new NoLocalPortException(last);
  }

  private static SocketChannel connect(
      InetSocketAddress local, InetSocketAddress remote, TcpSettings settings) throws IOException {
    SocketChannel channel = SocketChannel.open();
    try {
      TcpSockets.prepare(channel, settings);
      // Only sockets that all set this option can share a port.
      channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
      channel.bind(local);
      channel.connect(remote);
      return channel;
    } catch (IOException | RuntimeException | Error e) {
      TcpSockets.close(channel);
      throw e;
    }
  }

  /** Returns the first and the last port that the system gives to connections. */
  private static int[] range() {
    // Such a file can be read in one piece only.
    try (InputStream file = Files.newInputStream(RANGE_FILE)) {
      String text = new String(file.readNBytes(MAX_FILE_BYTES), StandardCharsets.US_ASCII);
      String[] words = text.trim().split("\\s+");
      int[] range = {Integer.parseInt(words[0]), Integer.parseInt(words[1])};
      return range[0] > 0 && range[0] <= range[1] ? range : DEFAULT_RANGE;
    } catch (IOException | RuntimeException e) {
      // Not Linux, or the file cannot be read.
      return DEFAULT_RANGE;
    }
  }
}
