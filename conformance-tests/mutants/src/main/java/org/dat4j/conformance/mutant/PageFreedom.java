package org.dat4j.conformance.mutant;

/** A freedom that a page or a decision leaves to a provider and that an honest variant can use. */
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
