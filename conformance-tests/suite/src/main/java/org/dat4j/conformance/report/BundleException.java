package org.dat4j.conformance.report;

/**
 * Exception for a report of a run that cannot be used: foreign, incomplete, changed, or too new.
 */
public final class BundleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message which file or member is wrong, and what would be right
   */
  public BundleException(String message) {
    super(message);
  }

  /**
   * Creates the exception with its cause.
   *
   * @param message which file or member is wrong, and what would be right
   * @param cause the failure behind it
   */
  public BundleException(String message, Throwable cause) {
    super(message, cause);
  }
}
