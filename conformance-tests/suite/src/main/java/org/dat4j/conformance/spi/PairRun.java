package org.dat4j.conformance.spi;

/**
 * One run of the pairs, prepared and ready to start: makes every two related calls at once and
 * checks that one order explains the outcome. Run once; {@link #cancel()} may come from any thread.
 */
public interface PairRun {
  /** Ends the run soon; what was found is still reported. */
  void cancel();

  /**
   * Makes the pairs of the run.
   *
   * @return what was found
   * @throws IllegalArgumentException if there is no such mutant or no such pair
   */
  PairsResult run();
}
