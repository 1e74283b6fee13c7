package org.dat4j.dat.spi.software;

import java.net.InetAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * A transport that connects nothing: requests come from the test, and polls take a step of the
 * test's.
 */
class StubFabric implements Fabric {

  /** Who opens its adapters. */
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
  private Runnable step = () -> {};

  /** An adapter on it. */
  SoftIa open() {
    OpenRequest request =
        new OpenRequest(RegistryEntry.builtIn("stub0", "stub", ""), false, 1, null, true, () -> {});
    return new SoftIa(
        new Provider(),
        request,
        this,
        new Hazards(),
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
    throw new UnsupportedOperationException("connect");
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
