package org.dat4j.tools.soak;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.util.Dats;

/** An adapter that connects endpoints with itself. For one thread. */
final class Couple implements AutoCloseable {

  private static final String LOOPBACK = "loopback";
  private static final int QLEN = 16;
  private static final int DTOS = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Ia ia;
  private final Pz pz;
  private final Evd transfers;
  private final Evd connections;
  private final Evd requests;
  private final Psp psp;
  private final EpAttr attr;
  private final DatEvent event = new DatEvent();

  /**
   * Sets up what endpoints need.
   *
   * @param ia closed with this
   * @param together messages under way at a time, at most
   */
  Couple(Ia ia, int together) {
    this.ia = ia;
    this.pz = ia.createPz();
    this.transfers =
        ia.createEvd(Math.max(QLEN, Traffic.COMPLETIONS * together), null, EvdFlags.DTO);
    this.connections = ia.createEvd(QLEN, null, EvdFlags.CONNECTION);
    this.requests = ia.createEvd(QLEN, null, EvdFlags.CR);
    this.psp = ia.createPspAny(requests, PspFlags.CONSUMER);
    this.attr = EpAttr.DEFAULT.toBuilder().maxRecvDtos(DTOS).maxRequestDtos(DTOS).build();
  }

  /** An endpoint of 16 transfers each way. */
  Ep endpoint() {
    return ia.createEp(pz, transfers, transfers, connections, attr);
  }

  /** Messages over endpoints of this couple, so many at a time. */
  Traffic traffic(List<Ep> ends, int together) {
    return new Traffic(ends, together, memory(), memory(), transfers);
  }

  private Lmr memory() {
    return ia.createLmr(ByteBuffer.allocateDirect(Traffic.SIZE), pz, MemPriv.ALL);
  }

  /** Where sockets could do the same, or null for an adapter that works without any. */
  InetAddress socketAddress() {
    boolean within = ia.query().providerAttr().providerName().startsWith(LOOPBACK);
    return within ? null : ia.address();
  }

  /** Waits for something that does not happen. */
  void idle(Duration time) {
    int result = connections.await(time.toMillis() * 1000, 1, event);
    if (result != DatReturn.TIMEOUT_EXPIRED) {
      throw new IllegalStateException("not idle: " + result + ", " + event);
    }
  }

  /** Connects two unconnected endpoints. */
  void connect(Ep active, Ep passive) {
    active.connect(
        ia.address(),
        psp.connQual(),
        PATIENCE.toMillis() * 1000,
        null,
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    Dats.await(requests, EventNumber.CONNECTION_REQUEST_EVENT, PATIENCE, event);
    Cr cr = event.cr();
    cr.accept(passive, null);
    await(EventNumber.CONNECTION_EVENT_ESTABLISHED);
    await(EventNumber.CONNECTION_EVENT_ESTABLISHED);
  }

  /** Disconnects and waits until both sides know. */
  void disconnect(Ep ep) {
    ep.disconnect(CloseFlags.GRACEFUL);
    await(EventNumber.CONNECTION_EVENT_DISCONNECTED);
    await(EventNumber.CONNECTION_EVENT_DISCONNECTED);
  }

  private void await(EventNumber expected) {
    Dats.await(connections, expected, PATIENCE, event);
  }

  @Override
  public void close() {
    ia.close();
  }
}
