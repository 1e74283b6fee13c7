package org.dat4j.tools.rsm;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
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
import org.dat4j.tools.cli.CommandFailedException;

/**
 * What a put over DAT consists of, without RSM: an RDMA Write on a connection of the adapter with
 * itself, and where its completion does not tell that the octets are there, an RDMA Read behind it.
 */
final class BareWrites implements AutoCloseable {
  /** What names of controllers over DAT begin with. */
  private static final String PREFIX = "dat";

  /** The provider of DAT about which something is promised. */
  private static final String PROMISED = "tcp";

  private static final int EVENTS = 8;
  private static final int FLUSH = Long.BYTES;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Ia ia;
  private final Evd requests;
  private final Ep near;
  private final Lmr source;
  private final Lmr target;
  private final boolean placedWhenComplete;
  private final boolean promised;
  private final DatEvent event = new DatEvent();

  private BareWrites(String adapter, int length) {
    ia = Dat.registry().openIa(adapter);
    promised = Dat.registry().explain(adapter).chosen().provider().equals(PROMISED);
    try {
      placedWhenComplete = "remote".equals(ia.query().providerAttr().specific("completion"));
      Pz pz = ia.createPz();
      requests = ia.createEvd(EVENTS, null, EvdFlags.DTO);
      source = ia.createLmr(ByteBuffer.allocateDirect(length), pz, MemPriv.ALL);
      target = ia.createLmr(ByteBuffer.allocateDirect(length), pz, MemPriv.ALL);
      near = connect(pz);
    } catch (RuntimeException e) {
      ia.close(CloseFlags.ABRUPT);
      throw e;
    }
  }

  /**
   * Connects an adapter with itself.
   *
   * @param controller name of the controller over it
   * @param length of the longest write
   * @return null for a controller that is not over DAT
   */
  static BareWrites under(String controller, int length) {
    boolean overDat =
        controller.startsWith(PREFIX)
            && Dat.registry().entries().stream()
                .anyMatch(each -> controller.equals(PREFIX + each.iaName()));
    return overDat ? new BareWrites(controller.substring(PREFIX.length()), length) : null;
  }

  private Ep connect(Pz pz) {
    Evd others = ia.createEvd(EVENTS, null, EvdFlags.DTO);
    Evd connections = ia.createEvd(EVENTS, null, EvdFlags.CONNECTION);
    Evd arrivals = ia.createEvd(EVENTS, null, EvdFlags.CR);
    Psp psp = ia.createPspAny(arrivals, PspFlags.CONSUMER);
    Ep active = ia.createEp(pz, requests, requests, connections, EpAttr.DEFAULT);
    Ep passive = ia.createEp(pz, others, others, connections, EpAttr.DEFAULT);
    active.connect(
        ia.address(),
        psp.connQual(),
        PATIENCE.toMillis() * 1000,
        null,
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    Dats.await(arrivals, EventNumber.CONNECTION_REQUEST_EVENT, PATIENCE, event);
    event.cr().accept(passive, null);
    Dats.await(connections, EventNumber.CONNECTION_EVENT_ESTABLISHED, PATIENCE, event);
    Dats.await(connections, EventNumber.CONNECTION_EVENT_ESTABLISHED, PATIENCE, event);
    return active;
  }

  /** Makes the same without RSM a figure's limit; it is a promise over TCP only. */
  void limit(Figure figure, double most, int octets) {
    figure.atMost(promised ? most : 0, times -> write(octets, times));
  }

  /** Writes so many octets, again and again, each time until they are there. */
  private void write(int octets, int times) {
    int flags = placedWhenComplete ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS;
    for (int i = 0; i < times; i++) {
      posted(
          near.postRdmaWrite(
              source.lmrContext(),
              source.registeredAddress(),
              octets,
              0,
              target.rmrContext(),
              target.registeredAddress(),
              flags));
      if (!placedWhenComplete) {
        posted(
            near.postRdmaRead(
                source.lmrContext(),
                source.registeredAddress(),
                FLUSH,
                0,
                target.rmrContext(),
                target.registeredAddress(),
                CompletionFlags.DEFAULT));
      }
      posted(requests.await(DatConstants.TIMEOUT_INFINITE, 1, event));
      if (event.status() != DtoStatus.SUCCESS) {
        throw new CommandFailedException("an RDMA Write ended with " + event.status());
      }
    }
  }

  private static void posted(int code) {
    if (code != DatReturn.SUCCESS) {
      throw new CommandFailedException("an RDMA Write gave " + DatReturn.name(code));
    }
  }

  @Override
  public void close() {
    ia.close(CloseFlags.ABRUPT);
  }
}
