package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.LmrSpec;

/** A registration: one region under one context, for local and remote use. */
final class SoftLmr extends AbstractLmr {

  private final SoftMemory memory;
  private final Region region;

  SoftLmr(SoftMemory memory, LmrSpec spec, int stag, Region region) {
    super(spec, stag, stag, region.size(), region.base());
    this.memory = memory;
    this.region = region;
  }

  Region region() {
    return region;
  }

  @Override
  protected void implFree() {
    memory.revoke(lmrContext(), region);
  }
}
