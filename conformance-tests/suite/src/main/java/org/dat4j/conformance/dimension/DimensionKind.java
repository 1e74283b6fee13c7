package org.dat4j.conformance.dimension;

import java.util.Locale;
import java.util.Optional;

/**
 * The six kinds of dimensions, in which faults hide that one small call alone does not show. A
 * report says for each clause which of them its checks varied.
 */
public enum DimensionKind {
  /** How long a transfer or memory is, in bytes, segments or pages. */
  SIZE,
  /** How often the same happened before, or what happened before: a drain, resize, reconnect. */
  OCCURRENCE,
  /** How many requests, events or objects there are at once, and the place of one among them. */
  NUMBER,
  /** Attributes, flags and rights of the objects, and the settings of the provider. */
  ATTRIBUTES,
  /** When a call is made, as measured by another call or a transfer that is under way. */
  MOMENT,
  /** Where the other side is, and what it does meanwhile. */
  OTHER_SIDE;

  /**
   * Finds a kind by its label.
   *
   * @param label as {@link #label} returns it
   * @return the kind, or empty
   */
  public static Optional<DimensionKind> of(String label) {
    for (DimensionKind kind : values()) {
      if (kind.label().equals(label)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the word for tables and reports.
   *
   * @return the name in lower case, such as {@code other side}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
