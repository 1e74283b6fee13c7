package org.dat4j.conformance.stepper;

import java.util.List;

/**
 * A session of a stepper with one thread: the calls on one provider, from its open to its end, each
 * compared with the model.
 */
@FunctionalInterface
public interface StepSession {
  /**
   * The outcome of a session.
   *
   * @param difference what differs, or null
   * @param step the last step that was made
   * @param history the calls and their answers in words
   * @param calls calls that were made
   * @param refusals how many were refused
   * @param program that repeats the difference, in Java; null if the session was not recorded
   */
  record Outcome(
      Difference difference,
      long step,
      List<String> history,
      long calls,
      long refusals,
      String program) {}

  /**
   * Makes some steps on a provider that is opened anew.
   *
   * @param numbers of the steps, in order; a step depends on its number only and on what there is
   * @param patienceMillis how long something that has to come is waited for
   * @return what became of it
   */
  Outcome live(List<Long> numbers, long patienceMillis);

  /**
   * Makes some steps as {@link #live} does, and records them as a program.
   *
   * @param numbers of the steps, in order
   * @param patienceMillis how long something that has to come is waited for
   * @return what became of it
   */
  default Outcome recorded(List<Long> numbers, long patienceMillis) {
    return live(numbers, patienceMillis);
  }
}
