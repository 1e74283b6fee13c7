package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Pz;
import org.dat4j.dat.spi.forward.ForwardingPz;

/** A protection zone of an honest variant: a second free of it may succeed. */
final class VariantPz extends ForwardingPz {
  private final VariantLayer layer;
  private volatile boolean freed;

  VariantPz(VariantLayer layer, Pz delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public void free() {
    layer.free(Freedom.PZ_FREED_TWICE, freed, super::free);
    freed = true;
  }
}
