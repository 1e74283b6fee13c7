package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.Timers;
import org.dat4j.dat.spi.software.Waiter;
import org.dat4j.dat.tcp.wire.Mulpdu;

/** Connects endpoints over TCP sockets of one local address. */
final class TcpFabric implements Fabric {

  /** Connections the system keeps until they are accepted. */
  private static final int BACKLOG = 128;

  private static final int DEFAULT_MTU = 1500;
  private static final int IPV6_OCTETS = 16;

  private final TcpSettings settings;
  private final Driver driver;
  private final Timers timers;

  TcpFabric(String iaName, TcpSettings settings) {
    this.settings = settings;
    this.driver = new Driver("dat4j-" + iaName + "-loop");
    this.timers = new Timers("dat4j-" + iaName + "-tcp-timers");
  }

  TcpSettings settings() {
    return settings;
  }

  Driver driver() {
    return driver;
  }

  Timers timers() {
    return timers;
  }

  /** Most octets of a ULPDU to a peer. */
  int mulpdu(InetAddress local, InetAddress remote) {
    if (settings.mulpdu() != 0) {
      return settings.mulpdu();
    }
    if (remote.isLoopbackAddress() || remote.equals(local)) {
      return Mulpdu.LOOPBACK;
    }
    int mtu = DEFAULT_MTU;
    try {
      NetworkInterface network = NetworkInterface.getByInetAddress(local);
      if (network != null) {
        mtu = network.getMTU();
      }
    } catch (SocketException e) {
      // The interface went away meanwhile; what every network carries is safe.
      mtu = DEFAULT_MTU;
    }
    return Mulpdu.ofMtu(mtu, remote.getAddress().length == IPV6_OCTETS);
  }

  @Override
  public InetAddress address() {
    return settings.bind();
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    int port = Ports.of(connQual, "Ia.createPsp");
    ServerSocketChannel channel = null;
    try {
      channel = ServerSocketChannel.open();
      channel.bind(new InetSocketAddress(settings.bind(), port), BACKLOG);
      channel.configureBlocking(false);
      int bound = ((InetSocketAddress) channel.getLocalAddress()).getPort();
      TcpListener listener =
          new TcpListener(this, channel, connQual == 0 ? bound : connQual, acceptor);
      driver.register(channel, SelectionKey.OP_ACCEPT, listener);
      return listener;
    } catch (IOException e) {
      if (channel != null) {
        Sockets.close(channel);
      }
      throw refusal(e, connQual, port);
    }
  }

  private DatException refusal(IOException e, long connQual, int port) {
    boolean taken = e instanceof BindException && port != 0 && isTaken(e);
    return Errors.of(
        taken ? DatReturn.CONN_QUAL_IN_USE : DatReturn.CONN_QUAL_UNAVAILABLE,
        DatSubtype.NO_SUBTYPE,
        "Ia.createPsp",
        "connQual",
        connQual,
        "TCP port "
            + port
            + " of "
            + settings.bind().getHostAddress()
            + ": "
            + e.getMessage()
            + "; use another qualifier");
  }

  private static boolean isTaken(IOException e) {
    return e.getMessage() != null && e.getMessage().contains("in use");
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    int port = Ports.of(connQual, "Ep.connect");
    if (port == 0) {
      throw Errors.parameter("Ep.connect", 3, "connQual", connQual, "use a TCP port, 1 to 65535");
    }
    Initiator initiator = new Initiator(this, attempt, new InetSocketAddress(remote, port));
    try {
      initiator.start();
    } catch (UnresolvedAddressException e) {
      throw Errors.of(
          DatReturn.INVALID_ADDRESS,
          DatSubtype.NO_SUBTYPE,
          "Ep.connect",
          "remote address",
          remote,
          "use the address of a peer's adapter");
    }
    return initiator;
  }

  @Override
  public int poll() {
    return driver.poll();
  }

  @Override
  public void awaitIo(Waiter waiter, long nanos) {
    driver.awaitIo(waiter, nanos);
  }

  @Override
  public void wakeup(Thread thread) {
    driver.wakeup(thread);
  }

  @Override
  public void close() {
    timers.close();
    driver.close();
  }
}
