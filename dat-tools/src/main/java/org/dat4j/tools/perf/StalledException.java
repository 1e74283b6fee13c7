package org.dat4j.tools.perf;

import java.io.IOException;
import org.dat4j.tools.cli.CommandFailedException;

/** A measurement cannot go on. The message says why. */
final class StalledException extends CommandFailedException {
  private static final long serialVersionUID = 1L;

  StalledException(String message) {
    super(message);
  }

  StalledException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The bare socket of a limit failed. */
  static StalledException ofSocket(IOException cause) {
    return new StalledException("the bare socket of the limit failed: " + cause, cause);
  }
}
