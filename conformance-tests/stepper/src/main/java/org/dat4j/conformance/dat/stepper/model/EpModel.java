package org.dat4j.conformance.dat.stepper.model;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Point;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Pool;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Queue;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;

/**
 * The DAT stepper's model of an endpoint: the states it can be in, and the events that are still to
 * come.
 */
public final class EpModel extends ModelObject {
  public final Ep ep;
  public final Pool pool;
  public Zone zone;
  public Queue recv;
  public Queue request;
  public Queue connect;
  public EpAttr attr;

  /** Possible states, bits of {@link ModelTables#bit}. */
  public int states = ModelTables.bit(EpState.UNCONNECTED);

  public ConnectionModel link;
  public boolean active;

  /** The service point it is reserved for. */
  public Point point;

  /** The event with the outcome of the attempt to connect was seen. */
  public boolean outcomeSeen;

  public boolean establishedSeen;

  /** The event of the end of the connection was seen. */
  public boolean endSeen;

  /** Its own program ended the attempt: no page says which events follow. */
  public boolean aborted;

  /** Connection events of earlier connections that may still come. */
  public int stale;

  /** A reset has ended a connection of it, which may have taken buffers of a pool. */
  public boolean wasReset;

  public final Deque<OutstandingTransfer> receives = new ArrayDeque<>();
  public final Deque<OutstandingTransfer> requests = new ArrayDeque<>();
  boolean receivesBroken;
  boolean requestsBroken;

  public EpModel(long id, Ep ep, Zone zone, Queue recv, Queue request, Queue connect, Pool pool) {
    super(id, HandleType.EP, ep);
    this.ep = ep;
    this.zone = zone;
    this.recv = recv;
    this.request = request;
    this.connect = connect;
    this.pool = pool;
  }

  public boolean can(EpState state) {
    return (states & ModelTables.bit(state)) != 0;
  }

  public boolean surely(EpState state) {
    return states == ModelTables.bit(state);
  }

  public Deque<OutstandingTransfer> line(OutstandingTransfer posted) {
    return line(posted.isReceive());
  }

  public Deque<OutstandingTransfer> line(boolean receive) {
    return receive ? receives : requests;
  }

  /** Returns whether a post is certainly outstanding: its completion was not taken. */
  public boolean certainlyBusy(boolean receive) {
    return PostCapacity.certain(line(receive)) > 0;
  }

  /** Computes the room for one more post. */
  public PostCapacity room(boolean receive, DeclaredCapabilities capabilities) {
    int most = receive ? attr.maxRecvDtos() : attr.maxRequestDtos();
    return PostCapacity.of(
        line(receive), most, capabilities.has(DeclaredCapabilities.REPORTED_LIMIT));
  }

  public boolean broken(OutstandingTransfer posted) {
    return posted.isReceive() ? receivesBroken : requestsBroken;
  }

  public Queue queue(OutstandingTransfer posted) {
    return posted.isReceive() ? recv : request;
  }

  /** Begins a new connection of the endpoint. */
  public void begin(ConnectionModel newLink, boolean asActive) {
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
