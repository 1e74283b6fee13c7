package org.dat4j.tools.cli;

/**
 * Recognises failures in which the JVM or the machine ran out of memory or threads, and explains
 * them for the messages of {@code dat4j}.
 */
public final class ResourceExhaustion {

  /** Most causes to follow: a chain may be longer, or form a circle. */
  private static final int MAX_DEPTH = 20;

  private ResourceExhaustion() {}

  /**
   * Explains a failure.
   *
   * @param failure anything
   * @return the exhausted resource and the remedy, on one line; null for a failure of another kind
   */
  public static String of(Throwable failure) {
    Throwable next = failure;
    for (int depth = 0; next != null && depth < MAX_DEPTH; depth++) {
      if (next instanceof OutOfMemoryError error) {
        return text(String.valueOf(error.getMessage()));
      }
      next = next.getCause();
    }
    return null;
  }

  private static String text(String message) {
    if (message.contains("native thread") || message.contains("unable to create")) {
      return "no thread can be started ("
          + message
          + "): end other threads and processes, or raise the limit (ulimit -u, pids.max of the"
          + " control group)";
    }
    if (message.contains("direct")) {
      return "no direct memory is left ("
          + message
          + "): ask for less, or raise the limit, such as"
          + " DAT4J_JAVA_OPTS=-XX:MaxDirectMemorySize=4g";
    }
    return "no memory is left ("
        + message
        + "): ask for less, or raise the limit, such as DAT4J_JAVA_OPTS=-Xmx4g";
  }
}
