package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.LmrSpec;

/** A registration: one region under one context, for local and remote use. */
final class SoftLmr extends AbstractLmr {

  private final SoftIa ia;
  private final Region region;

  SoftLmr(SoftIa ia, LmrSpec spec, int stag, long base, Region region) {
    super(spec, stag, stag, spec.length(), base);
    this.ia = ia;
    this.region = region;
  }

  @Override
  protected void implFree() {
    ia.revoke(lmrContext(), region);
  }
}
