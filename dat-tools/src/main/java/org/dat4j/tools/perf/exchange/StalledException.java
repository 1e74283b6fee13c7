package org.dat4j.tools.perf.exchange;

import java.io.IOException;
import org.dat4j.tools.cli.CommandFailedException;

/** The exception for a measurement of {@code perf} that cannot continue. The message says why. */
public final class StalledException extends CommandFailedException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param message why the measurement cannot continue
   */
  public StalledException(String message) {
    super(message);
  }

  /**
   * Makes the exception with its cause.
   *
   * @param message why the measurement cannot continue
   * @param cause the failure that led to it
   */
  public StalledException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Wraps a failure of the baseline's socket.
   *
   * @param cause the failure
   * @return the exception to throw
   */
  public static StalledException ofSocket(IOException cause) {
    return new StalledException("the bare socket of the baseline failed: " + cause, cause);
  }
}
