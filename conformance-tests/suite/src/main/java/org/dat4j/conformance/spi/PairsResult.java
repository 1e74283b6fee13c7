package org.dat4j.conformance.spi;

import java.util.List;

/**
 * Result of one run of the pairs, in which the stepper makes every two related calls at once.
 *
 * @param options what was asked for
 * @param contract {@code dat} or {@code rsm}
 * @param pairs one result for each pair that was made, in the order of their names
 * @param left pairs that were not made, as the time was over or the run was ended
 * @param cancelled the run was ended early
 * @param leastMet in how many steps of a pair its calls have to meet
 */
public record PairsResult(
    PairOptions options,
    String contract,
    List<PairResult> pairs,
    int left,
    boolean cancelled,
    int leastMet) {

  /**
   * Creates a result that keeps a copy of the list.
   *
   * @param options what was asked for
   * @param contract the contract
   * @param pairs one result each
   * @param left pairs that were not made
   * @param cancelled ended early
   * @param leastMet steps in which calls have to meet
   */
  public PairsResult {
    pairs = List.copyOf(pairs);
  }

  /**
   * Tells whether no pair accuses the provider.
   *
   * @return true without a failed or hung pair
   */
  public boolean agrees() {
    return pairs.stream().noneMatch(PairResult::isFault);
  }

  /**
   * Counts the pairs with a verdict.
   *
   * @param verdict the verdict
   * @return how many pairs have it
   */
  public long count(PairResult.Verdict verdict) {
    return pairs.stream().filter(pair -> pair.verdict() == verdict).count();
  }
}
