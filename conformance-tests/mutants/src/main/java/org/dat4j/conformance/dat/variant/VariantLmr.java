package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.spi.forward.ForwardingLmr;

/**
 * The LMR of a DAT honest variant: changes the LMR and RMR context numbers of the wrapped provider,
 * and may permit a second free.
 */
final class VariantLmr extends ForwardingLmr {
  private final DatVariantLayer layer;
  private volatile boolean freed;

  VariantLmr(DatVariantLayer layer, Lmr delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public int lmrContext() {
    return layer.localOut(super.lmrContext());
  }

  @Override
  public int rmrContext() {
    return layer.remoteOut(super.rmrContext());
  }

  @Override
  public void free() {
    layer.free(DatFreedom.LMR_FREED_TWICE, freed, super::free);
    freed = true;
  }

  @Override
  public LmrParam query(int mask) {
    LmrParam param = super.query(mask);
    return new LmrParam(
        param.ia(),
        param.memType(),
        param.regionDesc(),
        param.length(),
        param.pz(),
        param.memPriv(),
        layer.localOut(param.lmrContext()),
        layer.remoteOut(param.rmrContext()),
        param.registeredSize(),
        param.registeredAddress());
  }
}
