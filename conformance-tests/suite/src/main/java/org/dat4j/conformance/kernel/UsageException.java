package org.dat4j.conformance.kernel;

/**
 * Exception for a run of the suite that cannot start as asked: unknown name, empty selection,
 * unusable file.
 */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param message what is wrong and what would be right
   */
  public UsageException(String message) {
    super(message);
  }

  /**
   * Creates the exception with its cause.
   *
   * @param message what is wrong and what would be right
   * @param cause the failure behind it
   */
  public UsageException(String message, Throwable cause) {
    super(message, cause);
  }
}
