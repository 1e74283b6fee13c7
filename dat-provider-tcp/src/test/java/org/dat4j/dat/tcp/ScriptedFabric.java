package org.dat4j.dat.tcp;

import java.net.InetAddress;
import java.util.List;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Hazards;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.SoftIa;
import org.dat4j.dat.spi.software.Timers;

/** Connects at once, to a peer that is a {@link ScriptedChannel}. */
final class ScriptedFabric implements Fabric {

  static final int DEPTH = 4;

  /** Adapters over a fabric that a test has made. */
  static final class Provider extends DatProvider {

    private final Fabric fabric;

    Provider(Fabric fabric) {
      this.fabric = fabric;
    }

    @Override
    public String id() {
      return "scripted";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public String version() {
      return "0";
    }

    @Override
    public List<RegistryEntry> builtIns() {
      return List.of(RegistryEntry.builtIn("scripted0", id(), ""));
    }

    @Override
    public ProbeResult probe(RegistryEntry entry) {
      return ProbeResult.available("for tests");
    }

    @Override
    protected AbstractIa openIa(OpenRequest request) {
      return new SoftIa(
          this,
          request,
          fabric,
          new Hazards(),
          SoftIa.iaAttributes("scripted0", fabric),
          SoftIa.providerAttributes(this, 0));
    }
  }

  private final Driver driver = new Driver("scripted");
  private final Timers timers = new Timers("scripted-timers");
  private boolean crc;
  private int mulpdu = 1442;
  private ScriptedChannel channel;
  private TcpWire wire;

  ScriptedFabric() {
    // Nothing lingers: the peer's end comes when the script says so.
    timers.close();
  }

  /** Whether the next connection has CRC. */
  void crc(boolean use) {
    crc = use;
  }

  /** Most octets of a segment of the next connection. */
  void mulpdu(int octets) {
    mulpdu = octets;
  }

  ScriptedChannel channel() {
    return channel;
  }

  TcpWire wire() {
    return wire;
  }

  @Override
  public InetAddress address() {
    return InetAddress.getLoopbackAddress();
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    channel = new ScriptedChannel();
    Terms terms = new Terms(crc, mulpdu, DEPTH, DEPTH, true, false, true);
    Watchdog watchdog = new Watchdog(timers, 0);
    wire =
        new TcpWire(
            channel,
            channel.key(),
            attempt.upcalls(),
            driver,
            timers,
            watchdog,
            () -> {},
            new Places(0).enter(),
            terms);
    if (attempt.claim()) {
      attempt.established(wire, wire.transmitTurn(), wire.receiveTurn(), 1, connQual, new byte[0]);
    }
    return new Connecting() {
      @Override
      public void abort() {}

      @Override
      public boolean reachedPeer() {
        return true;
      }

      @Override
      public long localPort() {
        return 1;
      }
    };
  }

  @Override
  public void close() {
    driver.close();
  }
}
