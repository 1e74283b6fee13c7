package org.dat4j.conformance.mutant;

/**
 * A limit on an argument of a call, one row of {@code bounds.tsv}, from which mutants that check it
 * wrongly are made.
 *
 * @param <F> a fault of the contract
 */
public interface BoundedValue<F> {
  /**
   * Tells which side of the limit is forbidden.
   *
   * @return the side
   */
  BoundSide side();

  /**
   * Makes the fault of a mutant.
   *
   * @param accepts whether it accepts what is forbidden; otherwise it refuses what is permitted
   * @return a new fault
   */
  F fault(boolean accepts);
}
