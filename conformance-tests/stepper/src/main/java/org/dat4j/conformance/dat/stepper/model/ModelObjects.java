package org.dat4j.conformance.dat.stepper.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.Cno;
import org.dat4j.dat.Cr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;

/**
 * Holds the DAT stepper's models of PZs, LMRs, RMRs, EVDs, CNOs, service points, CRs and SRQs.
 * {@link EpModel} is the one of endpoints.
 */
public final class ModelObjects {
  private ModelObjects() {}

  /** A PZ. */
  public static final class Zone extends ModelObject {
    public final Pz pz;

    public Zone(long id, Pz pz) {
      super(id, HandleType.PZ, pz);
      this.pz = pz;
    }
  }

  /** A registration: slots of equal length over a buffer it may share with others. */
  public static final class Memory extends ModelObject {
    public static final int SLOT = 64;
    public static final int SLOTS = 64;

    /** The bytes of a large registration; only its first slot serves short transfers. */
    public static final int LARGE = (2 << 20) + SLOT * SLOTS;

    /** A context that belongs to no registration. */
    public static final int UNKNOWN_CONTEXT = 0x5EADBEEF;

    public final Lmr lmr;
    public final Zone zone;
    public final int privileges;
    public final ByteBuffer buffer;

    /** Slots that a transfer under way may read or write; shared by registrations of one buffer. */
    public final BitSet taken;

    public Memory(long id, Lmr lmr, Zone zone, int privileges, ByteBuffer buffer, BitSet taken) {
      super(id, HandleType.LMR, lmr);
      this.lmr = lmr;
      this.zone = zone;
      this.privileges = privileges;
      this.buffer = buffer;
      this.taken = taken;
    }

    /** Returns whether a transfer of all its bytes can begin. */
    boolean ready() {
      return buffer.capacity() == LARGE && !taken.get(0);
    }

    public boolean grants(int privilege) {
      return (privileges & privilege) == privilege;
    }

    public boolean remote() {
      return (privileges & (MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE)) != 0;
    }

    public long address(int slot) {
      return lmr.registeredAddress() + (long) slot * SLOT;
    }

    public long end() {
      return lmr.registeredAddress() + lmr.registeredSize();
    }
  }

  /** An RMR. */
  public static final class Window extends ModelObject {
    public final Rmr rmr;
    public final Zone zone;
    public Memory memory;
    public int slot;
    public int length;
    public int privileges;

    /** A bind is on its way, or one was flushed: nothing is sure of the binding. */
    public int pending;

    public boolean unsure;

    public Window(long id, Rmr rmr, Zone zone) {
      super(id, HandleType.RMR, rmr);
      this.rmr = rmr;
      this.zone = zone;
    }
  }

  /** An EVD. */
  public static final class Queue extends ModelObject {
    public final Evd evd;
    public final int flags;
    public int length;
    public boolean enabled = true;
    public boolean waitable = true;
    public Notifier notifier;

    /** It has notified a CNO: the page leaves open which one gets that when the CNO is changed. */
    public boolean notified;

    /** Software events in it, oldest first. */
    public final List<Object> software = new ArrayList<>();

    /** The least number of events that are in it. */
    public int known;

    /** The most events of transfers and connections that are in it or on their way to it. */
    public int load;

    public Queue(long id, Evd evd, int flags, int length) {
      super(id, HandleType.EVD, evd);
      this.evd = evd;
      this.flags = flags;
      this.length = length;
    }

    public boolean carries(int flag) {
      return (flags & flag) == flag;
    }

    public boolean softwareOnly() {
      return flags == EvdFlags.SOFTWARE;
    }

    /** Returns whether the EVD must be emptied before a call may cause further events. */
    public boolean crowded() {
      return load + software.size() > length / 2;
    }
  }

  /** A CNO. */
  public static final class Notifier extends ModelObject {
    public final Cno cno;
    public final AtomicInteger agentCalls = new AtomicInteger();
    public boolean agent;

    /** Triggers that must be seen, and triggers that can be. */
    public boolean sure;

    public int possible;

    /** An EVD of other than software events was attached: triggers come at any time. */
    public boolean streams;

    public Notifier(long id, Cno cno) {
      super(id, HandleType.CNO, cno);
      this.cno = cno;
    }

    public void triggered(boolean certainly) {
      possible++;
      sure |= certainly && !agent;
    }
  }

  /** A service point: public, or reserved for one endpoint. */
  public static final class Point extends ModelObject {
    public final long qualifier;
    public final Queue queue;
    public final EpModel reserved;

    /** Its one request has come: whether its handle still lives is open. */
    public boolean consumed;

    public Point(long id, Psp psp, Queue queue) {
      super(id, HandleType.PSP, psp);
      this.qualifier = psp.connQual();
      this.queue = queue;
      this.reserved = null;
    }

    public Point(long id, Rsp rsp, long qualifier, Queue queue, EpModel reserved) {
      super(id, HandleType.RSP, rsp);
      this.qualifier = qualifier;
      this.queue = queue;
      this.reserved = reserved;
    }
  }

  /** A connection request. */
  public static final class Request extends ModelObject {
    public final Cr cr;
    public final ConnectionModel link;
    public final EpModel local;

    public Request(long id, Cr cr, ConnectionModel link, EpModel local) {
      super(id, HandleType.CR, cr);
      this.cr = cr;
      this.link = link;
      this.local = local;
    }
  }

  /** A shared receive queue. */
  public static final class Pool extends ModelObject {
    public final Srq srq;
    public final Zone zone;
    public int size;
    public final int segments;
    public final List<OutstandingTransfer> buffers = new ArrayList<>();

    /** Completions went away unseen with an endpoint: the counts are no longer known. */
    public boolean unsure;

    /** Returns whether a posted buffer may fail on any endpoint that takes it. */
    public boolean bad() {
      return buffers.stream().anyMatch(OutstandingTransfer::canFail);
    }

    public Pool(long id, Srq srq, Zone zone, int size, int segments) {
      super(id, HandleType.SRQ, srq);
      this.srq = srq;
      this.zone = zone;
      this.size = size;
      this.segments = segments;
    }
  }
}
