package org.dat4j.dat.ipc;

import java.io.IOException;
import java.net.InetAddress;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Incoming;

/**
 * An ipc connection that another adapter asks for, which a service point of this adapter accepts or
 * rejects.
 */
final class IncomingConnection extends IpcConnection implements Incoming {

  private static final byte[] NO_DATA = new byte[0];
  private static final String GIVEN_UP = "the requester has given up";

  private final long remotePort;
  private final long servicePoint;
  private final byte[] privateData;

  /** Set before the program sees the request. */
  private volatile long connQual;

  /** Set when the program accepts; its outcome is told when the requester is ready. */
  private Attempt accepted;

  /** What has ended the request at the peer, null as long as nothing has; guarded by this. */
  private Object gone;

  IncomingConnection(Link link, ControlFrame request) {
    super(link, request.index());
    this.remotePort = request.first();
    this.servicePoint = request.second();
    this.privateData = request.data();
  }

  /** The number of the service point that the peer has found. */
  long servicePoint() {
    return servicePoint;
  }

  void setConnQual(long qualifier) {
    connQual = qualifier;
  }

  @Override
  void received(ControlFrame frame) throws IOException {
    switch (frame.type()) {
      case READY -> establish();
      case RELEASE -> {
        PeerEnd peerEnd = PeerEnd.of(frame);
        IpcWire wire = wire();
        if (wire != null) {
          wire.peerEnded(peerEnd);
        } else {
          giveUp();
          end(GIVEN_UP);
        }
      }
      default -> throw unexpected(frame);
    }
  }

  private void establish() throws IOException {
    Attempt attempt = accepted();
    if (attempt == null || wire() != null) {
      throw new IOException("the requester does not wait for the accept");
    }
    IpcWire wire = link().wire(index(), attempt.upcalls());
    if (!attempt.claim()) {
      giveUp();
      return;
    }
    setWire(wire);
    attempt.established(
        wire, wire.transmitTurn(), wire.receiveTurn(), connQual, remotePort, NO_DATA);
    wire.start();
  }

  private synchronized Attempt accepted() {
    return accepted;
  }

  @Override
  void end(Object reason) {
    Attempt attempt;
    synchronized (this) {
      gone = reason;
      attempt = accepted;
    }
    refuse(attempt, reason);
  }

  private static void refuse(Attempt attempt, Object reason) {
    if (attempt != null && attempt.claim()) {
      attempt.refused(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, reason);
    }
  }

  @Override
  void release(ControlFrame told) {
    // Before the peer knows of it: it may ask for the next connection in this slot.
    if (link().free(this)) {
      link().send(told);
    }
  }

  @Override
  public InetAddress remoteAddress() {
    return IpcFabric.ADDRESS;
  }

  @Override
  public long remotePort() {
    return remotePort;
  }

  @Override
  public byte[] privateData() {
    return privateData;
  }

  @Override
  public void accept(Attempt attempt) {
    Object reason;
    synchronized (this) {
      accepted = attempt;
      reason = gone;
    }
    if (reason != null) {
      refuse(attempt, reason);
    } else {
      link().send(new ControlFrame(ControlFrame.Type.ACCEPT, index(), 0, 0, attempt.privateData()));
    }
  }

  @Override
  public void reject() {
    last(ControlFrame.Type.REJECT, 0);
  }

  @Override
  public void drop() {
    drop(DropReason.UNANSWERED);
  }

  void drop(DropReason reason) {
    last(ControlFrame.Type.DROP, reason.ordinal());
  }

  private void last(ControlFrame.Type type, long reason) {
    if (link().free(this)) {
      send(type, reason);
    }
  }
}
