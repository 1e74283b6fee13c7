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
import org.dat4j.dat.Rmr;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** An open interface adapter with one protection zone and one thread for its events. */
final class Adapter implements AutoCloseable {
  private static final String REMOTE = "remote";

  private final Ia ia;
  private final IaAttr attr;
  private final Pz pz;
  private final Events events;
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
      pz = ia.createPz();
      events = new Events(ia, hasWindows(), merged);
    } catch (RuntimeException e) {
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

  Events events() {
    return events;
  }

  /** Whether the completion of an RDMA Write says that its octets are in the peer's memory. */
  boolean placedWhenComplete() {
    return placedWhenComplete;
  }

  boolean hasWindows() {
    return attr.maxRmrs() > 0;
  }

  /** Makes room for the events of an endpoint; gives it back with the negative number. */
  void expect(int more) {
    events.expect(more);
  }

  Lmr register(ByteBuffer memory, int privileges) {
    return ia.createLmr(memory, pz, privileges);
  }

  Rmr window() {
    return pz.createRmr();
  }

  Evd createEvd(int length) {
    return ia.createEvd(length, null, EvdFlags.DTO);
  }

  /** An endpoint whose receives and connection are the dispatcher's. */
  Ep createEp(Evd requests, EpAttr sizes) {
    return ia.createEp(pz, events.transfers(), requests, events.connections(), fitting(sizes));
  }

  /** The same, not more than the adapter has. */
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

  /** Octets of the longest RDMA Write or Read. */
  int longestTransfer() {
    return (int) Math.min(attr.maxRdmaSize(), Integer.MAX_VALUE);
  }

  /** An endpoint all of whose events are the dispatcher's. */
  Ep createEp(EpAttr sizes) {
    return createEp(events.transfers(), sizes);
  }

  /** Listens; null if the qualifier is taken. */
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
