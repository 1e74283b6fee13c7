package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.Locale;

/**
 * What became of a mutant.
 *
 * @param id the mutant
 * @param clauses the clauses it breaks
 * @param killedBy the clauses that failed, none for a survivor
 * @param strength how it was found
 */
public record Verdict(String id, List<String> clauses, List<String> killedBy, Strength strength) {

  /** How a mutant was found. */
  public enum Strength {
    /** By a check of a clause it breaks. */
    STRONG,
    /** Only by checks of other clauses: the check of its own is weak. */
    WEAK,
    /** By no check. */
    SURVIVOR;

    /**
     * Returns the spelling in files.
     *
     * @return the name in lower case
     */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
