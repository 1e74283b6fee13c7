package org.dat4j.dat.ipc;

import java.io.IOException;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;

/** An ipc connection that this adapter asks for, from its request to the end of the connection. */
final class OutgoingConnection extends IpcConnection implements Connecting {

  private final Attempt attempt;
  private final long localPort;
  private final long connQual;
  private final long servicePoint;

  /** Whether this side has let go of the slot; guarded by this, as the next field is. */
  private boolean isReleased;

  private boolean isReleasedByPeer;

  OutgoingConnection(
      Link link, int index, Attempt attempt, long localPort, long connQual, long servicePoint) {
    super(link, index);
    this.attempt = attempt;
    this.localPort = localPort;
    this.connQual = connQual;
    this.servicePoint = servicePoint;
  }

  void start() {
    link()
        .send(
            new ControlFrame(
                ControlFrame.Type.REQUEST,
                index(),
                localPort,
                servicePoint,
                attempt.privateData()));
  }

  @Override
  void received(ControlFrame frame) throws IOException {
    switch (frame.type()) {
      case ACCEPT -> accepted(frame.data());
      case REJECT -> {
        letGo(true, true);
        refuse(
            EventNumber.CONNECTION_EVENT_PEER_REJECTED,
            "the program at qualifier " + connQual + " has rejected the request");
      }
      case DROP -> {
        letGo(true, true);
        end("qualifier " + connQual + ": " + DropReason.of(frame.first()).text());
      }
      case RELEASE -> {
        PeerEnd peerEnd = PeerEnd.of(frame);
        IpcWire wire = wire();
        if (wire != null) {
          letGo(false, true);
          wire.peerEnded(peerEnd);
        } else {
          letGo(true, true);
          end("the accept was given up");
        }
      }
      default -> throw unexpected(frame);
    }
  }

  private void accepted(byte[] data) throws IOException {
    if (wire() != null) {
      throw new IOException("the peer accepts a request twice");
    }
    // Made before the claim: between that and the outcome nothing may fail untold.
    IpcWire wire = link().wire(index(), attempt.upcalls());
    ControlFrame ready = ControlFrame.of(ControlFrame.Type.READY, index(), 0, 0);
    if (!attempt.claim()) {
      // Given up: its slot is let go of there.
      return;
    }
    try {
      link().send(ready);
    } catch (RuntimeException | Error e) {
      attempt.refused(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, e);
      throw e;
    }
    setWire(wire);
    attempt.established(wire, wire.transmitTurn(), wire.receiveTurn(), localPort, connQual, data);
    wire.start();
  }

  private void refuse(EventNumber event, Object detail) {
    if (attempt.claim()) {
      attempt.refused(event, detail);
    }
  }

  /** Notes which end has let go of the slot; when both have, it is free. */
  private void letGo(boolean own, boolean peer) {
    synchronized (this) {
      if (isReleased && isReleasedByPeer) {
        return;
      }
      isReleased |= own;
      isReleasedByPeer |= peer;
      if (!isReleased || !isReleasedByPeer) {
        return;
      }
    }
    link().free(this);
  }

  @Override
  synchronized void release(ControlFrame told) {
    if (isReleased) {
      // The peer has rejected the request meanwhile: the slot may be another connection's.
      return;
    }
    // Before the slot is free: what asks for its next connection comes behind.
    link().send(told);
    letGo(true, false);
  }

  @Override
  void end(Object reason) {
    refuse(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, reason);
  }

  @Override
  public void abort() {
    if (wire() == null) {
      giveUp();
    }
  }

  @Override
  public boolean reachedPeer() {
    return true;
  }

  @Override
  public long localPort() {
    return localPort;
  }
}
