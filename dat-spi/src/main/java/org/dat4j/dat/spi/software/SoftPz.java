package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRmr;

/**
 * The PZ of software backends (loopback, ipc, tcp): an object whose identity alone tells one PZ
 * from another.
 */
final class SoftPz extends AbstractPz {

  private final SoftMemory memory;

  SoftPz(SoftIa ia, SoftMemory memory) {
    super(ia);
    this.memory = memory;
  }

  @Override
  protected AbstractRmr implCreateRmr() {
    return new SoftRmr(this, memory);
  }

  @Override
  protected void implFree() {}
}
