package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.Locale;
import org.dat4j.conformance.report.BundleException;

/**
 * The verdict on a mutant, a provider with one known fault: whether the suite found it, how, and by
 * which clauses.
 *
 * @param id the mutant
 * @param clauses the clauses it breaks
 * @param killedBy the clauses that failed, none for a survivor
 * @param strength how it was found
 */
public record MutantVerdict(
    String id, List<String> clauses, List<String> killedBy, Strength strength) {

  /** The ways in which a mutant is found. */
  public enum Strength {
    /** By a check of a clause it breaks. */
    STRONG,
    /** Only by checks of other clauses: the check of its own is weak. */
    WEAK,
    /** By no check. */
    SURVIVOR,
    /** Not known: the JVM of the suite ended or gave no answer, and so did a fresh one. */
    UNJUDGED;

    /**
     * Tells whether a check has found the mutant.
     *
     * @return true if strong or weak
     */
    public boolean isFound() {
      return this == STRONG || this == WEAK;
    }

    /**
     * Finds a strength by its spelling in files.
     *
     * @param label a spelling
     * @return the strength
     * @throws BundleException if there is none of this spelling
     */
    public static Strength of(String label) {
      for (Strength strength : values()) {
        if (strength.label().equals(label)) {
          return strength;
        }
      }
      throw new BundleException("the strength of a mutant is '" + label + "', which is unknown");
    }

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
