package org.dat4j.tools.perf.exchange;

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
 * One side of a {@code perf} run: its open adapter, and the way it connects to the other side. Both
 * sides connect in the same order, so that each connection finds its peer. For one thread.
 */
public final class PerfSession implements AutoCloseable {

  /** Time limit of connecting, and of each step of a measurement without success. */
  public static final Duration LIMIT = Duration.ofNanos(TimeFactor.nanos(20_000));

  /**
   * Time limit of the other side's first connection: its JVM may start on a slow or busy machine.
   * The end of its process ends the wait earlier.
   */
  private static final Duration START_LIMIT = LIMIT.multipliedBy(6);

  private static final long STEP_MICROS = 100_000;

  private final Ia ia;
  private final StopSignal stop;
  private final DatListener listener;
  private final InetAddress peerAddress;
  private final long peerConnQual;
  private final SharedArea shared;
  private final boolean waitsForever;
  private boolean met;

  private PerfSession(
      Ia ia,
      StopSignal stop,
      DatListener listener,
      InetAddress peerAddress,
      long peerConnQual,
      SharedArea shared,
      boolean waitsForever) {
    this.ia = ia;
    this.stop = stop;
    this.listener = listener;
    this.peerAddress = peerAddress;
    this.peerConnQual = peerConnQual;
    this.shared = shared;
    this.waitsForever = waitsForever;
  }

  /**
   * Makes the side that listens.
   *
   * @param ia its adapter, closed with the session
   * @param stop ends waits early
   * @param listener where the other side connects, closed with the session
   * @param shared memory of both sides in one JVM, null for two JVMs
   * @param waitsForever whether the other side may take any time to connect
   * @return the session
   */
  public static PerfSession passive(
      Ia ia, StopSignal stop, DatListener listener, SharedArea shared, boolean waitsForever) {
    return new PerfSession(ia, stop, listener, ia.address(), 0, shared, waitsForever);
  }

  /**
   * Makes the side that connects.
   *
   * @param ia its adapter, closed with the session
   * @param stop ends waits early
   * @param address address of the other side's adapter
   * @param connQual qualifier of its listener
   * @param shared memory of both sides in one JVM, null for two JVMs
   * @return the session
   */
  public static PerfSession active(
      Ia ia, StopSignal stop, InetAddress address, long connQual, SharedArea shared) {
    return new PerfSession(ia, stop, null, address, connQual, shared, false);
  }

  /** {@return the adapter of this side} */
  public Ia ia() {
    return ia;
  }

  /** {@return the qualifier that the other side connects to; 0 on the side that connects} */
  public long connQual() {
    return listener == null ? 0 : listener.connQual();
  }

  /**
   * {@return whether data arrive without a call of this program: a backend with a device names it}
   */
  public boolean deviceMovesData() {
    return ia.query().providerAttr().providerSpecificAttr().stream()
        .anyMatch(attr -> attr.name().equals("device"));
  }

  /** {@return the signal that ends the run} */
  public StopSignal stop() {
    return stop;
  }

  /** {@return whether this side connects; otherwise it listens} */
  public boolean connects() {
    return listener == null;
  }

  /** {@return whether both sides are threads of this JVM} */
  public boolean inOneJvm() {
    return shared != null;
  }

  /** {@return the memory that both sides share; null for two JVMs} */
  public SharedArea sharedArea() {
    return shared;
  }

  /**
   * {@return the address of the other side's adapter; for two JVMs of one machine the own address}
   */
  public InetAddress peerAddress() {
    return peerAddress;
  }

  /** {@return a new time limit for loops of this side} */
  public SpinDeadline spinDeadline() {
    int spins = inOneJvm() ? SpinDeadline.MEMORY_SPINS : SpinDeadline.KERNEL_SPINS;
    return new SpinDeadline(stop, TimeUnit.SECONDS.toNanos(LIMIT.toSeconds()), spins);
  }

  /**
   * Connects a new endpoint with the other side's, which calls this too.
   *
   * @param connection the endpoint and its queues
   */
  public void meet(DatConnection connection) {
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
