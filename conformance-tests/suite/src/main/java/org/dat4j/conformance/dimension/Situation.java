package org.dat4j.conformance.dimension;

import java.util.List;

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

  List<Dimension<?>> dimensions() {
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
