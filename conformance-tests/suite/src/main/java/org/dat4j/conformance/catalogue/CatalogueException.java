package org.dat4j.conformance.catalogue;

/**
 * Exception for an unusable file of the suite (clause catalogue, index of tests or list of
 * deviations); its message names file and line.
 */
public final class CatalogueException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param source name of the file or resource
   * @param line number of the line from 1, or 0 when the whole file is meant
   * @param message what is wrong and what was expected
   */
  public CatalogueException(String source, int line, String message) {
    super(line > 0 ? source + ":" + line + ": " + message : source + ": " + message);
  }
}
