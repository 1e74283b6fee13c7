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

/**
 * An adapter of {@code dat4j soak} that connects its endpoints with each other, so that one process
 * has both ends of each connection. For one thread.
 */
final class LoopedAdapter implements AutoCloseable {

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
   * Makes the objects that endpoints need.
   *
   * @param ia closed with this
   * @param together most messages in flight at a time
   */
  LoopedAdapter(Ia ia, int together) {
    this.ia = ia;
    this.pz = ia.createPz();
    this.transfers =
        ia.createEvd(Math.max(QLEN, PairTraffic.COMPLETIONS * together), null, EvdFlags.DTO);
    this.connections = ia.createEvd(QLEN, null, EvdFlags.CONNECTION);
    this.requests = ia.createEvd(QLEN, null, EvdFlags.CR);
    this.psp = ia.createPspAny(requests, PspFlags.CONSUMER);
    this.attr = EpAttr.DEFAULT.toBuilder().maxRecvDtos(DTOS).maxRequestDtos(DTOS).build();
  }

  /** Makes an endpoint of 16 transfers each way. */
  Ep endpoint() {
    return ia.createEp(pz, transfers, transfers, connections, attr);
  }

  /** Makes traffic over endpoints of this adapter. */
  PairTraffic traffic(List<Ep> ends, int together) {
    return new PairTraffic(ends, together, memory(), memory(), transfers);
  }

  private Lmr memory() {
    return ia.createLmr(ByteBuffer.allocateDirect(PairTraffic.SIZE), pz, MemPriv.ALL);
  }

  /** Gives the address for comparable sockets, or null for an adapter inside one process. */
  InetAddress socketAddress() {
    boolean within = ia.query().providerAttr().providerName().startsWith(LOOPBACK);
    return within ? null : ia.address();
  }

  /** Waits for an event that does not come. */
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

  /** Disconnects, and waits until both sides have the event. */
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
