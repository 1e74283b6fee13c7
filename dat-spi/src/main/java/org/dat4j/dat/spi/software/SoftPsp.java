package org.dat4j.dat.spi.software;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.software.concurrent.BoundedWait;

/**
 * The public service point of software backends (loopback, ipc, tcp): makes a request object and an
 * event of each request that arrives.
 */
final class SoftPsp extends AbstractPsp implements Acceptor {

  /** How long a request waits for the creation, which is nearly done, to end or to fail. */
  static final long START_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final SoftIa ia;

  /** Set right after the transport listens; a request may arrive a moment before. */
  private volatile Listener listener;

  /** Requests that are being made events of. */
  private final AtomicInteger arriving = new AtomicInteger();

  /** Set when the listener is closed: a free that is repeated does not close it again. */
  private boolean closed;

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
    BoundedWait soon = null;
    while (listener == null) {
      if (soon == null) {
        soon = new BoundedWait(START_NANOS);
      }
      if (!soon.goesOn()) {
        return false;
      }
    }
    arriving.incrementAndGet();
    try {
      return !isFreed() && admitted(incoming);
    } finally {
      arriving.decrementAndGet();
    }
  }

  @Override
  public int places() {
    return ((SoftEvd) evd()).implQlen();
  }

  private boolean admitted(Incoming incoming) {
    ConnectionEnds peer = ConnectionEnds.of(incoming, connQual());
    SoftEp supplied = flags() == PspFlags.PROVIDER ? ia.supply(incoming, peer) : null;
    SoftCr cr = null;
    boolean queued = false;
    try {
      cr = new SoftCr(ia, incoming, supplied, peer);
      ConnectionRequestEvent event = new ConnectionRequestEvent(cr, this, connQual());
      if (!ia.admit(cr)) {
        queued = true;
        return true;
      }
      queued = ((SoftEvd) evd()).offerRequest(event);
      return queued;
    } finally {
      if (!queued) {
        takeBack(cr, supplied);
      }
    }
  }

  private void takeBack(SoftCr cr, SoftEp supplied) {
    if (cr != null) {
      ia.withdrawn(cr);
    }
    if (supplied != null) {
      ia.back(supplied);
    }
  }

  @Override
  protected void implFree() {
    if (!closed) {
      ia.points().close(listener);
      closed = true;
    }
    BoundedWait soon = new BoundedWait();
    while (arriving.get() > 0) {
      soon.orThrow(where("free"), "requests that arrive just now", arriving.get());
    }
  }
}
