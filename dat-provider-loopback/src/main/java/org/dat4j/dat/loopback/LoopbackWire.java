package org.dat4j.dat.loopback;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * One end of a connection of the backend loopback, inside one process. The sender copies straight
 * into the receiver's memory; one turn covers its transmit work and the receiver's receive work.
 */
final class LoopbackWire implements Wire {

  /**
   * The longest message, in bytes, that is copied with the place of its completion taken already.
   */
  private static final int SHORT = 4096;

  private static final int LOCAL = 0;
  private static final int REMOTE = 1;

  private final WireUpcalls self;
  private final RegionSlice local = new RegionSlice();
  private final RegionSlice remote = new RegionSlice();
  private WireUpcalls peer;

  /** Whether messages may go out: one that came earlier would complete before its connection. */
  private volatile boolean open;

  LoopbackWire(WireUpcalls self) {
    this.self = self;
  }

  void join(LoopbackWire other) {
    peer = other.self;
    other.peer = self;
  }

  /** Lets messages go out from now on: the establishment was reported at the peer. */
  void open() {
    open = true;
  }

  @Override
  public boolean transmit(RequestQueue requests, int budget) {
    if (!open || !requests.next()) {
      return false;
    }
    HazardPointers hazard = self.hazard();
    try {
      return transmit(requests, budget, hazard);
    } finally {
      // Whatever was thrown: the free of the memory waits for this.
      clear(hazard);
    }
  }

  private boolean transmit(RequestQueue requests, int budget, HazardPointers hazard) {
    for (int i = 0; i < budget; i++) {
      if (i > 0 && !requests.next()) {
        return false;
      }
      boolean moved = requests.op() == DtoOp.SEND ? send(requests, hazard) : rdma(requests, hazard);
      if (!moved) {
        return false;
      }
      requests.done();
    }
    return true;
  }

  private boolean send(RequestQueue requests, HazardPointers hazard) {
    long receive = peer.claimReceive();
    if (receive < 0) {
      if (receive == WireUpcalls.NEVER_READY) {
        broken(
            requests,
            DtoStatus.ERR_RECEIVER_NOT_READY,
            "the peer posted no receive in time",
            "no receive was posted here in time");
      }
      return false;
    }
    long length = requests.length();
    boolean solicited = (requests.flags() & CompletionFlags.SOLICITED_WAIT) != 0;
    for (long at = 0; at < length; at += moved(hazard)) {
      AccessResult here = requests.locate(requests.number(), at, length - at, hazard, LOCAL, local);
      if (here != AccessResult.OK) {
        return localError(requests, hazard, here);
      }
      AccessResult there = peer.locateReceive(receive, at, local.length(), hazard, REMOTE, remote);
      if (there != AccessResult.OK) {
        return receiveError(requests, hazard, receive, length, there);
      }
      hazard.publishFence();
      if (!local.isValid()) {
        return localError(requests, hazard, AccessResult.REVOKED);
      }
      if (remote.isValid() && remote.length() == length && length <= SHORT) {
        boolean copied = peer.receivedCopy(receive, remote, local, (int) length, solicited);
        clear(hazard);
        return copied || responderError(requests, AccessResult.REVOKED);
      }
      if (!remote.isValid() || !remote.copyFrom(local, remote.length())) {
        return receiveError(requests, hazard, receive, length, AccessResult.REVOKED);
      }
    }
    peer.received(receive, length, DtoStatus.SUCCESS, solicited);
    return true;
  }

  private boolean rdma(RequestQueue requests, HazardPointers hazard) {
    boolean read = requests.op() == DtoOp.RDMA_READ;
    int right = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
    long length = requests.length();
    int context = requests.remoteContext();
    long address = requests.remoteAddress();
    if (length > 0) {
      AccessResult whole =
          peer.locateRemote(context, address, length, right, hazard, REMOTE, remote);
      if (whole != AccessResult.OK) {
        return remoteError(requests, hazard, whole);
      }
    }
    for (long at = 0; at < length; at += moved(hazard)) {
      AccessResult here = requests.locate(requests.number(), at, length - at, hazard, LOCAL, local);
      if (here != AccessResult.OK) {
        return localError(requests, hazard, here);
      }
      AccessResult there =
          peer.locateRemote(context, address + at, local.length(), right, hazard, REMOTE, remote);
      if (there != AccessResult.OK) {
        return remoteError(requests, hazard, there);
      }
      hazard.publishFence();
      if (!local.isValid()) {
        return localError(requests, hazard, AccessResult.REVOKED);
      }
      boolean copied =
          remote.isValid()
              && (read ? local.copyFrom(remote, remote.length()) : remote.copyInOrder(local));
      if (!copied) {
        return remoteError(requests, hazard, AccessResult.REVOKED);
      }
    }
    return true;
  }

  /** Ends the use of both pieces; answers how much was moved. */
  private int moved(HazardPointers hazard) {
    hazard.clear(LOCAL);
    hazard.clear(REMOTE);
    return remote.length();
  }

  private boolean localError(RequestQueue requests, HazardPointers hazard, AccessResult access) {
    clear(hazard);
    broken(requests, DtoStatus.ERR_LOCAL_PROTECTION, "here: " + access.text(), atPeer(access));
    return false;
  }

  private boolean remoteError(RequestQueue requests, HazardPointers hazard, AccessResult access) {
    clear(hazard);
    broken(requests, DtoStatus.ERR_REMOTE_ACCESS, atPeer(access), "here: " + access.text());
    return false;
  }

  private boolean receiveError(
      RequestQueue requests,
      HazardPointers hazard,
      long receive,
      long length,
      AccessResult access) {
    clear(hazard);
    DtoStatus status =
        access == AccessResult.TOO_LONG
            ? DtoStatus.ERR_LOCAL_LENGTH
            : DtoStatus.ERR_LOCAL_PROTECTION;
    peer.received(receive, length, status, false);
    return responderError(requests, access);
  }

  private boolean responderError(RequestQueue requests, AccessResult access) {
    broken(requests, DtoStatus.ERR_REMOTE_RESPONDER, atPeer(access), "here: " + access.text());
    return false;
  }

  private static String atPeer(AccessResult access) {
    return "at the peer: " + access.text();
  }

  private static void clear(HazardPointers hazard) {
    hazard.clear(LOCAL);
    hazard.clear(REMOTE);
  }

  /** Ends the connection and reports to each side what that means there. */
  private void broken(RequestQueue requests, DtoStatus status, String here, String there) {
    self.failed(requests.number(), status);
    self.ended(EventNumber.CONNECTION_EVENT_BROKEN, here);
    peer.ended(EventNumber.CONNECTION_EVENT_BROKEN, there);
  }

  @Override
  public int progress(int budget) {
    return 0;
  }

  @Override
  public void shutdown(boolean graceful) {
    peer.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
    self.ended(EventNumber.CONNECTION_EVENT_DISCONNECTED, null);
  }
}
