package org.dat4j.conformance.mutant;

/**
 * One behaviour that a manual page or a decision leaves to the provider: an honest variant shows
 * it, and the suite must accept it. An honest variant is a layer before a correct provider.
 */
public interface PageFreedom {
  /**
   * Returns the name that selects the freedom.
   *
   * @return the name of the enum constant
   */
  String name();

  /**
   * Returns the page that leaves the freedom.
   *
   * @return its name, as clauses have it
   */
  String page();

  /**
   * Returns the clause of the page, or the decision where no clause has it.
   *
   * @return an id such as {@code dat_evd_create.09} or {@code DAT-D43}
   */
  String source();

  /**
   * Returns what the page or the decision says.
   *
   * @return one sentence
   */
  String reason();
}
