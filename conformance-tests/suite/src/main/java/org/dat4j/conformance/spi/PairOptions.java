package org.dat4j.conformance.spi;

import java.util.Set;

/**
 * Options of one run of the pairs, in which the stepper makes every two related calls at once.
 *
 * @param ia name of the adapter or controller
 * @param steps how often each pair is made, at least 1; each time with another offset
 * @param seed decides the order of pairs and offsets
 * @param only a pattern of pair names with {@code *}, or null for all pairs
 * @param seconds after which no further pair begins; 0 for no limit
 * @param without names of capabilities to leave out, as of {@link StepOptions#without()}
 * @param mutant id of a known fault to put in front of the provider; null for none
 * @param twoJvms whether one call of each pair is made in a second JVM
 */
public record PairOptions(
    String ia,
    int steps,
    long seed,
    String only,
    int seconds,
    Set<String> without,
    String mutant,
    boolean twoJvms) {

  /** How often each pair is made unless the user chooses: one step in ten has to meet. */
  public static final int USUAL_STEPS = 200;

  /**
   * Creates options that keep a copy of the set.
   *
   * @param ia name of the adapter or controller
   * @param steps how often each pair is made
   * @param seed decides the order
   * @param only a pattern or null
   * @param seconds the limit or 0
   * @param without names to leave out
   * @param mutant a known fault or null
   * @param twoJvms whether one call is made in a second JVM
   * @throws IllegalArgumentException if steps is below 1 or seconds is negative
   */
  public PairOptions {
    if (steps < 1 || seconds < 0) {
      throw new IllegalArgumentException("steps " + steps + ", seconds " + seconds + ": too small");
    }
    without = Set.copyOf(without);
  }
}
