package org.dat4j.conformance.spi;

/**
 * One run of the stepper, prepared and ready to start: makes random calls and compares the answers
 * with a model of the contract. Run once; {@link #cancel()} may come from any thread.
 */
public interface StepRun {
  /** Ends the run soon; what was found is still reported. */
  void cancel();

  /**
   * Makes the calls of the run.
   *
   * @return what was found; at most one difference, the first
   * @throws IllegalArgumentException if there is no such mutant
   */
  StepResult run();
}
