package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.spi.forward.ForwardingLmr;

/** A local memory region of an honest variant: has the variant's contexts. */
final class VariantLmr extends ForwardingLmr {
  private final VariantLayer layer;
  private volatile boolean freed;

  VariantLmr(VariantLayer layer, Lmr delegate) {
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
    layer.free(Freedom.LMR_FREED_TWICE, freed, super::free);
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
