package org.dat4j.dat.ipc;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.ipc.ring.Area;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.Shortage;
import org.dat4j.dat.spi.software.Waiter;

/**
 * The transport of one ipc adapter: its service points, its links to other adapters, and its input
 * loop.
 */
final class IpcFabric implements Fabric, InputLoop.Handler {

  /** The address of every adapter: connection qualifiers are those of the folder. */
  static final InetAddress ADDRESS = InetAddress.getLoopbackAddress();

  private static final System.Logger LOG = System.getLogger(IpcFabric.class.getName());

  /** Qualifiers of the provider's choice are above those that programs usually choose. */
  private static final long MIN_CHOSEN = 1L << 32;

  /** Nanoseconds that the loop rests when no socket can be accepted, as for want of descriptors. */
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final AtomicInteger PORTS = new AtomicInteger();

  private final IpcSettings settings;
  private final PrivateFolder folder;
  private final InputLoop loop;
  private final ServerSocketChannel server;

  /** The number of this adapter, which no other one has. */
  private final long number = ThreadLocalRandom.current().nextLong() | 1L << 63;

  private final AtomicLong areas = new AtomicLong();
  private final AtomicLong servicePoints = new AtomicLong();
  private final Map<Long, ServicePoint> pointsByQualifier = new ConcurrentHashMap<>();

  /** Requests name the number: one that is late finds no later service point of its qualifier. */
  private final Map<Long, ServicePoint> pointsByNumber = new ConcurrentHashMap<>();

  /** The links that this adapter has made, by the other end; guarded by itself. */
  private final Map<Long, List<Link>> links = new ConcurrentHashMap<>();

  /** Whether the last accept failed; used by the thread that has locked the selector. */
  private boolean isShort;

  private volatile boolean isClosed;

  private IpcFabric(String iaName, IpcSettings settings, PrivateFolder folder) throws IOException {
    this.settings = settings;
    this.folder = folder;
    this.loop = new InputLoop("dat4j-" + iaName + "-loop");
    try {
      this.server = folder.listen(number);
    } catch (IOException | RuntimeException | Error e) {
      loop.close();
      throw e;
    }
  }

  /** Opens the transport of an adapter. */
  static IpcFabric open(String iaName, IpcSettings settings) throws IOException {
    IpcFabric fabric = new IpcFabric(iaName, settings, PrivateFolder.open(settings.folder()));
    try {
      fabric.loop.register(fabric.server, SelectionKey.OP_ACCEPT, fabric);
      fabric.loop.start();
      return fabric;
    } catch (IOException | RuntimeException | Error e) {
      fabric.close();
      throw e;
    }
  }

  InputLoop loop() {
    return loop;
  }

  PrivateFolder folder() {
    return folder;
  }

  long number() {
    return number;
  }

  int ringBytes() {
    return settings.ringBytes();
  }

  long nextArea() {
    return areas.incrementAndGet();
  }

  @Override
  public InetAddress address() {
    return ADDRESS;
  }

