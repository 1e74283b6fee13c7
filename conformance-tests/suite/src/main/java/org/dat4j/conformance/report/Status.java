package org.dat4j.conformance.report;

import java.util.Locale;

/** Status of one clause after a run of the suite: passed, failed, refused and so on. */
public enum Status {
  /** At least one bound check was executed and all of them held. */
  PASSED,
  /** A bound check did not hold or was not reached, or a deviation line is wrong. */
  FAILED,
  /** The backend lacks the capability, and a test proved that it refuses the use. */
  REFUSED,
  /** The Java language makes the clause hold. */
  VACUOUS,
  /** Failed as its line in the deviation file says. */
  DEVIATION,
  /** A test exists and was not executed: capability absent, or the run was cancelled. */
  NOTRUN,
  /** No test exists yet. */
  UNTESTED,
  /** No test can decide the clause; the catalogue says why. */
  UNTESTABLE;

  /**
   * Returns the spelling in reports.
   *
   * @return the name in lower case
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
