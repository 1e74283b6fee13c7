package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.Qos;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.spi.software.memory.HazardDomain;

/**
 * A transport without a peer: it connects at once to a wire of the test's if there is one, requests
 * come from the test, and polls take a step of the test's.
 */
class StubFabric implements Fabric {

  private static final long PORT = 1;

  /** The handle of an attempt for which nothing is under way. */
  static final Connecting HANDLE =
      new Connecting() {
        @Override
        public void abort() {
          // There is no peer.
        }

        @Override
        public boolean reachedPeer() {
          return true;
        }

        @Override
        public long localPort() {
          return PORT;
        }
      };

  /** A connection that moves nothing. */
  static class IdleWire implements Wire {
    @Override
    public boolean transmit(RequestQueue requests, int budget) {
      return false;
    }

    @Override
    public int progress(int budget) {
      return 0;
    }

    @Override
    public void shutdown(boolean graceful) {
      // There is no peer.
    }
  }

  /** A transport that refuses each attempt at once. */
  static final class Refusing extends StubFabric {
    @Override
    public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
      attempt.claim();
      attempt.refused(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, "nobody listens");
      return HANDLE;
    }
  }

  /** A provider that is only named by the adapters. */
  private static final class Provider extends DatProvider {
    @Override
    public String id() {
      return "stub";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public String version() {
      return "0.1";
    }

    @Override
    public ProbeResult probe(RegistryEntry entry) {
      return ProbeResult.available("nothing");
    }

    @Override
    protected AbstractIa openIa(OpenRequest request) {
      throw new UnsupportedOperationException("openIa");
    }
  }

  /** A request of the test's, and how it was answered. */
  static class Request implements Incoming {
    int rejects;
    int drops;

    @Override
    public InetAddress remoteAddress() {
      return InetAddress.getLoopbackAddress();
    }

    @Override
    public long remotePort() {
      return 99;
    }

    @Override
    public byte[] privateData() {
      return new byte[0];
    }

    @Override
    public void accept(Attempt attempt) {
      throw new UnsupportedOperationException("accept");
    }

    @Override
    public void reject() {
      rejects++;
    }

    @Override
    public void drop() {
      drops++;
    }
  }

  private final class Listening implements Listener {
    private final long connQual;

    Listening(long connQual) {
      this.connQual = connQual;
    }

    @Override
    public long connQual() {
      return connQual;
    }

    @Override
    public void close() {
      acceptors.remove(connQual);
    }

    @Override
    public void closeInside(Runnable closed) {
      closing.add(
          () -> {
            close();
            closed.run();
          });
    }
  }

  /** By qualifier. */
  final Map<Long, Acceptor> acceptors = new ConcurrentHashMap<>();

  /** What ends listeners that were closed inside of an upcall. */
  final Queue<Runnable> closing = new ConcurrentLinkedQueue<>();

  private final InetAddress address = InetAddress.getLoopbackAddress();
  private final Function<WireUpcalls, Wire> wires;
  private Runnable step = () -> {};

  /** Makes a transport that connects nothing. */
  StubFabric() {
    this(
        upcalls -> {
          throw new UnsupportedOperationException("connect");
        });
  }

  /** Makes a transport whose connections have these wires. */
  StubFabric(Function<WireUpcalls, Wire> wires) {
    this.wires = wires;
  }

  /** An adapter on it. */
  SoftIa open() {
    OpenRequest request =
        new OpenRequest(
            RegistryEntry.builtIn("stub0", "stub", ""), false, 1, null, true, null, () -> {});
    return new SoftIa(
        new Provider(),
        request,
        this,
        new HazardDomain(),
        SoftIa.iaAttributes("stub0", this),
        ProviderAttr.EMPTY);
  }

  /** Takes a step at the next poll, and not again. */
  void atNextPoll(Runnable next) {
    step = next;
  }

  @Override
  public InetAddress address() {
    return address;
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    if (acceptors.putIfAbsent(connQual, acceptor) != null) {
      throw Errors.of(
          DatReturn.CONN_QUAL_IN_USE, DatSubtype.NO_SUBTYPE, "listen", "connQual", connQual, "");
    }
    return new Listening(connQual);
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    WireUpcalls upcalls = attempt.upcalls();
    Wire wire = wires.apply(upcalls);
    Turn transmit = new Turn(upcalls.transmitWork());
    Turn receive = new Turn(upcalls.receiveWork());
    attempt.claim();
    attempt.established(wire, transmit, receive, PORT, connQual, new byte[0]);
    return HANDLE;
  }

  /** Connects an endpoint, without a time limit. */
  void connect(Ep ep) {
    ep.connect(
        address, 7, DatConstants.TIMEOUT_INFINITE, null, Qos.BEST_EFFORT, ConnectFlags.DEFAULT);
  }

  @Override
  public int poll() {
    Runnable now = step;
    step = () -> {};
    now.run();
    return 0;
  }

  @Override
  public void close() {}
}
