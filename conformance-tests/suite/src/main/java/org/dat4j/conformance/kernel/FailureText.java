package org.dat4j.conformance.kernel;

/**
 * Formatter of an exception as one line of the suite's report: type, message and innermost stack
 * frames.
 */
final class FailureText {
  private static final int FRAMES = 4;

  private FailureText() {}

  /** Returns type, message and the innermost frames, in one line. */
  static String describe(Throwable failure) {
    StringBuilder text = new StringBuilder(failure.getClass().getSimpleName());
    if (failure.getMessage() != null) {
      text.append(": ").append(failure.getMessage());
    }
    StackTraceElement[] stack = failure.getStackTrace();
    for (int i = 0; i < Math.min(FRAMES, stack.length); i++) {
      text.append(i == 0 ? " at " : " < ");
      String type = stack[i].getClassName();
      text.append(type.substring(type.lastIndexOf('.') + 1))
          .append('.')
          .append(stack[i].getMethodName())
          .append(':')
          .append(stack[i].getLineNumber());
    }
    return text.toString();
  }
}
