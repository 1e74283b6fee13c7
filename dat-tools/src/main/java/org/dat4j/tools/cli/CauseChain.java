package org.dat4j.tools.cli;

import java.util.ArrayList;
import java.util.List;

/**
 * Lists the causes of a failure that its message does not name, which {@code dat4j} prints below
 * the message.
 */
public final class CauseChain {

  /** Most causes to follow: a chain may be longer, or form a circle. */
  private static final int MAX_DEPTH = 20;

  private CauseChain() {}

  /**
   * Lists the causes that the message of a failure does not name.
   *
   * @param failure anything
   * @return class and message of each, the nearest first
   */
  public static List<String> beyondMessage(Throwable failure) {
    List<String> causes = new ArrayList<>();
    StringBuilder told = new StringBuilder(String.valueOf(failure.getMessage()));
    Throwable next = failure.getCause();
    for (int depth = 0; next != null && depth < MAX_DEPTH; depth++) {
      String message = next.getMessage();
      if (message == null || told.indexOf(message) < 0) {
        causes.add(next.toString());
        told.append('\n').append(next);
      }
      next = next.getCause();
    }
    return causes;
  }
}
