package org.dat4j.conformance.rsm.mutant;

import org.dat4j.conformance.rsm.mutant.occasion.RsmCall;
import org.dat4j.conformance.rsm.mutant.occasion.RsmOccasion;
import org.dat4j.rsm.RsmReturn;

/**
 * Wraps another fault of an RSM mutant so that it acts only on an occasion, such as a transfer
 * above a size. Otherwise the provider does what it should.
 */
final class OccasionalRsmFault implements RsmFault {
  private final RsmOccasion occasion;
  private final RsmFault fault;

  OccasionalRsmFault(RsmOccasion occasion, RsmFault fault) {
    this.occasion = occasion;
    this.fault = fault;
  }

  @Override
  public Object call(Invocation call) {
    RsmCall seen = new RsmCall(call.name(), call.object(), call.arguments().clone());
    Object answer = null;
    boolean succeeded = false;
    occasion.begin(seen);
    try {
      answer = occasion.isMet(seen) ? fault.call(call) : fault.pass(call);
      succeeded = !call.outcome() || answer.equals(RsmReturn.SUCCESS);
      return answer;
    } finally {
      occasion.end(seen, answer, succeeded);
    }
  }
}
