package org.dat4j.conformance.mutant;

/**
 * A value in a call and its limit: one row of the table {@code bounds.tsv}.
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
