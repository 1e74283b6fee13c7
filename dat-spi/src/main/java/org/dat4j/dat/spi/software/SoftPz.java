package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.AbstractPz;

/** A zone is its identity. */
final class SoftPz extends AbstractPz {

  SoftPz(SoftIa ia) {
    super(ia);
  }

  @Override
  protected void implFree() {}
}
