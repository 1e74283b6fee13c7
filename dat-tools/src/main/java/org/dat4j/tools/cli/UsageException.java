package org.dat4j.tools.cli;

/** The command line asks for something that cannot be; the message says what would be right. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param message what is wrong and what would be right
   */
  public UsageException(String message) {
    super(message);
  }
}
