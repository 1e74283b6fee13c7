package org.dat4j.conformance.report;

import java.util.Locale;

/** Verdict of a certificate in one word: conformant, with deviations, partial or failed. */
public enum CertificateLevel {
  /** Every demanded run was made, and every clause holds, is refused as declared, or is vacuous. */
  CONFORMANT,
  /** As conformant, except for the lines of a deviation file that have not expired. */
  WITH_DEVIATIONS,
  /** Nothing failed, but a demanded run is missing; never called conformant. */
  PARTIAL,
  /** A run found a failure. */
  FAILED;

  /**
   * Returns the spelling in reports.
   *
   * @return the name in lower case with blanks
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
