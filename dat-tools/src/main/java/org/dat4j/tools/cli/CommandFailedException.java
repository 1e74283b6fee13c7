package org.dat4j.tools.cli;

/** A command could not do what was asked, for a reason its message explains fully. */
public class CommandFailedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param message what failed, and why
   */
  public CommandFailedException(String message) {
    super(message);
  }

  /**
   * Makes the exception with its cause.
   *
   * @param message what failed, and why
   * @param cause the failure behind it
   */
  public CommandFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
