package org.dat4j.dat.loopback;

import java.net.InetAddress;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.Acceptor;
import org.dat4j.dat.spi.software.Attempt;
import org.dat4j.dat.spi.software.Connecting;
import org.dat4j.dat.spi.software.Fabric;
import org.dat4j.dat.spi.software.Incoming;
import org.dat4j.dat.spi.software.Listener;
import org.dat4j.dat.spi.software.Turn;

/** Connects endpoints of one process. There is no input: whoever posts moves the data. */
final class LoopbackFabric implements Fabric {

  private static final byte[] NO_DATA = new byte[0];

  private final Switchboard switchboard;
  private final InetAddress address = InetAddress.getLoopbackAddress();

  LoopbackFabric(Switchboard switchboard) {
    this.switchboard = switchboard;
  }

  @Override
  public InetAddress address() {
    return address;
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    return switchboard.listen(connQual, acceptor);
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    if (!remote.isLoopbackAddress() && !remote.equals(address)) {
      refuse(
          attempt,
          EventNumber.CONNECTION_EVENT_UNREACHABLE,
          "loopback reaches only this process, at " + address);
      return new Call(attempt, 0, 0, address);
    }
    Acceptor acceptor = switchboard.find(connQual);
    Call call = new Call(attempt, switchboard.nextPort(), connQual, address);
    if (acceptor == null) {
      refuse(
          attempt,
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "nobody listens on qualifier " + connQual + " in this process");
    } else if (!acceptor.request(call)) {
      refuse(
          attempt,
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "the event queue of the service point is full, or it was freed just now");
    }
    return call;
  }

  private static void refuse(Attempt attempt, EventNumber event, String detail) {
    if (attempt.claim()) {
      attempt.refused(event, detail);
    }
  }

  @Override
  public void close() {}

  /** A request under way, seen by both sides. */
  private record Call(Attempt requester, long requesterPort, long connQual, InetAddress address)
      implements Connecting, Incoming {

    @Override
    public void abort() {}

    @Override
    public boolean reachedPeer() {
      return true;
    }

    @Override
    public long localPort() {
      return requesterPort;
    }

    @Override
    public InetAddress remoteAddress() {
      return address;
    }

    @Override
    public long remotePort() {
      return requesterPort;
    }

    @Override
    public byte[] privateData() {
      return requester.privateData();
    }

    @Override
    public EpAttr requesterAttr() {
      return requester.upcalls().attr();
    }

    @Override
    public void accept(Attempt accepter) {
      if (!accepter.claim()) {
        refuse(
            requester, EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, "the accept was given up");
        return;
      }
      if (!requester.claim()) {
        accepter.refused(
            EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, "the requester has given up");
        return;
      }
      LoopbackWire near = new LoopbackWire(requester.upcalls());
      LoopbackWire far = new LoopbackWire(accepter.upcalls());
      near.join(far);
      Turn there = new Turn(requester.upcalls().transmitWork(), accepter.upcalls().receiveWork());
      Turn back = new Turn(accepter.upcalls().transmitWork(), requester.upcalls().receiveWork());
      accepter.established(far, back, there, connQual, requesterPort, NO_DATA);
      requester.established(near, there, back, requesterPort, connQual, accepter.privateData());
    }

    @Override
    public void reject() {
      refuse(
          requester,
          EventNumber.CONNECTION_EVENT_PEER_REJECTED,
          "the consumer at qualifier " + connQual + " rejected the request");
    }

    @Override
    public void drop() {
      refuse(
          requester,
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "nobody at qualifier " + connQual + " can answer the request");
    }
  }
}
