package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Ep;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrParam;
import org.dat4j.dat.spi.forward.ForwardingRmr;

/**
 * The RMR of a DAT honest variant: changes the RMR context numbers of the wrapped provider, and may
 * permit a second free.
 */
final class VariantRmr extends ForwardingRmr {
  private final DatVariantLayer layer;
  private volatile boolean freed;

  VariantRmr(DatVariantLayer layer, Rmr delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public int rmrContext() {
    return layer.remoteOut(super.rmrContext());
  }

  @Override
  public void free() {
    layer.free(DatFreedom.RMR_FREED_TWICE, freed, super::free);
    freed = true;
  }

  @Override
  public RmrParam query(int mask) {
    RmrParam param = super.query(mask);
    return new RmrParam(
        param.ia(),
        param.pz(),
        layer.localOut(param.lmrContext()),
        param.address(),
        param.length(),
        param.memPriv(),
        layer.remoteOut(param.rmrContext()));
  }

  @Override
  public int bind(
      int lmrContext, long address, long length, int privileges, Ep ep, long cookie, int flags) {
    return super.bind(layer.localIn(lmrContext), address, length, privileges, ep, cookie, flags);
  }
}
