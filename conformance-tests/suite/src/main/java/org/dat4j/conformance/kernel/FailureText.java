package org.dat4j.conformance.kernel;

import java.util.regex.Pattern;

/**
 * Formatter of an exception as one line of the suite's report: type, message and innermost stack
 * frames. It also tells from the words of a failure whether a time limit has passed.
 */
final class FailureText {
  private static final int FRAMES = 4;

  /** The codes, events and statuses of time limits, and durations. */
  private static final Pattern TIME_LIMIT =
      Pattern.compile(
          "TIMEOUT|TIMED_OUT|UNREACHABLE|RECEIVER_NOT_READY"
              + "|[Tt]imeout|timed out|[0-9] ?(s|ms|us)\\b|seconds|in time");

  private FailureText() {}

  /** Returns whether each line of a test's failures names a time limit that has passed. */
  static boolean namesOnlyTimeLimits(String failures) {
    return !failures.isEmpty()
        && failures.lines().allMatch(line -> TIME_LIMIT.matcher(line).find());
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
