package org.dat4j.dat.tcp.connection;

import java.net.InetAddress;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.concurrent.Timers;
import org.dat4j.dat.tcp.buffer.BufferQuota;
import org.dat4j.dat.tcp.progress.Driver;

/** Connects at once, to a peer that is a {@link ScriptedChannel}. */
final class ScriptedFabric implements Fabric {

  static final int DEPTH = 4;

  private final Driver driver = Driver.open("scripted");
  private final Timers timers = new Timers("scripted-timers");
  private Runnable permitRelease = () -> {};
  private BufferQuota.ConnectionShares shares;
  private boolean crc;
  private int mulpdu = 1442;
  private ScriptedChannel channel;
  private TcpWire wire;

  /** Nothing lingers: the peer's end comes when the script says so. */
  ScriptedFabric() {
    timers.close();
  }

  /**
   * A fabric with timers.
   *
   * @param permitRelease told when a connection is over
   */
  ScriptedFabric(Runnable permitRelease) {
    this.permitRelease = permitRelease;
  }

  /** Whether the next connection has CRC. */
  void crc(boolean use) {
    crc = use;
  }

  /** Most bytes of a segment of the next connection. */
  void mulpdu(int bytes) {
    mulpdu = bytes;
  }

  ScriptedChannel channel() {
    return channel;
  }

  TcpWire wire() {
    return wire;
  }

  BufferQuota.ConnectionShares shares() {
    return shares;
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
    NegotiatedParams terms = new NegotiatedParams(crc, mulpdu, DEPTH, DEPTH, true, false, true);
    shares = new BufferQuota(1 << 30, 1 << 30).open(remote);
    wire =
        new TcpWire(
            channel,
            channel.key(),
            attempt.upcalls(),
            driver,
            ConnectionTimers.of(timers, 0),
            () -> {},
            permitRelease,
            shares,
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
    timers.close();
    driver.close();
  }
}
