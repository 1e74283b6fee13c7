package org.dat4j.conformance.rsm.mutant.occasion;

import java.util.function.Predicate;

/** An occasion that depends on the call itself: the bytes it moves or the entries of its vector. */
final class TransferOccasion extends RsmOccasion {
  private final Predicate<RsmCall> test;

  TransferOccasion(Predicate<RsmCall> test) {
    this.test = test;
  }

  @Override
  public boolean isMet(RsmCall call) {
    return test.test(call);
  }
}
