package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.forward.ForwardingCno;

/** A CNO of an honest variant: wakes its waiters late. */
final class VariantCno extends ForwardingCno {
  private final VariantLayer layer;

  VariantCno(VariantLayer layer, Cno delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public int await(long timeoutMicros, CnoTrigger trigger) {
    int outcome = super.await(timeoutMicros, trigger);
    if (outcome == DatReturn.SUCCESS) {
      layer.noteNotification();
      layer.delay(Freedom.LATE_TRIGGERS);
    } else if (outcome == DatReturn.QUEUE_EMPTY) {
      layer.delay(Freedom.LATE_CNO_TIMEOUTS);
    }
    return outcome;
  }
}
