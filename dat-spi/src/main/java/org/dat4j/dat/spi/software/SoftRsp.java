package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;

/**
 * The reserved service point of software backends (loopback, ipc, tcp): the first request that
 * arrives takes its endpoint and ends the service point. A program that sees the event of that
 * request finds the service point gone and its qualifier free.
 */
final class SoftRsp extends AbstractRsp implements Acceptor {

  private final SoftIa ia;

  /** The reserved endpoint; null when the provider makes one for the request. */
  private final SoftEp endpoint;

  /** Set right after the transport listens; a request may arrive a moment before. */
  private volatile Listener listener;

  SoftRsp(SoftIa ia, long connQual, SoftEp endpoint, AbstractEvd evd) {
    super(connQual, endpoint, evd);
    this.ia = ia;
    this.endpoint = endpoint;
    if (endpoint != null) {
      endpoint.reserve();
    }
    try {
      listener = ia.points().listen(connQual, this);
    } catch (RuntimeException | Error e) {
      unreserve();
      throw e;
    }
  }

  @Override
  public boolean request(Incoming incoming) {
    BoundedWait soon = null;
    while (listener == null) {
      if (soon == null) {
        soon = new BoundedWait(SoftPsp.START_NANOS);
      }
      if (!soon.goesOn()) {
        return false;
      }
    }
    if (isFreed()) {
      return false;
    }
    SoftEvd queue = (SoftEvd) evd();
    SoftEp supplied = null;
    long place = -1;
    boolean taken = false;
    try {
      // Made before the place in the queue is taken: nothing may fail between that and the event.
      // Consumed last: a free is refused only if the request becomes an event.
      ConnectionEnds peer = ConnectionEnds.of(incoming, connQual());
      supplied = endpoint == null ? ia.supply(incoming, peer) : null;
      SoftCr cr = new SoftCr(ia, incoming, supplied == null ? endpoint : supplied, peer);
      ConnectionRequestEvent event = new ConnectionRequestEvent(cr, null, connQual());
      place = queue.claimQuietly();
      taken = place >= 0 && consume();
      if (taken) {
        deliver(cr, peer, queue, place, event);
      }
      return taken;
    } finally {
      if (!taken) {
        takeBack(queue, place, supplied);
      }
    }
  }

  private void takeBack(SoftEvd queue, long place, SoftEp supplied) {
    if (place >= 0) {
      queue.takeBack(place);
    }
    if (supplied != null) {
      ia.back(supplied);
    }
  }

  private void deliver(
      SoftCr cr, ConnectionEnds peer, SoftEvd queue, long place, ConnectionRequestEvent event) {
    try {
      if (endpoint != null) {
        // Not permitted only while the close of the adapter takes the endpoint away.
        endpoint.requested(peer);
      }
      ia.admit(cr);
      ia.points().closeInside(listener);
    } finally {
      consumed();
      queue.publish(place, event);
    }
  }

  @Override
  protected void implFree() {
    ia.points().close(listener);
    unreserve();
  }

  private void unreserve() {
    if (endpoint != null) {
      endpoint.passive(EpInput.UNRESERVE);
    }
  }
}
