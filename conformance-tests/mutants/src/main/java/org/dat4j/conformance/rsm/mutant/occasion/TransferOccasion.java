package org.dat4j.conformance.rsm.mutant.occasion;

import java.util.function.Predicate;

/**
 * An occasion of an RSM mutant: its fault acts only on calls with a certain number of bytes or of
 * vector entries.
 */
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
