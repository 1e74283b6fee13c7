package org.dat4j.conformance.spi;

import java.util.List;

/**
 * Result of one run of the stepper, which makes random calls: how many, and the first answer that
 * its model does not allow.
 *
 * @param calls calls that were made
 * @param refusals how many of them were refused, as they had to be
 * @param cancelled it was ended early
 * @param difference what the adapter did that the model does not allow; null when all agrees
 * @param step number of the step it was found in
 * @param from number of the first step of a run that repeats it, with the same seed
 * @param repeat calls to ask for in that run
 * @param replay numbers of the steps that lead to it again, as short as was found; empty without
 * @param history those steps and their answers in words
 * @param program the calls of those steps as a Java program, or a comment that says why there is
 *     none; null of several threads and without a difference
 */
public record StepResult(
    long calls,
    long refusals,
    boolean cancelled,
    String difference,
    long step,
    long from,
    long repeat,
    List<Long> replay,
    List<String> history,
    String program) {

  /**
   * Creates a result that keeps copies of the lists.
   *
   * @param calls calls that were made
   * @param refusals how many were refused
   * @param cancelled ended early
   * @param difference what differs or null
   * @param step where
   * @param from first step to repeat
   * @param repeat calls to repeat
   * @param replay steps that lead to it
   * @param history in words
   * @param program in Java
   */
  public StepResult {
    replay = List.copyOf(replay);
    history = List.copyOf(history);
  }

  /**
   * Tells whether the adapter and the model agree.
   *
   * @return true without a difference
   */
  public boolean agrees() {
    return difference == null;
  }
}
