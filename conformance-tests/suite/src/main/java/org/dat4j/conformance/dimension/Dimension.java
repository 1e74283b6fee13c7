package org.dat4j.conformance.dimension;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A parameter of a test, such as the size of a transfer: the values to try, and those left out with
 * the reason. Two with the same name are equal. Immutable.
 *
 * @param <T> type of the values; their texts stand in reports
 */
public final class Dimension<T> {
  private final String name;
  private final List<T> values;
  private final Map<String, String> leftOut;

  private Dimension(String name, List<T> values, Map<String, String> leftOut) {
    this.name = name;
    this.values = List.copyOf(values);
    this.leftOut = leftOut;
  }

  /**
   * Makes a dimension.
   *
   * @param name what differs, such as {@code size}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> of(String name, T... values) {
    List<T> list = new ArrayList<>();
    for (T value : values) {
      list.add(value);
    }
    return new Dimension<>(name, list, Map.of());
  }

  /**
   * Takes some of the values; the others do not apply, which is nothing to report.
   *
   * @param applies whether a value is meant
   * @return a new dimension of the same name
   */
  public Dimension<T> only(Predicate<? super T> applies) {
    return new Dimension<>(name, values.stream().filter(applies).toList(), leftOut);
  }

  /**
   * Leaves out the values that cannot be tried on this backend.
   *
   * @param possible whether a value can be tried
   * @param reason why the others cannot, for the report
   * @return a new dimension with the possible values
   */
  public Dimension<T> where(Predicate<? super T> possible, String reason) {
    List<T> kept = new ArrayList<>();
    Map<String, String> out = new LinkedHashMap<>(leftOut);
    for (T value : values) {
      if (possible.test(value)) {
        kept.add(value);
      } else {
        out.put(String.valueOf(value), reason);
      }
    }
    return new Dimension<>(name, kept, out);
  }

  /**
   * Returns the name.
   *
   * @return what differs
   */
  public String name() {
    return name;
  }

  /**
   * Returns the values to try.
   *
   * @return in the order of their statement
   */
  public List<T> values() {
    return values;
  }

  /**
   * Returns the values that are left out.
   *
   * @return text of the value and reason
   */
  public Map<String, String> leftOut() {
    return leftOut;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Dimension<?> dimension && dimension.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
