package org.dat4j.conformance.stepper;

import java.util.List;

/** What one thread does with a provider from an open to the end, compared call by call. */
@FunctionalInterface
public interface Life {
  /**
   * What became of a life.
   *
   * @param difference what differs, or null
   * @param step the last step that was made
   * @param history the calls and their answers in words
   * @param calls calls that were made
   * @param refusals how many were refused
   */
  record Outcome(
      Difference difference, long step, List<String> history, long calls, long refusals) {}

  /**
   * Makes some steps on a provider that is opened anew.
   *
   * @param numbers of the steps, in order; a step depends on its number only and on what there is
   * @param patienceMillis how long something that has to come is waited for
   * @return what became of it
   */
  Outcome live(List<Long> numbers, long patienceMillis);
}