  // --- service points

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    for (; ; ) {
      long qualifier =
          connQual != 0
              ? connQual
              : ThreadLocalRandom.current().nextLong(MIN_CHOSEN, Long.MAX_VALUE);
      ServicePoint point = new ServicePoint(qualifier, acceptor);
      boolean isNew = pointsByQualifier.putIfAbsent(qualifier, point) == null;
      boolean isMade = false;
      try {
        if (!isNew) {
          throw new BindException("qualifier " + qualifier + " is in use by this adapter");
        }
        // Before others can find it: its first request may come at once.
        pointsByNumber.put(point.number, point);
        folder.listen(qualifier, number, point.number);
        isMade = true;
        return point;
      } catch (IOException e) {
        if (!(e instanceof BindException)) {
          Shortage shortage = Shortage.of(e);
          if (shortage != null) {
            throw shortage.refusal("Ia.createPsp", e);
          }
          throw refusal(DatReturn.CONN_QUAL_UNAVAILABLE, qualifier, e.toString());
        }
        if (connQual != 0) {
          throw refusal(
              DatReturn.CONN_QUAL_IN_USE, qualifier, e.getMessage() + ": use another one");
        }
      } finally {
        if (isNew && !isMade) {
          point.forget();
        }
      }
    }
  }

  private static DatException refusal(int type, long connQual, String remedy) {
    return Errors.of(type, DatSubtype.NO_SUBTYPE, "Ia.createPsp", "connQual", connQual, remedy);
  }

  /** A service point: a link in the folder that names this adapter and the point's number. */
  private final class ServicePoint implements Listener {
    private final long number = servicePoints.incrementAndGet();
    private final long connQual;
    private final Acceptor acceptor;

    ServicePoint(long connQual, Acceptor acceptor) {
      this.connQual = connQual;
      this.acceptor = acceptor;
    }

    @Override
    public long connQual() {
      return connQual;
    }

    @Override
    public void close() {
      folder.free(connQual);
      forget();
    }

    private void forget() {
      pointsByNumber.remove(number);
      pointsByQualifier.remove(connQual);
    }
  }

  /** A peer asks for a connection. */
  void requested(IncomingConnection connection) {
    ServicePoint point = pointsByNumber.get(connection.servicePoint());
    if (point == null) {
      connection.drop(DropReason.NOBODY);
      return;
    }
    try {
      connection.setConnQual(point.connQual);
      if (!point.acceptor.request(connection)) {
        connection.drop(DropReason.FULL);
      }
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "a request was not delivered", e);
      connection.drop();
    }
  }

  @Override
  public void ready(SelectionKey key) throws IOException {
    for (SocketChannel each = accept(); each != null; each = accept()) {
      try {
        Link.accept(this, each);
      } catch (IOException | RuntimeException | Error e) {
        if (!isClosed) {
          LOG.log(System.Logger.Level.WARNING, "a peer was not taken", e);
        }
        loop.close(each);
      }
    }
  }

  /** Accepts the socket of a peer; null if there is none, or none can be accepted now. */
  private SocketChannel accept() throws IOException {
    try {
      SocketChannel accepted = server.accept();
      isShort = false;
      return accepted;
    } catch (ClosedChannelException e) {
      throw e;
    } catch (IOException e) {
      // The peer stays in the system's queue, and the loop comes back to it at once.
      if (!isShort) {
        LOG.log(System.Logger.Level.WARNING, "no peer is taken for now: " + Shortage.text(e), e);
      }
      isShort = true;
      LockSupport.parkNanos(this, PAUSE_NANOS);
      return null;
    }
  }

  @Override
  public void failed(Throwable cause) {
    if (isClosed) {
      // The thread that closes the adapter has closed the socket.
      return;
    }
    LOG.log(System.Logger.Level.ERROR, "no peer comes any longer", cause);
  }

  // --- connections

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    long port = ProcessHandle.current().pid() << 32 | PORTS.incrementAndGet() & 0xffff_ffffL;
    if (!remote.isLoopbackAddress()) {
      String reason =
          remote
              + " is another machine: this adapter reaches "
              + ADDRESS
              + " only; use tcp between machines";
      return refused(attempt, port, EventNumber.CONNECTION_EVENT_UNREACHABLE, reason);
    }
    try {
      PrivateFolder.ServicePointEntry point = folder.find(connQual);
      OutgoingConnection connection =
          point == null ? null : connection(attempt, point, port, connQual);
      if (connection != null) {
        connection.link().begin(connection);
        return connection;
      }
      if (point != null) {
        sweepLater(point.adapter());
      }
    } catch (Area.NoSpaceException e) {
      throw new DatException(
          DatReturn.INSUFFICIENT_RESOURCES,
          DatSubtype.RESOURCE_MEMORY,
          "Ep.connect",
          "folder",
          settings.folder(),
          e.getMessage() + "; make room there, or set ring= to a smaller value",
          e);
    } catch (IOException e) {
      Shortage shortage = Shortage.of(e);
      if (shortage != null) {
        throw shortage.refusal("Ep.connect", e);
      }
      return refused(
          attempt,
          port,
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "qualifier " + connQual + ": " + e);
    } catch (RuntimeException | Error e) {
      throw Shortage.thrown("Ep.connect", e);
    }
    return refused(
        attempt,
        port,
        EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
        connQual == 0
            ? "0 is no connection qualifier, and no service point has it; give the connQual() of"
                + " the peer's service point"
            : "nobody listens on qualifier "
                + connQual
                + " in "
                + settings.folder()
                + "; start the listener first");
  }

  /** Finds a place for a connection, in a new link if need be; null when the peer is dead. */
  private OutgoingConnection connection(
      Attempt attempt, PrivateFolder.ServicePointEntry point, long port, long connQual)
      throws IOException {
    long adapter = point.adapter();
    synchronized (links) {
      for (Link link : links.getOrDefault(adapter, List.of())) {
        int index = link.takeSlot();
        if (index >= 0) {
          return new OutgoingConnection(link, index, attempt, port, connQual, point.number());
        }
      }
      SocketChannel channel = PrivateFolder.connect(folder, adapter);
      if (channel == null) {
        return null;
      }
      Link link;
      try {
        link = Link.initiate(this, channel, adapter);
      } catch (IOException | RuntimeException | Error e) {
        channel.close();
        throw e;
      }
      links.computeIfAbsent(adapter, none -> new ArrayList<>()).add(link);
      int index = link.takeSlot();
      if (index < 0) {
        throw new IOException("the peer has gone just now");
      }
      return new OutgoingConnection(link, index, attempt, port, connQual, point.number());
    }
  }

  /** A link has failed: it is used no longer. */
  void forget(Link link) {
    synchronized (links) {
      links.values().forEach(made -> made.remove(link));
      links.values().removeIf(List::isEmpty);
    }
  }

  /** Has the loop delete what an adapter has left, if it is dead. */
  void sweepLater(long adapter) {
    loop.later(new DeadAdapterSweep(folder, adapter, loop));
  }

  private static Connecting refused(Attempt attempt, long port, EventNumber event, Object reason) {
    if (attempt.claim()) {
      attempt.refused(event, reason);
    }
    return new NoCall(port);
  }

  /** A request that was refused at once: there is nothing to give up. */
  private record NoCall(long localPort) implements Connecting {
    @Override
    public void abort() {}

    @Override
    public boolean reachedPeer() {
      return true;
    }
  }

  // --- progress

  @Override
  public int poll() {
    return loop.poll();
  }

  @Override
  public long spinNanos() {
    return settings.spinNanos() < 0 ? Fabric.super.spinNanos() : settings.spinNanos();
  }

  @Override
  public boolean mayYield() {
    return settings.spinNanos() < 0 && Fabric.super.mayYield();
  }

  @Override
  public void awaitIo(Waiter waiter, long nanos) {
    loop.await(waiter, nanos);
  }

  @Override
  public void wakeup(Thread thread) {
    loop.wakeup(thread);
  }

  @Override
  public void close() {
    isClosed = true;
    // First: when its socket is closed, others take it for dead, and delete what it has left.
    try {
      pointsByQualifier.keySet().forEach(folder::free);
    } finally {
      loop.close();
      // The selector does not know it where it could not be registered.
      loop.close(server);
    }
    folder.close(number);
    for (long area = areas.get(); area > 0; area--) {
      folder.deleteArea(number, area);
    }
  }
}
