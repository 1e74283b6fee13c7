package org.dat4j.dat.registry;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.OpenRequest;

/** An adapter with an asynchronous EVD and nothing else. */
final class FakeIa extends AbstractIa {

  FakeIa(DatProvider provider, OpenRequest request) {
    super(provider, request);
  }

  @Override
  public IaAttr iaAttr() {
    return null;
  }

  @Override
  public ProviderAttr providerAttr() {
    return null;
  }

  @Override
  protected void implClose() {}

  @Override
  protected AbstractPz implCreatePz() {
    throw Errors.notImplemented("dat_pz_create", this);
  }

  @Override
  protected AbstractLmr implCreateLmr(LmrSpec spec) {
    throw Errors.notImplemented("dat_lmr_create", this);
  }

  @Override
  protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
    return new FakeEvd(this, minQlen, flags);
  }

  @Override
  protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
    throw Errors.notImplemented("dat_ep_create", this);
  }

  @Override
  protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
    throw Errors.notImplemented("dat_psp_create", this);
  }

  /** A queue that is always empty. */
  private static final class FakeEvd extends AbstractEvd {
    private final int qlen;

    FakeEvd(AbstractIa ia, int qlen, int flags) {
      super(ia, null, flags);
      this.qlen = qlen;
    }

    @Override
    protected int implQlen() {
      return qlen;
    }

    @Override
    protected int implState() {
      return 0;
    }

    @Override
    protected int implDequeue(DatEvent event) {
      return DatReturn.QUEUE_EMPTY;
    }

    @Override
    protected int implAwait(long timeoutMicros, int threshold, DatEvent event) {
      return DatReturn.TIMEOUT_EXPIRED;
    }

    @Override
    protected void implFree() {}
  }
}
