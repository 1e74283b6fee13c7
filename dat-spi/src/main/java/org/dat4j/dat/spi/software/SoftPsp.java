package org.dat4j.dat.spi.software;

import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractPsp;

/** A service point: makes a request object and an event of each request that arrives. */
final class SoftPsp extends AbstractPsp implements Acceptor {

  private final SoftIa ia;

  /** Set right after the transport listens; a request may arrive a moment before. */
  private volatile Listener listener;

  /** Requests that are being made events of. */
  private final AtomicInteger arriving = new AtomicInteger();

  SoftPsp(SoftIa ia, long connQual, AbstractEvd evd, PspFlags flags) {
    super(evd, flags);
    this.ia = ia;
    this.listener = ia.points().listen(connQual, this);
  }

  @Override
  public long connQual() {
    return listener.connQual();
  }

  /**
   * {@inheritDoc}
   *
   * <p>A free waits for requests on their way: each becomes an event before, or is refused.
   */
  @Override
  public boolean request(Incoming incoming) {
    while (listener == null) {
      Thread.onSpinWait();
    }
    arriving.incrementAndGet();
    try {
      return !isFreed() && admitted(incoming);
    } finally {
      arriving.decrementAndGet();
    }
  }

  private boolean admitted(Incoming incoming) {
    Peer peer = Peer.of(incoming, connQual());
    SoftEp supplied = flags() == PspFlags.PROVIDER ? ia.supply(incoming, peer) : null;
    SoftCr cr = new SoftCr(ia, incoming, supplied, peer);
    if (!ia.admit(cr)) {
      return true;
    }
    boolean queued = ((SoftEvd) evd()).offerRequest(new RequestEvent(cr, this, connQual()));
    if (!queued) {
      ia.withdrawn(cr);
      if (supplied != null) {
        ia.back(supplied);
      }
    }
    return queued;
  }

  @Override
  protected void implFree() {
    ia.points().close(listener);
    while (arriving.get() > 0) {
      Thread.yield();
    }
  }
}
