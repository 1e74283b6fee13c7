package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
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

  /** A connection stays with the one it begins with. */
  private final Driver[] drivers;

  private final AtomicInteger turn = new AtomicInteger();
  private final Timers timers;
  private final Watchdog watchdog;
  private final Guesses guesses;
  private final Places places;

  TcpFabric(String iaName, TcpSettings settings) {
    this.settings = settings;
    this.drivers = new Driver[settings.loops()];
    for (int i = 0; i < drivers.length; i++) {
      drivers[i] = new Driver("dat4j-" + iaName + "-loop" + (i == 0 ? "" : i + 1));
    }
    this.timers = new Timers("dat4j-" + iaName + "-tcp-timers");
    this.watchdog = new Watchdog(timers, settings.progressNanos());
    this.guesses = new Guesses(settings.guessesPerAddress(), System::nanoTime);
    this.places = new Places(settings.connections());
  }

  TcpSettings settings() {
    return settings;
  }

  /** The driver of the next connection or listener. */
  Driver nextDriver() {
    return drivers[Math.floorMod(turn.getAndIncrement(), drivers.length)];
  }

  Timers timers() {
    return timers;
  }

  Watchdog watchdog() {
    return watchdog;
  }

  /** Of all listeners. */
  Places places() {
    return places;
  }

  /** Of all peers of the adapter, whoever has connected. */
  Guesses guesses() {
    return guesses;
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
    int port = Ports.of(connQual, settings.own(), "Ia.createPsp", 2);
    ServerSocketChannel channel = null;
    try {
      channel = Sockets.listener(settings);
      int bound = bind(channel, port);
      channel.configureBlocking(false);
      TcpListener listener =
          new TcpListener(this, channel, connQual == 0 ? bound : connQual, acceptor);
      listener.start();
      return listener;
    } catch (IOException e) {
      if (channel != null) {
        Sockets.close(channel);
      }
      throw refusal(e, connQual, port);
    }
  }

  /** Binds to a port, or for 0 to one that is free; answers which. */
  private int bind(ServerSocketChannel channel, int port) throws IOException {
    Ports.Range range = port == 0 ? settings.ports() : new Ports.Range(port, port);
    // Not from the first on: the ports of service points that are gone are left alone for a while.
    int count = range.high() - range.low() + 1;
    int start = ThreadLocalRandom.current().nextInt(count);
    BindException taken = null;
    for (int i = 0; i < count; i++) {
      int candidate = range.low() + (start + i) % count;
      try {
        channel.bind(new InetSocketAddress(settings.bind(), candidate), BACKLOG);
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
      } catch (BindException e) {
        taken = e;
      }
    }
    throw taken;
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
            + (port == 0 ? settings.ports() : port)
            + " of "
            + settings.bind().getHostAddress()
            + ": "
            + e.getMessage()
            + "; use another qualifier"
            + (port == 0 ? ", or more ports in the setting ports" : ""));
  }

  private static boolean isTaken(IOException e) {
    return e.getMessage() != null && e.getMessage().contains("in use");
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    int port = Ports.of(connQual, settings.own(), "Ep.connect", 3);
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
    if (drivers.length == 1) {
      return drivers[0].poll();
    }
    int done = 0;
    for (Driver driver : drivers) {
      done += driver.poll();
    }
    return done;
  }

  @Override
  public long spinNanos() {
    return settings.spinNanos() < 0 ? Fabric.super.spinNanos() : settings.spinNanos();
  }

  @Override
  public boolean givesWay() {
    return settings.spinNanos() < 0 && drivers.length == 1 && Fabric.super.givesWay();
  }

  @Override
  public int giveWay() {
    return drivers[0].giveWay();
  }

  @Override
  public void awaitIo(Waiter waiter, long nanos) {
    // A thread can block in one place: the other connections are their loops'.
    for (int i = 1; i < drivers.length; i++) {
      drivers[i].handBack();
    }
    drivers[0].awaitIo(waiter, nanos);
  }

  @Override
  public void wakeup(Thread thread) {
    drivers[0].wakeup(thread);
  }

  @Override
  public void close() {
    timers.close();
    for (Driver driver : drivers) {
      driver.close();
    }
  }
}
