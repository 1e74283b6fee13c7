package org.dat4j.conformance.spi;

/**
 * Result of one pair: two calls that two threads made at once, on objects in one state.
 *
 * @param name the pair as {@code object/state/first+second}
 * @param object the kind of object, such as {@code evd}
 * @param verdict what became of it
 * @param steps how often the two calls were made
 * @param inside in how many steps the second call began, and ended or blocked, inside the first;
 *     the verdict counts these
 * @param across in how many steps the second call began inside the first and outlasted it, without
 *     a block
 * @param firstOrder steps that only the order "first, then second" explains
 * @param secondOrder steps that only the order "second, then first" explains
 * @param blocked steps that are explained by a second call while the first one waits, or the
 *     reverse
 * @param problem what no order explains, with state, offset and step; null if there is nothing
 * @param millis how long the pair took
 * @param firstNanos the typical length of the first call, in nanoseconds
 * @param secondNanos the typical length of the second call, in nanoseconds
 */
public record PairResult(
    String name,
    String object,
    Verdict verdict,
    int steps,
    int inside,
    int across,
    int firstOrder,
    int secondOrder,
    int blocked,
    String problem,
    long millis,
    long firstNanos,
    long secondNanos) {

  /** The verdict on a pair. */
  public enum Verdict {
    /** The calls met often enough, and each outcome is that of one order. */
    PASSED,
    /**
     * Each outcome is that of one order. The second call takes longer than the first, so it cannot
     * end inside it; the same calls met in the other order.
     */
    MEETS_IN_THE_OTHER_ORDER,
    /** Each outcome is that of one order, but the calls met in too few steps. */
    NOT_MET,
    /** An outcome that no order explains. */
    FAILED,
    /** A call did not return. */
    HUNG
  }

  /**
   * Gives the same pair another verdict.
   *
   * @param other the verdict
   * @return this result with that verdict
   */
  public PairResult withVerdict(Verdict other) {
    return new PairResult(
        name,
        object,
        other,
        steps,
        inside,
        across,
        firstOrder,
        secondOrder,
        blocked,
        problem,
        millis,
        firstNanos,
        secondNanos);
  }

  /**
   * Tells whether the second call takes longer than the first: then it can begin inside of the
   * first, but not end there.
   *
   * @return true if it is longer
   */
  public boolean isSecondLonger() {
    return secondNanos > firstNanos;
  }

  /**
   * Tells whether the pair accuses the provider.
   *
   * @return true for a failed or hung pair
   */
  public boolean isFault() {
    return verdict == Verdict.FAILED || verdict == Verdict.HUNG;
  }
}
