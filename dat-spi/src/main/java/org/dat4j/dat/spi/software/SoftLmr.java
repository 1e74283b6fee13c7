package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/**
 * The local memory region of software backends (loopback, ipc, tcp): one {@link MemoryRegion} under
 * one context, for local and remote use.
 */
final class SoftLmr extends AbstractLmr {

  private final SoftMemory memory;
  private final MemoryRegion region;

  SoftLmr(SoftMemory memory, LmrSpec spec, int stag, MemoryRegion region) {
    super(spec, stag, stag, region.size(), region.base());
    this.memory = memory;
    this.region = region;
  }

  MemoryRegion region() {
    return region;
  }

  @Override
  protected void implFree() {
    memory.revoke(lmrContext(), region);
  }
}
