package org.dat4j.conformance.catalogue;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Snapshot of the attributes that the backend under test declares, each a number or a text; they
 * decide which clauses the suite tests. It is taken once at the start of a run. Booleans are 0 and
 * 1. Immutable and thread-safe.
 */
public final class Capabilities {
  private final Map<String, Object> values;

  private Capabilities(Map<String, Object> values) {
    this.values = values;
  }

  /**
   * Takes a copy of a map.
   *
   * @param values numbers as {@code Long}, everything else as {@code String}
   * @return the snapshot
   * @throws IllegalArgumentException if a value is neither
   */
  public static Capabilities of(Map<String, Object> values) {
    values.forEach(
        (name, value) -> {
          if (!(value instanceof Long) && !(value instanceof String)) {
            throw new IllegalArgumentException(
                "capability " + name + " is " + value + "; only Long and String are allowed");
          }
        });
    return new Capabilities(Collections.unmodifiableMap(new TreeMap<>(values)));
  }

  /**
   * Reads one value.
   *
   * @param name attribute name as in the contract
   * @return a {@code Long} or {@code String}
   * @throws IllegalArgumentException if the snapshot lacks the name
   */
  public Object get(String name) {
    Object value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException(
          "capability '" + name + "' is not known; known are " + values.keySet());
    }
    return value;
  }

  /**
   * Reads a number.
   *
   * @param name attribute name as in the contract
   * @return its value
   * @throws IllegalArgumentException if it is unknown or a text
   */
  public long number(String name) {
    if (get(name) instanceof Long number) {
      return number;
    }
    throw new IllegalArgumentException("capability '" + name + "' is a text: " + get(name));
  }

  /**
   * Lists all values.
   *
   * @return an unmodifiable map sorted by name
   */
  public Map<String, Object> all() {
    return values;
  }
}
