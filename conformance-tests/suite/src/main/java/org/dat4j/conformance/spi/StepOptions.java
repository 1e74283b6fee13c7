package org.dat4j.conformance.spi;

import java.util.List;
import java.util.Set;

/**
 * Options of one run of the stepper, which makes random calls and compares the answers with a
 * model.
 *
 * @param ia name of the adapter
 * @param calls calls to make, at least 1
 * @param threads threads that make them, at least 1. With one thread every answer is compared with
 *     the model; with more, only what holds in every order of the calls
 * @param seed decides everything that is random
 * @param from number of the first step, 0 or more
 * @param replay numbers of the steps to make instead, in order; empty for a run by count
 * @param without names of calls and capabilities to leave out
 * @param mutant id of a known fault to put in front of the adapter, see {@code dat4j mutants}; null
 *     for none
 */
public record StepOptions(
    String ia,
    long calls,
    int threads,
    long seed,
    long from,
    List<Long> replay,
    Set<String> without,
    String mutant) {

  /**
   * Creates options that keep copies of the lists.
   *
   * @param ia name of the adapter
   * @param calls calls to make
   * @param threads threads that make them
   * @param seed decides everything that is random
   * @param from number of the first step
   * @param replay steps to make instead
   * @param without names to leave out
   * @param mutant a known fault or null
   * @throws IllegalArgumentException if calls or threads are below 1, or from is negative
   */
  public StepOptions {
    if (calls < 1 || threads < 1 || from < 0) {
      throw new IllegalArgumentException(
          "calls " + calls + ", threads " + threads + ", from " + from + ": too small");
    }
    replay = List.copyOf(replay);
    without = Set.copyOf(without);
  }

  /**
   * Makes options for a run of a number of calls.
   *
   * @param ia name of the adapter
   * @param calls calls to make
   * @param threads threads that make them
   * @param seed decides everything that is random
   * @return the options
   */
  public static StepOptions of(String ia, long calls, int threads, long seed) {
    return new StepOptions(ia, calls, threads, seed, 0, List.of(), Set.of(), null);
  }
}
