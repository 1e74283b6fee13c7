package org.dat4j.conformance.dat.mutant.situation;

import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.EventFilter;
import org.dat4j.conformance.dat.mutant.occasion.Occasion;
import org.dat4j.dat.spi.forward.Call;

/**
 * Wraps another fault of a DAT mutant so that it acts only on an occasion, such as a transfer above
 * a size or two outstanding. Otherwise the provider does what it should.
 */
public final class OccasionalFault implements DatFault {
  private final Occasion occasion;
  private final DatFault fault;

  /**
   * Limits a fault.
   *
   * @param occasion when the fault acts
   * @param fault the fault
   */
  public OccasionalFault(Occasion occasion, DatFault fault) {
    this.occasion = occasion;
    this.fault = fault;
    if (fault instanceof EventFilter filter) {
      filter.actOn(occasion);
    }
  }

  @Override
  public Object call(Call call) {
    occasion.begin(call);
    Object answer = null;
    boolean succeeded = false;
    try {
      boolean acts = Occasion.takes(call) || occasion.isMet(call);
      answer = acts ? fault.call(call) : fault.pass(call);
      succeeded = Occasion.isSuccess(call, answer);
      return answer;
    } finally {
      occasion.end(call, answer, succeeded);
    }
  }
}
