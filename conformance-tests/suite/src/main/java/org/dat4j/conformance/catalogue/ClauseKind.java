package org.dat4j.conformance.catalogue;

import java.util.Locale;

/**
 * Subject of a clause (return code, state, event, memory and so on), as written in the {@code kind}
 * column of a catalogue.
 */
public enum ClauseKind {
  /** A return code of a call. */
  RETURN,
  /** Behaviour that no other kind covers. */
  SEMANTIC,
  /** A state of an object or a transition between states. */
  STATE,
  /** An event: its kind, content, place or number. */
  EVENT,
  /** Memory content or access rights. */
  MEMORY,
  /** An attribute, parameter or constant. */
  ATTR,
  /** Use by several threads. */
  MT;

  /**
   * Finds a kind by its catalogue spelling.
   *
   * @param text the column content, lower case
   * @return the kind, or {@code null} when there is none of that name
   */
  public static ClauseKind of(String text) {
    for (ClauseKind kind : values()) {
      if (kind.label().equals(text)) {
        return kind;
      }
    }
    return null;
  }

  /**
   * Returns the catalogue spelling.
   *
   * @return the name in lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
