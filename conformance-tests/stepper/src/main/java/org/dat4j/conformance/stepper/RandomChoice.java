package org.dat4j.conformance.stepper;

import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A source of the random decisions of one step of a stepper, computed from the seed and the step's
 * number only. So a step decides alike when earlier steps are left out.
 */
public final class RandomChoice {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long state;

  /**
   * Makes the decisions of a step.
   *
   * @param seed of the run
   * @param number of the step
   */
  public RandomChoice(long seed, long number) {
    state = mix(seed) ^ mix(number * GOLDEN + 1);
  }

  private static long mix(long value) {
    long z = value;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Decides a number.
   *
   * @return any
   */
  public long next() {
    state += GOLDEN;
    return mix(state);
  }

  /**
   * Decides a number.
   *
   * @param bound 1 or more
   * @return 0 to bound - 1
   */
  public int below(int bound) {
    return (int) Math.floorMod(next() >>> 1, (long) bound);
  }

  /**
   * Decides whether something rare happens.
   *
   * @param n how rare
   * @return true once in n times
   */
  public boolean oneIn(int n) {
    return below(n) == 0;
  }

  /**
   * Decides a number.
   *
   * @param least the smallest
   * @param most the largest
   * @return one of those
   */
  public int between(int least, int most) {
    return least + below(most - least + 1);
  }

  /**
   * Picks a value.
   *
   * @param values at least one
   * @param <T> what they are
   * @return one of them
   */
  public <T> T of(List<T> values) {
    return values.get(below(values.size()));
  }

  /**
   * Picks the value whose number suits this decision best. Other values beside it do not change the
   * pick while it is there.
   *
   * @param values any number of them
   * @param number the stable number of a value
   * @param <T> what they are
   * @return one of them; null of none
   */
  public <T> T pick(Collection<T> values, ToLongFunction<T> number) {
    long key = next();
    T best = null;
    long bestRank = 0;
    for (T value : values) {
      long rank = mix(key ^ mix(number.applyAsLong(value) + GOLDEN));
      if (best == null || rank < bestRank) {
        best = value;
        bestRank = rank;
      }
    }
    return best;
  }
}
