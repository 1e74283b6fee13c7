package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.EpInput;

/**
 * A reserved service point: the first request that arrives takes its endpoint and ends it. Whoever
 * sees the event of that request finds the service point gone and its qualifier free.
 */
final class SoftRsp extends AbstractRsp implements Acceptor {

  private final SoftIa ia;

  /** Null when the provider makes one for the request. */
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
    while (listener == null) {
      Thread.onSpinWait();
    }
    if (!consume()) {
      return false;
    }
    SoftEvd queue = (SoftEvd) evd();
    long place = queue.claimQuietly();
    if (place < 0) {
      if (!notConsumed()) {
        ia.points().closeInside(listener);
        unreserve();
        consumed();
      }
      return false;
    }
    // Not permitted only while the close of the adapter takes the endpoint away.
    Peer peer = Peer.of(incoming, connQual());
    SoftEp local = endpoint;
    if (local == null) {
      local = ia.supply(incoming, peer);
    } else {
      local.requested(peer);
    }
    SoftCr cr = new SoftCr(ia, incoming, local, peer);
    ia.admit(cr);
    ia.points().closeInside(listener);
    consumed();
    queue.publish(place, new RequestEvent(cr, null, connQual()));
    return true;
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
