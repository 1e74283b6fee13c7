package org.dat4j.conformance.stepper;

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

/** The model's picture of every kind of object but endpoints (see {@link End}). */
final class Things {
  private Things() {}

  /** A protection zone. */
  static final class Zone extends Thing {
    final Pz pz;

    Zone(long id, Pz pz) {
      super(id, HandleType.PZ, pz);
      this.pz = pz;
    }
  }

  /** A registration: slots of equal length over a buffer it may share with others. */
  static final class Memory extends Thing {
    static final int SLOT = 64;
    static final int SLOTS = 64;

    /** A context that belongs to no registration. */
    static final int UNKNOWN_CONTEXT = 0x5EADBEEF;

    final Lmr lmr;
    final Zone zone;
    final int privileges;
    final ByteBuffer buffer;

    /** Slots that a transfer under way may read or write; shared by registrations of one buffer. */
    final BitSet taken;

    Memory(long id, Lmr lmr, Zone zone, int privileges, ByteBuffer buffer, BitSet taken) {
      super(id, HandleType.LMR, lmr);
      this.lmr = lmr;
      this.zone = zone;
      this.privileges = privileges;
      this.buffer = buffer;
      this.taken = taken;
    }

    boolean grants(int privilege) {
      return (privileges & privilege) == privilege;
    }

    boolean remote() {
      return (privileges & (MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE)) != 0;
    }

    long address(int slot) {
      return lmr.registeredAddress() + (long) slot * SLOT;
    }

    long end() {
      return lmr.registeredAddress() + lmr.registeredSize();
    }
  }

  /** A window. */
  static final class Window extends Thing {
    final Rmr rmr;
    final Zone zone;
    Memory memory;
    int slot;
    int length;
    int privileges;

    /** A bind is on its way, or one was flushed: nothing is sure of the binding. */
    int pending;

    boolean unsure;

    Window(long id, Rmr rmr, Zone zone) {
      super(id, HandleType.RMR, rmr);
      this.rmr = rmr;
      this.zone = zone;
    }
  }

  /** A dispatcher. */
  static final class Queue extends Thing {
    final Evd evd;
    final int flags;
    int length;
    boolean enabled = true;
    boolean waitable = true;
    Notifier notifier;

    /** It has notified a CNO: the page leaves open which one gets that when the CNO is changed. */
    boolean notified;

    /** Software events in it, oldest first. */
    final List<Object> software = new ArrayList<>();

    /** At least so many events are in it. */
    int known;

    /** At most so many events of transfers and connections are in it or on their way to it. */
    int load;

    Queue(long id, Evd evd, int flags, int length) {
      super(id, HandleType.EVD, evd);
      this.evd = evd;
      this.flags = flags;
      this.length = length;
    }

    boolean carries(int flag) {
      return (flags & flag) == flag;
    }

    boolean softwareOnly() {
      return flags == EvdFlags.SOFTWARE;
    }

    /** No further events may be provoked before it was emptied. */
    boolean crowded() {
      return load + software.size() > length / 2;
    }
  }

  /** A notification object. */
  static final class Notifier extends Thing {
    final Cno cno;
    final AtomicInteger agentCalls = new AtomicInteger();
    boolean agent;

    /** Triggers that must be seen, and triggers that can be. */
    boolean sure;

    int possible;

    /** A dispatcher of other than software events was attached: triggers come at any time. */
    boolean streams;

    Notifier(long id, Cno cno) {
      super(id, HandleType.CNO, cno);
      this.cno = cno;
    }

    void triggered(boolean certainly) {
      possible++;
      sure |= certainly && !agent;
    }
  }

  /** A service point: public, or reserved for one endpoint. */
  static final class Point extends Thing {
    final long qualifier;
    final Queue queue;
    final End reserved;

    /** Its one request has come: whether its handle still lives is open. */
    boolean consumed;

    Point(long id, Psp psp, Queue queue) {
      super(id, HandleType.PSP, psp);
      this.qualifier = psp.connQual();
      this.queue = queue;
      this.reserved = null;
    }

    Point(long id, Rsp rsp, long qualifier, Queue queue, End reserved) {
      super(id, HandleType.RSP, rsp);
      this.qualifier = qualifier;
      this.queue = queue;
      this.reserved = reserved;
    }
  }

  /** A connection request. */
  static final class Request extends Thing {
    final Cr cr;
    final Link link;
    final End local;

    Request(long id, Cr cr, Link link, End local) {
      super(id, HandleType.CR, cr);
      this.cr = cr;
      this.link = link;
      this.local = local;
    }
  }

  /** A shared receive queue. */
  static final class Pool extends Thing {
    final Srq srq;
    final Zone zone;
    int size;
    final int segments;
    final List<Posted> buffers = new ArrayList<>();

    /** Completions went away unseen with an endpoint: the counts are no longer known. */
    boolean unsure;

    /** Whether a buffer may fail whoever takes it. */
    boolean bad() {
      return buffers.stream().anyMatch(Posted::canFail);
    }

    Pool(long id, Srq srq, Zone zone, int size, int segments) {
      super(id, HandleType.SRQ, srq);
      this.srq = srq;
      this.zone = zone;
      this.size = size;
      this.segments = segments;
    }
  }
}
