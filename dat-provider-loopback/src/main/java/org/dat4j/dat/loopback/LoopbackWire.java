package org.dat4j.dat.loopback;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.spi.software.Hazard;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Span;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;

/**
 * One side of a connection inside the process. The sender copies straight into the receiver's
 * memory; one turn covers its transmit work and the receiver's receive work.
 */
final class LoopbackWire implements Wire {

  /** Messages up to here are copied with the place of their completion taken already. */
  private static final int SHORT = 4096;

  private static final int LOCAL = 0;
  private static final int REMOTE = 1;

  private final WireUpcalls self;
  private final Span local = new Span();
  private final Span remote = new Span();
  private WireUpcalls peer;

  LoopbackWire(WireUpcalls self) {
    this.self = self;
  }

  void join(LoopbackWire other) {
    peer = other.self;
    other.peer = self;
  }

  @Override
  public boolean transmit(RequestQueue requests, int budget) {
    Hazard hazard = null;
    for (int i = 0; i < budget; i++) {
      if (!requests.next()) {
        return false;
      }
      if (hazard == null) {
        hazard = self.hazard();
      }
      boolean moved = requests.op() == DtoOp.SEND ? send(requests, hazard) : rdma(requests, hazard);
      if (!moved) {
        return false;
      }
      requests.done();
    }
    return true;
  }

  private boolean send(RequestQueue requests, Hazard hazard) {
    long receive = peer.claimReceive();
    if (receive < 0) {
      if (receive == WireUpcalls.NEVER_READY) {
        broken(requests, DtoStatus.ERR_RECEIVER_NOT_READY, "the peer posted no receive in time");
      }
      return false;
    }
    long length = requests.length();
    boolean solicited = (requests.flags() & CompletionFlags.SOLICITED_WAIT) != 0;
    for (long at = 0; at < length; at += moved(hazard)) {
      Access here = requests.locate(requests.number(), at, length - at, hazard, LOCAL, local);
      if (here != Access.OK) {
        return localError(requests, hazard, here);
      }
      Access there = peer.locateReceive(receive, at, local.length(), hazard, REMOTE, remote);
      if (there != Access.OK) {
        return receiveError(requests, hazard, receive, length, there);
      }
      hazard.seal();
      if (!local.isValid()) {
        return localError(requests, hazard, Access.REVOKED);
      }
      if (remote.isValid() && remote.length() == length && length <= SHORT) {
        boolean copied = peer.receivedCopy(receive, remote, local, (int) length, solicited);
        clear(hazard);
        return copied || responderError(requests, Access.REVOKED);
      }
      if (!remote.isValid() || !remote.copyFrom(local, remote.length())) {
        return receiveError(requests, hazard, receive, length, Access.REVOKED);
      }
    }
    peer.received(receive, length, DtoStatus.SUCCESS, solicited);
    return true;
  }

  private boolean rdma(RequestQueue requests, Hazard hazard) {
    boolean read = requests.op() == DtoOp.RDMA_READ;
    int right = read ? MemPriv.REMOTE_READ : MemPriv.REMOTE_WRITE;
    long length = requests.length();
    int context = requests.remoteContext();
    long address = requests.remoteAddress();
    if (length > 0) {
      Access whole = peer.locateRemote(context, address, length, right, hazard, REMOTE, remote);
      if (whole != Access.OK) {
        return remoteError(requests, hazard, whole);
      }
    }
    for (long at = 0; at < length; at += moved(hazard)) {
      Access here = requests.locate(requests.number(), at, length - at, hazard, LOCAL, local);
      if (here != Access.OK) {
        return localError(requests, hazard, here);
      }
      Access there =
          peer.locateRemote(context, address + at, local.length(), right, hazard, REMOTE, remote);
      if (there != Access.OK) {
        return remoteError(requests, hazard, there);
      }
      hazard.seal();
      if (!local.isValid()) {
        return localError(requests, hazard, Access.REVOKED);
      }
      boolean copied =
          remote.isValid()
              && (read
                  ? local.copyFrom(remote, remote.length())
                  : remote.copyInOrder(local.buffer(), local.index()));
      if (!copied) {
        return remoteError(requests, hazard, Access.REVOKED);
      }
    }
    return true;
  }

  /** Ends the use of both pieces; answers how much was moved. */
  private int moved(Hazard hazard) {
    hazard.clear(LOCAL);
    hazard.clear(REMOTE);
    return remote.length();
  }

  private boolean localError(RequestQueue requests, Hazard hazard, Access access) {
    clear(hazard);
    broken(requests, DtoStatus.ERR_LOCAL_PROTECTION, access.text());
    return false;
  }

  private boolean remoteError(RequestQueue requests, Hazard hazard, Access access) {
    clear(hazard);
    broken(requests, DtoStatus.ERR_REMOTE_ACCESS, access.text());
    return false;
  }

  private boolean receiveError(
      RequestQueue requests, Hazard hazard, long receive, long length, Access access) {
    clear(hazard);
    DtoStatus status =
        access == Access.TOO_LONG ? DtoStatus.ERR_LOCAL_LENGTH : DtoStatus.ERR_LOCAL_PROTECTION;
    peer.received(receive, length, status, false);
    return responderError(requests, access);
  }

  private boolean responderError(RequestQueue requests, Access access) {
    broken(requests, DtoStatus.ERR_REMOTE_RESPONDER, access.text());
    return false;
  }

  private static void clear(Hazard hazard) {
    hazard.clear(LOCAL);
    hazard.clear(REMOTE);
  }

  private void broken(RequestQueue requests, DtoStatus status, String detail) {
    self.failed(requests.number(), status);
    self.ended(EventNumber.CONNECTION_EVENT_BROKEN, detail);
    peer.ended(EventNumber.CONNECTION_EVENT_BROKEN, detail);
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
