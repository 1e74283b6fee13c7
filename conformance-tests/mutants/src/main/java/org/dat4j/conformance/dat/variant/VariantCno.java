package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.forward.ForwardingCno;

/**
 * The CNO of a DAT honest variant, a correct provider that uses freedoms of the manual pages: it
 * wakes its waiting threads late.
 */
final class VariantCno extends ForwardingCno {
  private final DatVariantLayer layer;

  VariantCno(DatVariantLayer layer, Cno delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public int await(long timeoutMicros, CnoTrigger trigger) {
    int outcome = super.await(timeoutMicros, trigger);
    if (outcome == DatReturn.SUCCESS) {
      layer.noteNotification();
      layer.delay(DatFreedom.LATE_TRIGGERS);
    } else if (outcome == DatReturn.QUEUE_EMPTY) {
      layer.delay(DatFreedom.LATE_CNO_TIMEOUTS);
    }
    return outcome;
  }
}
