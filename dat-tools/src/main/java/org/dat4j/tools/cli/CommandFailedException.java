package org.dat4j.tools.cli;

/**
 * The exception with which a command of {@code dat4j} fails; its message explains the failure
 * fully.
 */
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
