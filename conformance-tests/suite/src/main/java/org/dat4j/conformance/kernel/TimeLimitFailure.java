package org.dat4j.conformance.kernel;

/**
 * Error of a wait whose time limit has passed. A test that fails by such errors alone is run again
 * if the machine stood still meanwhile; any other failure stands.
 */
public final class TimeLimitFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  /**
   * Creates the error.
   *
   * @param message what did not come, and within which time
   */
  public TimeLimitFailure(String message) {
    super(message);
  }

  /**
   * Creates the error.
   *
   * @param message what did not come, and within which time
   * @param cause the end of the wait
   */
  public TimeLimitFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
