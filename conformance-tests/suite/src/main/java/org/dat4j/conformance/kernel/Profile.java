package org.dat4j.conformance.kernel;

import java.util.Locale;

/**
 * Strictness of a run of the suite where the contract leaves a choice: accept every allowed
 * outcome, or only the one that the catalogue names.
 */
public enum Profile {
  /** Any outcome that a page allows. */
  NORMAL,
  /** The alternative that the catalogue's {@code strict} column decides. */
  STRICT;

  /**
   * Returns the spelling in options and reports.
   *
   * @return the name in lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
