package org.dat4j.conformance.rsm.mutant.occasion;

import java.util.function.Predicate;
import org.dat4j.conformance.mutant.CallsUnderWay;

/**
 * An occasion of an RSM mutant: its fault acts only while another thread waits for signals, or
 * moves data.
 */
final class BesideCallOccasion extends RsmOccasion {
  private final Predicate<RsmCall> concerned;
  private final CallsUnderWay underWay = new CallsUnderWay();

  BesideCallOccasion(String kind) {
    this.concerned =
        switch (kind) {
          case "wait" -> call -> call.method().equals("await");
          case "poll" -> call -> call.name().equals(OutstandingCallOccasion.POLL);
          case "transfer" -> RsmCall::moves;
          default -> throw new IllegalArgumentException("a call beside '" + kind + "'");
        };
  }

  @Override
  public void begin(RsmCall call) {
    if (concerned.test(call)) {
      underWay.begin();
    }
  }

  @Override
  public void end(RsmCall call, Object answer, boolean succeeded) {
    if (concerned.test(call)) {
      underWay.end();
    }
  }

  @Override
  public boolean isMet(RsmCall call) {
    return underWay.isAnother();
  }
}
