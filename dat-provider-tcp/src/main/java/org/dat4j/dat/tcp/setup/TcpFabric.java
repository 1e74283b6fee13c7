package org.dat4j.dat.tcp.setup;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
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
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.Waiter;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.dat4j.dat.tcp.buffer.BufferQuota;
import org.dat4j.dat.tcp.config.LocalAddresses;
import org.dat4j.dat.tcp.config.Ports;
import org.dat4j.dat.tcp.config.TcpSettings;
import org.dat4j.dat.tcp.connection.ConnectionTimers;
import org.dat4j.dat.tcp.progress.Driver;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.dat4j.dat.tcp.wire.Mulpdu;

/**
 * The transport of one tcp adapter: listens, accepts and connects for its endpoints over TCP
 * sockets of one local address.
 */
public final class TcpFabric implements Fabric {

  /**
   * Connections that the system queues until they are accepted, if its own limit (somaxconn)
   * allows. A burst must fit while the process is paused: those beyond are tried again after a
   * second.
   */
  private static final int BACKLOG = 4096;

  private static final int DEFAULT_MTU = 1500;
  private static final int IPV6_BYTES = 16;

  private final TcpSettings settings;

  /** The address that peers connect to. */
  private final InetAddress announcedAddress;

  /** A connection stays with the driver it begins with. */
  private final Driver[] drivers;

  private final AtomicInteger driverIndex = new AtomicInteger();
  private final Timers timers;
  private final ConnectionTimers connectionTimers;
  private final BufferQuota bufferQuota;
  private final InvalidAccessLimiter invalidAccesses;
  private final ConnectionLimit connectionLimit;

  /**
   * Opens the transport of an adapter.
   *
   * @param iaName name of the adapter, for its threads
   * @param settings of the adapter
   */
  public TcpFabric(String iaName, TcpSettings settings) {
    this.settings = settings;
    this.announcedAddress =
        settings.bind().isAnyLocalAddress()
            ? LocalAddresses.toAnnounce(settings.bind())
            : settings.bind();
    this.timers = new Timers("dat4j-" + iaName + "-tcp-timers");
    this.connectionTimers = ConnectionTimers.of(timers, settings.progressNanos());
    this.bufferQuota =
        new BufferQuota((long) settings.memory() << 20, (long) settings.memoryPerAddress() << 20);
    this.invalidAccesses = new InvalidAccessLimiter(settings.guessesPerAddress(), System::nanoTime);
    this.connectionLimit = new ConnectionLimit(settings.connections());
    // Last: drivers take descriptors, and nothing after them may fail.
    this.drivers = drivers(iaName, settings.loops());
  }

  private static Driver[] drivers(String iaName, int count) {
    Driver[] created = new Driver[count];
    try {
      for (int i = 0; i < count; i++) {
        created[i] = Driver.open("dat4j-" + iaName + "-loop" + (i == 0 ? "" : i + 1));
      }
      return created;
    } catch (RuntimeException | Error e) {
      for (Driver driver : created) {
        if (driver != null) {
          driver.close();
        }
      }
      throw Shortage.thrown("DatRegistry.openIa", e);
    }
  }

  TcpSettings settings() {
    return settings;
  }

  /** {@return the driver of the next connection or listener} */
  public Driver nextDriver() {
    return drivers[Math.floorMod(driverIndex.getAndIncrement(), drivers.length)];
  }

  Timers timers() {
    return timers;
  }

  ConnectionTimers connectionTimers() {
    return connectionTimers;
  }

  /** Returns the quota of all connections. */
  BufferQuota bufferQuota() {
    return bufferQuota;
  }

  /** Returns the limit of all listeners. */
  ConnectionLimit connectionLimit() {
    return connectionLimit;
  }

  /** Returns the limiter for all peers of the adapter. */
  InvalidAccessLimiter invalidAccesses() {
    return invalidAccesses;
  }

  /** Returns the most bytes of a ULPDU to a peer. */
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
      // The interface has disappeared; the MTU that every network carries is safe.
      mtu = DEFAULT_MTU;
    }
    return Mulpdu.ofMtu(mtu, remote.getAddress().length == IPV6_BYTES);
  }

  @Override
  public InetAddress address() {
    return announcedAddress;
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    int port = Ports.portOf(connQual, settings.ownPeers(), "Ia.createPsp", 2);
    ServerSocketChannel channel = null;
    try {
      channel = TcpSockets.listener(settings);
      int bound = bind(channel, port);
      channel.configureBlocking(false);
      TcpListener listener =
          new TcpListener(
              this, channel, connQual == 0 ? bound : connQual, acceptor, timers::schedule);
      listener.start();
      return listener;
    } catch (IOException e) {
      TcpSockets.close(channel);
      throw refusal(e, connQual, port);
    } catch (RuntimeException | Error e) {
      TcpSockets.close(channel);
      throw Shortage.thrown("Ia.createPsp", e);
    }
  }

  /** Binds to a port, or for 0 to a free one; returns the port. */
  private int bind(ServerSocketChannel channel, int port) throws IOException {
    Ports.Range range = port == 0 ? settings.ports() : new Ports.Range(port, port);
    // Starts at a random port: ports of recently closed service points stay unused for a while.
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
    Shortage shortage = e instanceof BindException ? null : Shortage.of(e);
    if (shortage != null) {
      return shortage.refusal("Ia.createPsp", e);
    }
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
    int port = Ports.portOf(connQual, settings.ownPeers(), "Ep.connect", 3);
    if (port == 0) {
      throw Errors.parameter("Ep.connect", 3, "connQual", connQual, "use a TCP port, 1 to 65535");
    }
    if (remote.isAnyLocalAddress()) {
      throw invalid(
          remote,
          "it stands for all addresses of a machine: use the one that Ia.address() of the peer's"
              + " adapter gives");
    }
    MpaInitiator initiator = new MpaInitiator(this, attempt, new InetSocketAddress(remote, port));
    try {
      initiator.start();
    } catch (UnresolvedAddressException e) {
      throw invalid(remote, "use the address of a peer's adapter");
    } catch (UnsupportedAddressTypeException e) {
      throw invalid(
          remote,
          "use an IPv4 address, or run the JVM without java.net.preferIPv4Stack=true: so it has no"
              + " IPv6");
    } catch (RuntimeException | Error e) {
      throw Shortage.thrown("Ep.connect", e);
    }
    return initiator;
  }

  private static DatException invalid(InetAddress remote, String remedy) {
    return Errors.of(
        DatReturn.INVALID_ADDRESS,
        DatSubtype.NO_SUBTYPE,
        "Ep.connect",
        "remote address",
        remote,
        remedy);
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
  public boolean mayYield() {
    return settings.spinNanos() < 0 && drivers.length == 1 && Fabric.super.mayYield();
  }

  @Override
  public int yieldAndPoll() {
    return drivers[0].yieldAndPoll();
  }

  @Override
  public void awaitIo(Waiter waiter, long nanos) {
    // A thread can block in one selector only: the loops handle the other connections.
    for (int i = 1; i < drivers.length; i++) {
      drivers[i].releaseLease();
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
