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

/** An open interface adapter with one protection zone and one dispatcher for its events. */
final class Adapter implements AutoCloseable {
  private static final int FIRST_EVENTS = 1024;
  private static final String REMOTE = "remote";

  private final Ia ia;
  private final IaAttr attr;
  private final Pz pz;
  private final Evd events;
  private final boolean placedWhenComplete;
  private int capacity = FIRST_EVENTS;
  private int needed;

  Adapter(String name) {
    try {
      ia = Dat.registry().openIa(name);
    } catch (DatException e) {
      throw new RsmException(
          RsmReturn.CTLR_NOT_PRESENT,
          "Rsm.getController",
          "name",
          "dat" + name,
          "ask why its adapter cannot be opened with: dat4j why " + name,
          e);
    }
    try {
      attr = ia.query().iaAttr();
      placedWhenComplete = REMOTE.equals(ia.query().providerAttr().specific("completion"));
      pz = ia.createPz();
      int flags = EvdFlags.CR | EvdFlags.CONNECTION | EvdFlags.DTO | EvdFlags.RMR_BIND;
      events = ia.createEvd(capacity, null, flags);
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

  Evd events() {
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
  synchronized void expect(int more) {
    needed += more;
    if (needed > capacity) {
      capacity = Math.min(attr.maxEvdQlen(), Math.max(needed, 2 * capacity));
      events.resize(capacity);
    }
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
    return ia.createEp(pz, events, requests, events, sizes);
  }

  /** Listens; null if the qualifier is taken. */
  Psp listen(long qualifier) {
    try {
      return ia.createPsp(qualifier, events, PspFlags.CONSUMER);
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
