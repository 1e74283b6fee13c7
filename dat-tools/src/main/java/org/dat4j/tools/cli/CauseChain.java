package org.dat4j.tools.cli;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DatException;

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
      if (!isTold(told.toString(), next)) {
        causes.add(next.toString());
        told.append('\n').append(next);
      }
      next = next.getCause();
    }
    return causes;
  }

  /** Tells whether a text contains a cause's message, or its reason and remedy separately. */
  private static boolean isTold(String text, Throwable cause) {
    String message = cause.getMessage();
    if (message == null) {
      return false;
    }
    if (cause instanceof DatException refusal && refusal.remedy() != null) {
      String remedy = refusal.remedy();
      String reason = message.replace(": " + remedy, "");
      return text.contains(reason) && text.contains(remedy);
    }
    return text.contains(message);
  }
}
