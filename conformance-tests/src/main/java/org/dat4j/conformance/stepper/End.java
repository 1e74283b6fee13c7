package org.dat4j.conformance.stepper;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.conformance.stepper.Things.Point;
import org.dat4j.conformance.stepper.Things.Pool;
import org.dat4j.conformance.stepper.Things.Queue;
import org.dat4j.conformance.stepper.Things.Zone;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;

/** The model's picture of an endpoint: the states it can be in, and what it owes. */
final class End extends Thing {
  final Ep ep;
  final Pool pool;
  Zone zone;
  Queue recv;
  Queue request;
  Queue connect;
  EpAttr attr;

  /** Possible states, bits of {@link Tables#bit}. */
  int states = Tables.bit(EpState.UNCONNECTED);

  Link link;
  boolean active;

  /** The service point it is reserved for. */
  Point point;

  /** The event that tells how the attempt came out was seen. */
  boolean outcomeSeen;

  boolean establishedSeen;

  /** The event that tells the end of the connection was seen. */
  boolean endSeen;

  /** Its own program ended the attempt: no page says which events follow. */
  boolean aborted;

  /** Connection events of earlier connections that may still come. */
  int stale;

  /** A reset has ended a connection of it, which may have taken buffers of a pool. */
  boolean wasReset;

  final Deque<Posted> receives = new ArrayDeque<>();
  final Deque<Posted> requests = new ArrayDeque<>();
  boolean receivesBroken;
  boolean requestsBroken;

  End(long id, Ep ep, Zone zone, Queue recv, Queue request, Queue connect, Pool pool) {
    super(id, HandleType.EP, ep);
    this.ep = ep;
    this.zone = zone;
    this.recv = recv;
    this.request = request;
    this.connect = connect;
    this.pool = pool;
  }

  boolean can(EpState state) {
    return (states & Tables.bit(state)) != 0;
  }

  boolean surely(EpState state) {
    return states == Tables.bit(state);
  }

  Deque<Posted> line(Posted posted) {
    return posted.isReceive() ? receives : requests;
  }

  boolean broken(Posted posted) {
    return posted.isReceive() ? receivesBroken : requestsBroken;
  }

  Queue queue(Posted posted) {
    return posted.isReceive() ? recv : request;
  }

  /** Starts a new life of the endpoint's connection. */
  void begin(Link newLink, boolean asActive) {
    link = newLink;
    active = asActive;
    outcomeSeen = false;
    establishedSeen = false;
    endSeen = false;
    aborted = false;
    receivesBroken = false;
    requestsBroken = false;
  }
}
