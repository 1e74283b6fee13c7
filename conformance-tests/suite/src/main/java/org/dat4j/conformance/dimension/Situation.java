package org.dat4j.conformance.dimension;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * One combination of values that a test checks its clauses with: a value for each dimension that it
 * varies, such as size and number. Immutable.
 */
public final class Situation {
  private final List<Dimension<?>> dimensions;
  private final List<Object> values;

  Situation(List<Dimension<?>> dimensions, List<Object> values) {
    this.dimensions = dimensions;
    this.values = List.copyOf(values);
  }

  /**
   * Makes the situations that differ in one dimension only.
   *
   * @param dimension the dimension
   * @return one for each value
   */
  public static List<Situation> each(Dimension<?> dimension) {
    return dimension.values().stream()
        .map(value -> new Situation(List.of(dimension), List.of((Object) value)))
        .toList();
  }

  /**
   * Makes two situations that have different values in each dimension with two values or more. The
   * first one has the size that is stated earlier, so that it is quick.
   *
   * @param dimensions each with at least one value
   * @param random decides about the values
   * @return two situations
   */
  public static List<Situation> twoUnlike(List<Dimension<?>> dimensions, Random random) {
    List<Object> first = new ArrayList<>();
    List<Object> second = new ArrayList<>();
    for (Dimension<?> dimension : dimensions) {
      List<Object> values = new ArrayList<>(dimension.values());
      Collections.shuffle(values, random);
      Object one = values.get(0);
      Object other = values.get(values.size() - 1);
      boolean swaps =
          dimension.kind().equals(Optional.of(DimensionKind.SIZE))
              && dimension.values().indexOf(one) > dimension.values().indexOf(other);
      first.add(swaps ? other : one);
      second.add(swaps ? one : other);
    }
    return List.of(new Situation(dimensions, first), new Situation(dimensions, second));
  }

  /**
   * Leaves dimensions out.
   *
   * @param kept the others
   * @return a situation with their values
   */
  public Situation only(Set<Dimension<?>> kept) {
    List<Dimension<?>> left = dimensions.stream().filter(kept::contains).toList();
    return new Situation(left, left.stream().map(each -> (Object) get(each)).toList());
  }

  /**
   * Returns the value of a dimension.
   *
   * @param dimension one that the test has stated
   * @param <T> type of the value
   * @return the value to try
   */
  @SuppressWarnings("unchecked")
  public <T> T get(Dimension<T> dimension) {
    return (T) values.get(dimensions.indexOf(dimension));
  }

  /**
   * Returns the dimensions.
   *
   * @return in the order of the test's statement
   */
  public List<Dimension<?>> dimensions() {
    return dimensions;
  }

  List<Object> values() {
    return values;
  }

  /** Returns names and values, such as {@code size 65537, occurrence second}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      text.append(i == 0 ? "" : ", ")
          .append(dimensions.get(i).name())
          .append(' ')
          .append(values.get(i));
    }
    return text.toString();
  }
}
