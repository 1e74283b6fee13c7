package org.dat4j.conformance.kernel;

/**
 * Error that ends a test of the suite early after a failed check, where the rest would make no
 * sense. The check is already recorded.
 */
final class CheckFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  /** The innermost frames that a description has. */
  private static final int FRAMES = 4;

  CheckFailure(String message) {
    super(message);
  }

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
