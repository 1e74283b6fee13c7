package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Pz;
import org.dat4j.dat.spi.forward.ForwardingPz;

/**
 * The PZ of a DAT honest variant, a correct provider that uses freedoms of the manual pages: a
 * second free of it may succeed.
 */
final class VariantPz extends ForwardingPz {
  private final DatVariantLayer layer;
  private volatile boolean freed;

  VariantPz(DatVariantLayer layer, Pz delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public void free() {
    layer.free(DatFreedom.PZ_FREED_TWICE, freed, super::free);
    freed = true;
  }
}
