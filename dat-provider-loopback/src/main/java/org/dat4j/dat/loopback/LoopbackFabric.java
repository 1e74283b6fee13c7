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
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.concurrent.Turn;

/**
 * The transport of the backend loopback, which connects endpoints of one process. There is no
 * input: the thread that posts moves the data.
 */
final class LoopbackFabric implements Fabric {

  private static final byte[] NO_DATA = new byte[0];

  private final ListenerTable listeners;
  private final InetAddress address = InetAddress.getLoopbackAddress();

  LoopbackFabric(ListenerTable listeners) {
    this.listeners = listeners;
  }

  @Override
  public InetAddress address() {
    return address;
  }

  @Override
  public Listener listen(long connQual, Acceptor acceptor) {
    return listeners.listen(connQual, acceptor);
  }

  @Override
  public Connecting connect(Attempt attempt, InetAddress remote, long connQual) {
    if (!remote.isLoopbackAddress() && !remote.equals(address)) {
      refuse(
          attempt,
          EventNumber.CONNECTION_EVENT_UNREACHABLE,
          "loopback reaches only this process, at "
              + address
              + "; use tcp, or ipc on this machine");
      return new ConnectCall(attempt, 0, 0, address);
    }
    Acceptor acceptor = listeners.find(connQual);
    ConnectCall call = new ConnectCall(attempt, listeners.nextPort(), connQual, address);
    if (acceptor == null) {
      refuse(
          attempt,
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          connQual == 0
              ? "0 is no connection qualifier, and no service point has it; give the connQual() of"
                  + " the peer's service point"
              : "nobody listens on qualifier "
                  + connQual
                  + " in this process; start the listener first");
    } else if (!acceptor.request(call)) {
      refuse(
          attempt,
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          "the event queue of the service point is full (it has places for "
              + acceptor.places()
              + " requests): make its EVD longer or take requests faster; or it was freed just"
              + " now: listen again");
    }
    return call;
  }

  private static void refuse(Attempt attempt, EventNumber event, Object detail) {
    if (attempt.claim()) {
      attempt.refused(event, detail);
    }
  }

  @Override
  public void close() {}

  /** Both ends of a connection and its two directions. */
  private record Joint(LoopbackWire near, LoopbackWire far, Turn there, Turn back) {
    static Joint of(WireUpcalls requester, WireUpcalls accepter) {
      LoopbackWire near = new LoopbackWire(requester);
      LoopbackWire far = new LoopbackWire(accepter);
      near.join(far);
      return new Joint(
          near,
          far,
          new Turn(requester.transmitWork(), accepter.receiveWork()),
          new Turn(accepter.transmitWork(), requester.receiveWork()));
    }
  }

  /** A request under way, seen by both sides. */
  private record ConnectCall(
      Attempt requester, long requesterPort, long connQual, InetAddress address)
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
      Joint joint;
      try {
        // Made before the claims: between those and the outcomes nothing may fail.
        joint = Joint.of(requester.upcalls(), accepter.upcalls());
      } catch (RuntimeException | Error e) {
        refuse(requester, EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, e);
        refuse(accepter, EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, e);
        return;
      }
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
      Turn there = joint.there;
      Turn back = joint.back;
      accepter.established(joint.far, back, there, connQual, requesterPort, NO_DATA);
      joint.near.open();
      requester.established(
          joint.near, there, back, requesterPort, connQual, accepter.privateData());
      joint.far.open();
      // What the accepter has posted in between has waited: nothing else sends it.
      back.runOrHandOff();
      there.runOrHandOff();
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
