package org.dat4j.rsm.dat;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** The open DAT interface adapter that an RSM controller over DAT uses, with its PZs and EVDs. */
final class Adapter implements AutoCloseable {
  private static final String REMOTE = "remote";

  private final Ia ia;
  private final IaAttr attr;
  private final ProtectionZone control;
  private final ProtectionZone local;
  private final AdapterEvents events;
  private final boolean placedWhenComplete;

  Adapter(String name, boolean merged) {
    try {
      ia = Dat.registry().openIa(name);
    } catch (DatException e) {
      throw new RsmException(
          RsmReturn.CTLR_NOT_PRESENT,
          "Rsm.getController",
          "name",
          DatRsmProvider.controller(name),
          "ask why its adapter cannot be opened with: dat4j why " + name,
          e);
    }
    try {
      attr = ia.query().iaAttr();
      placedWhenComplete = REMOTE.equals(ia.query().providerAttr().specific("completion"));
      control = createZone();
      local = createZone();
      events = new AdapterEvents(ia, hasRmrs(), merged);
    } catch (RuntimeException | Error e) {
      ia.close(CloseFlags.ABRUPT);
      throw e;
    }
  }

  IaAttr attr() {
    return attr;
  }

  InetAddress address() {
    return attr.iaAddress();
  }

  AdapterEvents events() {
    return events;
  }

  /**
   * Tells whether the completion of an RDMA Write means that its bytes are in the peer's memory.
   */
  boolean placedWhenComplete() {
    return placedWhenComplete;
  }

  boolean hasRmrs() {
    return attr.maxRmrs() > 0;
  }

  /** Reserves space for the events of an endpoint; a negative number gives it back. */
  void reserveEvents(int more) {
    events.reserveEvents(more);
  }

  /** Returns the PZ of control connections, in which a peer reaches no memory. */
  ProtectionZone control() {
    return control;
  }

  /** Returns the PZ of this process's imports, whose memory has local rights only. */
  ProtectionZone local() {
    return local;
  }

  ProtectionZone createZone() {
    return new ProtectionZone(this, ia.createPz());
  }

  Lmr register(ByteBuffer memory, Pz pz, int privileges) {
    return ia.createLmr(memory, pz, privileges);
  }

  Evd createEvd(int length) {
    return ia.createEvd(length, null, EvdFlags.DTO);
  }

  /** Creates an endpoint whose receives and connection events go to the event thread. */
  Ep createEp(Pz pz, Evd requests, EpAttr sizes) {
    return ia.createEp(pz, events.transfers(), requests, events.connections(), fitting(sizes));
  }

  /** Returns the attributes limited to what the adapter supports. */
  private EpAttr fitting(EpAttr sizes) {
    return sizes.toBuilder()
        .maxMessageSize(Math.min(sizes.maxMessageSize(), attr.maxMessageSize()))
        .maxRdmaSize(Math.min(sizes.maxRdmaSize(), attr.maxRdmaSize()))
        .maxRecvIov(1)
        .maxRequestIov(1)
        .maxRdmaReadIov(1)
        .maxRdmaWriteIov(1)
        .maxRdmaReadIn(Math.min(sizes.maxRdmaReadIn(), attr.maxRdmaReadPerEpIn()))
        .maxRdmaReadOut(Math.min(sizes.maxRdmaReadOut(), attr.maxRdmaReadPerEpOut()))
        .build();
  }

  /** Returns the bytes of the longest RDMA Write or Read. */
  int longestTransfer() {
    return (int) Math.min(attr.maxRdmaSize(), Integer.MAX_VALUE);
  }

  /** Makes a service point that listens; returns null if the qualifier is taken. */
  Psp listen(long qualifier) {
    try {
      return ia.createPsp(qualifier, events.requests(), PspFlags.CONSUMER);
    } catch (DatException e) {
      if (e.type() == DatReturn.CONN_QUAL_IN_USE || e.type() == DatReturn.CONN_QUAL_UNAVAILABLE) {
        return null;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    ia.close(CloseFlags.ABRUPT);
  }
}
