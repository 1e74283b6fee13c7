package org.dat4j.dat.spi.software;

import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractPsp;

/** A service point: makes a request object and an event of each request that arrives. */
final class SoftPsp extends AbstractPsp implements Acceptor {

  private final SoftIa ia;

  /** Set right after the transport listens; a request may arrive a moment before. */
  private volatile Listener listener;

  SoftPsp(SoftIa ia, long connQual, AbstractEvd evd, PspFlags flags) {
    super(evd, flags);
    this.ia = ia;
    this.listener = ia.fabric().listen(connQual, this);
  }

  @Override
  public long connQual() {
    return listener.connQual();
  }

  @Override
  public boolean request(Incoming incoming) {
    while (listener == null) {
      Thread.onSpinWait();
    }
    SoftCr cr = ia.arrived(incoming);
    boolean queued =
        ((SoftEvd) evd())
            .offerRequest(
                (out, from) ->
                    out.setConnectionRequest(from, this, ia.fabric().address(), connQual(), cr));
    if (!queued) {
      ia.withdrawn(cr);
    }
    return queued;
  }

  @Override
  protected void implFree() {
    listener.close();
  }
}
