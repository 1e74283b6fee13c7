package org.dat4j.conformance.stepper;

/** A run of random calls. Run once; {@link #cancel()} may come from any thread. */
public interface StepRun {
  /** Ends the run soon; what was found is still reported. */
  void cancel();

  /**
   * Runs.
   *
   * @return what was found; at most one difference, the first
   * @throws IllegalArgumentException if there is no such mutant
   */
  StepResult run();
}
