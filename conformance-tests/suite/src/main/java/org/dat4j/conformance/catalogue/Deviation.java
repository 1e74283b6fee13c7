package org.dat4j.conformance.catalogue;

import java.time.LocalDate;
import java.util.Locale;

/**
 * One line of a backend's deviation file: a clause that the backend is known to fail, with reason,
 * owner and expiry.
 *
 * @param clause the clause id
 * @param reason what happens instead
 * @param owner the person or team that takes care of it
 * @param expiry last day on which the line counts
 * @param kind whether it always or only sometimes happens
 * @param line number of the line in its file, from 1
 */
public record Deviation(
    String clause, String reason, String owner, LocalDate expiry, Kind kind, int line) {

  /** The reliability with which a deviation shows. */
  public enum Kind {
    /** The clause fails in every run; a pass fails the run, as the line is then wrong. */
    DEFECT,
    /** The clause fails in some runs; a pass is no failure of the run. */
    INTERMITTENT;

    /**
     * Returns the spelling in a file.
     *
     * @return the name in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Tells whether the line no longer counts.
   *
   * @param today the day of the run
   * @return true when the expiry day is over
   */
  public boolean expired(LocalDate today) {
    return today.isAfter(expiry);
  }
}
