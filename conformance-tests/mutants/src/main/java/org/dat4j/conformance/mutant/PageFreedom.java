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
   * Returns what the page or the decision says.
   *
   * @return one sentence
   */
  String reason();
}
