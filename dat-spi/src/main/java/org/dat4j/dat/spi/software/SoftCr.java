package org.dat4j.dat.spi.software;

import org.dat4j.dat.CrParam;
import org.dat4j.dat.spi.AbstractCr;
import org.dat4j.dat.spi.AbstractEp;

/** A request that waits for its answer. */
final class SoftCr extends AbstractCr {

  private final Incoming incoming;

  SoftCr(SoftIa ia, Incoming incoming) {
    super(ia);
    this.incoming = incoming;
  }

  @Override
  protected CrParam implQuery() {
    return new CrParam(
        incoming.remoteAddress(), incoming.remotePort(), incoming.privateData().clone(), localEp());
  }

  @Override
  protected void implAccept(AbstractEp ep, byte[] privateData) {
    ((SoftEp) ep).accept(incoming, privateData);
  }

  @Override
  protected void implReject() {
    incoming.reject();
  }
}
