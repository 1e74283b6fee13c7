package org.dat4j.conformance.dimension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
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
    Set<Pair> missing = new HashSet<>();
    left.forEach(situation -> missing.addAll(pairs(situation)));
    int firstValues = 0;
    while (!missing.isEmpty()) {
      Situation best = best(left, missing);
      missing.removeAll(pairs(best));
      left.remove(best);
      situations.add(best);
      if (firstValues == 0 && missing.stream().allMatch(Pair::isOfTwo)) {
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

  private static Situation best(List<Situation> left, Set<Pair> missing) {
    Situation best = null;
    int most = 0;
    for (Situation situation : left) {
      int score = 0;
      for (Pair pair : pairs(situation)) {
        if (missing.contains(pair)) {
          score += pair.isOfTwo() ? 1 : VALUE_WEIGHT;
        }
      }
      if (score > most) {
        most = score;
        best = situation;
      }
    }
    return best;
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
