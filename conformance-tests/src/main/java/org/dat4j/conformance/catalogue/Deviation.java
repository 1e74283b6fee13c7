package org.dat4j.conformance.catalogue;

import java.time.LocalDate;
import java.util.Locale;

/**
 * A clause that a backend is known to break.
 *
 * @param clause the clause id
 * @param reason what happens instead
 * @param owner who takes care of it
 * @param expiry last day on which the line counts
 * @param kind whether it always or only sometimes happens
 * @param line number of the line in its file, from 1
 */
public record Deviation(
    String clause, String reason, String owner, LocalDate expiry, Kind kind, int line) {

  /** How reliably a deviation shows. */
  public enum Kind {
    /** Always: a pass is a failure of the run, the line has to go. */
    DEFECT,
    /** Sometimes: both outcomes are on record. */
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
