package org.dat4j.conformance.dimension;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A parameter of a test, such as the size of a transfer: its kind, the values to try, and those
 * left out with the reason. Two with the same name are equal. Immutable.
 *
 * @param <T> type of the values; their texts stand in reports
 */
// The arrays of values are read at once and kept by nobody.
@SuppressWarnings("varargs")
public final class Dimension<T> {
  /** Null for a choice. */
  private final DimensionKind kind;

  private final String name;
  private final List<T> values;
  private final Map<String, String> leftOut;

  private Dimension(DimensionKind kind, String name, List<T> values, Map<String, String> leftOut) {
    this.kind = kind;
    this.name = name;
    this.values = List.copyOf(values);
    this.leftOut = leftOut;
  }

  /**
   * Makes a dimension of the kind {@link DimensionKind#SIZE}.
   *
   * @param name what differs, such as {@code size of the Reads}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> size(String name, T... values) {
    return of(DimensionKind.SIZE, name, values);
  }

  /**
   * Makes a dimension of the kind {@link DimensionKind#OCCURRENCE}.
   *
   * @param name what differs, such as {@code occurrence}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> occurrence(String name, T... values) {
    return of(DimensionKind.OCCURRENCE, name, values);
  }

  /**
   * Makes a dimension of the kind {@link DimensionKind#NUMBER}.
   *
   * @param name what differs, such as {@code number of requests}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> number(String name, T... values) {
    return of(DimensionKind.NUMBER, name, values);
  }

  /**
   * Makes a dimension of the kind {@link DimensionKind#ATTRIBUTES}.
   *
   * @param name what differs, such as {@code max_request_dtos}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> attributes(String name, T... values) {
    return of(DimensionKind.ATTRIBUTES, name, values);
  }

  /**
   * Makes a dimension of the kind {@link DimensionKind#MOMENT}.
   *
   * @param name what differs, such as {@code moment}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> moment(String name, T... values) {
    return of(DimensionKind.MOMENT, name, values);
  }

  /**
   * Makes a dimension of the kind {@link DimensionKind#OTHER_SIDE}.
   *
   * @param name what differs, such as {@code state of the other side}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> otherSide(String name, T... values) {
    return of(DimensionKind.OTHER_SIDE, name, values);
  }

  /**
   * Makes a dimension of none of the six kinds: which of several calls or objects is checked. It
   * says nothing about the situation.
   *
   * @param name what differs, such as {@code transfer}
   * @param values at least one
   * @param <T> type of the values
   * @return the dimension, nothing left out
   */
  @SafeVarargs
  public static <T> Dimension<T> choice(String name, T... values) {
    return of(null, name, values);
  }

  private static <T> Dimension<T> of(DimensionKind kind, String name, T[] values) {
    return new Dimension<>(kind, name, List.of(values), Map.of());
  }

  /**
   * Takes some of the values; the others do not apply, which is nothing to report.
   *
   * @param applies whether a value is meant
   * @return a new dimension of the same name
   */
  public Dimension<T> only(Predicate<? super T> applies) {
    return new Dimension<>(kind, name, values.stream().filter(applies).toList(), leftOut);
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
    return new Dimension<>(kind, name, kept, out);
  }

  /**
   * Returns the kind.
   *
   * @return one of the six, or empty for a choice
   */
  public Optional<DimensionKind> kind() {
    return Optional.ofNullable(kind);
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
