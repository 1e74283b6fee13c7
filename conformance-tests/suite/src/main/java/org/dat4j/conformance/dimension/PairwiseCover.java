package org.dat4j.conformance.dimension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

/**
 * Orders the situations of a test for pairwise testing: in the first ones, every two values of
 * different dimensions occur together at least once. The choice is greedy and depends on the seed
 * alone. Single values are preferred to pairs, so that a run that is cut short has met as many
 * values as it can.
 */
public final class PairwiseCover {
  /** What a new value counts, in new pairs. */
  private static final int VALUE_WEIGHT = 1_000;

  /** Two values that occur together; of a single value, both are the same. */
  private record Pair(int dimension, Object value, int otherDimension, Object otherValue) {
    boolean isOfTwo() {
      return dimension != otherDimension;
    }
  }

  private final List<Dimension<?>> dimensions;
  private final List<Situation> situations = new ArrayList<>();
  private final int leading;
  private final int covering;

  /**
   * Chooses the situations.
   *
   * @param dimensions at least one
   * @param possible which situations can be brought about
   * @param random decides among equally good choices
   */
  public PairwiseCover(
      List<Dimension<?>> dimensions, Predicate<Situation> possible, Random random) {
    this.dimensions = List.copyOf(dimensions);
    List<Situation> left = new ArrayList<>();
    combine(new ArrayList<>(), possible, left);
    Collections.shuffle(left, random);
    Weights weights = new Weights(left);
    int firstValues = 0;
    while (weights.missing > 0) {
      situations.add(weights.takeBest(left));
      if (firstValues == 0 && weights.missingValues == 0) {
        firstValues = situations.size();
      }
    }
    leading = firstValues;
    covering = situations.size();
    situations.addAll(left);
  }

  private void combine(
      List<Object> values, Predicate<Situation> possible, List<Situation> combined) {
    if (values.size() == dimensions.size()) {
      Situation situation = new Situation(dimensions, values);
      if (possible.test(situation)) {
        combined.add(situation);
      }
      return;
    }
    for (Object value : dimensions.get(values.size()).values()) {
      values.add(value);
      combine(values, possible, combined);
      values.remove(values.size() - 1);
    }
  }

  /** What each situation that is left would add. A pair counts until a taken situation has it. */
  private static final class Weights {
    /** The pairs of each situation that is left, as numbers. */
    private final List<int[]> pairs = new ArrayList<>();

    /** What a pair counts. */
    private final int[] weight;

    /** How many pairs no taken situation has, and how many values. */
    private int missing;

    private int missingValues;

    private Weights(List<Situation> left) {
      Map<Pair, Integer> numbers = new HashMap<>();
      List<Integer> weights = new ArrayList<>();
      for (Situation situation : left) {
        List<Pair> all = pairs(situation);
        int[] own = new int[all.size()];
        for (int i = 0; i < own.length; i++) {
          Pair pair = all.get(i);
          own[i] = numbers.computeIfAbsent(pair, added -> numbers.size());
          if (own[i] == weights.size()) {
            weights.add(pair.isOfTwo() ? 1 : VALUE_WEIGHT);
            missingValues += pair.isOfTwo() ? 0 : 1;
          }
        }
        pairs.add(own);
      }
      weight = weights.stream().mapToInt(each -> each).toArray();
      missing = weight.length;
    }

    /** Removes the first situation that adds most. */
    private Situation takeBest(List<Situation> left) {
      int best = 0;
      int most = 0;
      for (int i = 0; i < pairs.size(); i++) {
        int score = 0;
        for (int pair : pairs.get(i)) {
          score += weight[pair];
        }
        if (score > most) {
          most = score;
          best = i;
        }
      }
      for (int pair : pairs.remove(best)) {
        missing -= weight[pair] > 0 ? 1 : 0;
        missingValues -= weight[pair] == VALUE_WEIGHT ? 1 : 0;
        weight[pair] = 0;
      }
      return left.remove(best);
    }
  }

  private static List<Pair> pairs(Situation situation) {
    List<Pair> pairs = new ArrayList<>();
    List<Object> values = situation.values();
    for (int i = 0; i < values.size(); i++) {
      for (int j = i; j < values.size(); j++) {
        pairs.add(new Pair(i, values.get(i), j, values.get(j)));
      }
    }
    return pairs;
  }

  /**
   * Returns all possible situations, the covering ones first.
   *
   * @return in the order in which they should be tried
   */
  public List<Situation> situations() {
    return Collections.unmodifiableList(situations);
  }

  /**
   * Tells how many situations have all values.
   *
   * @return number of the first situations that do
   */
  public int leading() {
    return leading;
  }

  /**
   * Tells how many situations cover all pairs.
   *
   * @return number of the first situations that do
   */
  public int covering() {
    return covering;
  }
}
