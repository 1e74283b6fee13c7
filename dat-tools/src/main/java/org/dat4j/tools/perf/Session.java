package org.dat4j.tools.perf;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;

/**
 * One side of a run: its adapter and how it meets the other side. Both sides connect in the same
 * order, so that each connection finds its other end. For one thread.
 */
final class Session implements AutoCloseable {

  /** Time limit of connecting, and of any single step of a measurement without success. */
  static final Duration LIMIT = Duration.ofNanos(TimeFactor.nanos(20_000));

  /**
   * Time limit of the other side's first appearance: its JVM may start on a slow or busy machine,
   * and the end of its process ends the wait before.
   */
  private static final Duration START_LIMIT = LIMIT.multipliedBy(6);

  private static final long STEP_MICROS = 100_000;

  private final Ia ia;
  private final Stop stop;
  private final DatListener listener;
  private final InetAddress peerAddress;
  private final long peerConnQual;
  private final Common common;
  private final boolean waitsForever;
  private boolean met;

  private Session(
      Ia ia,
      Stop stop,
      DatListener listener,
      InetAddress peerAddress,
      long peerConnQual,
      Common common,
      boolean waitsForever) {
    this.ia = ia;
    this.stop = stop;
    this.listener = listener;
    this.peerAddress = peerAddress;
    this.peerConnQual = peerConnQual;
    this.common = common;
    this.waitsForever = waitsForever;
  }

  /**
   * The side that is connected to.
   *
   * @param ia its adapter, closed with the session
   * @param stop ends waits early
   * @param listener where the other side connects, closed with the session
   * @param common what both sides of one JVM share, null for two JVMs
   * @param waitsForever whether the other side may take any time to appear
   */
  static Session passive(
      Ia ia, Stop stop, DatListener listener, Common common, boolean waitsForever) {
    return new Session(ia, stop, listener, ia.address(), 0, common, waitsForever);
  }

  /**
   * The side that connects.
   *
   * @param ia its adapter, closed with the session
   * @param stop ends waits early
   * @param address address of the other side's adapter
   * @param connQual qualifier of its listener
   * @param common what both sides of one JVM share, null for two JVMs
   */
  static Session active(Ia ia, Stop stop, InetAddress address, long connQual, Common common) {
    return new Session(ia, stop, null, address, connQual, common, false);
  }

  Ia ia() {
    return ia;
  }

  /** The qualifier the other side connects to; 0 on the side that connects. */
  long connQual() {
    return listener == null ? 0 : listener.connQual();
  }

  /** Whether data arrive without any call of this program; a backend that has a device names it. */
  boolean deviceMovesData() {
    return ia.query().providerAttr().providerSpecificAttr().stream()
        .anyMatch(attr -> attr.name().equals("device"));
  }

  Stop stop() {
    return stop;
  }

  /** Whether this side connects, rather than being connected to. */
  boolean connects() {
    return listener == null;
  }

  /** Whether both sides are threads of this JVM. */
  boolean inOneJvm() {
    return common != null;
  }

  /** What both sides share; null for two JVMs. */
  Common common() {
    return common;
  }

  /** Where the other side's adapter is; for two JVMs of one machine the own address. */
  InetAddress peerAddress() {
    return peerAddress;
  }

  Patience patience() {
    int spins = inOneJvm() ? Patience.MEMORY_SPINS : Patience.KERNEL_SPINS;
    return new Patience(stop, TimeUnit.SECONDS.toNanos(LIMIT.toSeconds()), spins);
  }

  /** Connects a new endpoint with the other side's, which does the same. */
  void meet(DatConnection connection) {
    if (connects()) {
      stop.check();
      connection.connect(peerAddress, peerConnQual, LIMIT);
      return;
    }
    connection.accept(awaitRequest());
    connection.awaitConnected(LIMIT);
  }

  /** Waits in short steps: the other side's process may end instead of connecting. */
  private Cr awaitRequest() {
    DatEvent event = new DatEvent();
    Duration limit = met ? LIMIT : START_LIMIT;
    long begin = System.nanoTime();
    while (true) {
      int outcome = listener.evd().await(STEP_MICROS, 1, event);
      if (outcome == DatReturn.SUCCESS) {
        met = true;
        return event.cr();
      }
      if (outcome != DatReturn.TIMEOUT_EXPIRED) {
        throw new StalledException(
            "waiting for the other side ended with " + DatReturn.name(outcome));
      }
      stop.check();
      boolean forever = !met && waitsForever;
      if (!forever && System.nanoTime() - begin > limit.toNanos()) {
        throw new StalledException(
            "the other side did not connect within " + limit.toSeconds() + " s");
      }
    }
  }

  @Override
  public void close() {
    try {
      if (listener != null) {
        listener.close();
      }
    } finally {
      ia.close();
    }
  }
}
