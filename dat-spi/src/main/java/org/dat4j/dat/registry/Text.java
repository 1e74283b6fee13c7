package org.dat4j.dat.registry;

import java.util.Locale;

/** Values from outside in messages: bounded, on one line, visible. */
public final class Text {
  private static final int MAX_SHOWN = 60;
  private static final int MAX_CAUSES = 5;

  private Text() {}

  /**
   * Quotes a value. Characters other than printable ASCII are escaped; a long value is cut and its
   * length told.
   *
   * @param value anything, or null
   * @return the value in double quotes, {@code null} for null
   */
  public static String quote(String value) {
    if (value == null) {
      return "null";
    }
    int shown = Math.min(value.length(), MAX_SHOWN);
    StringBuilder text = new StringBuilder(shown + 24).append('"');
    for (int i = 0; i < shown; i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        text.append('\\').append(c);
      } else if (c >= ' ' && c < 0x7f) {
        text.append(c);
      } else {
        text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      }
    }
    text.append('"');
    if (shown < value.length()) {
      text.append("... (").append(value.length()).append(" characters)");
    }
    return text.toString();
  }

  /**
   * Names what was thrown by code that is not ours, and what caused it.
   *
   * @param thrown anything
   * @return classes and messages; a message may be missing and may itself fail
   */
  public static String of(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    Throwable next = thrown;
    for (int depth = 0; next != null && depth < MAX_CAUSES; depth++) {
      text.append(depth == 0 ? "" : ", caused by ").append(next.getClass().getName());
      try {
        String message = next.getMessage();
        text.append(message == null ? "" : ": " + message);
        next = next.getCause();
      } catch (RuntimeException | Error e) {
        return text.append(" (its message cannot be had)").toString();
      }
    }
    return text.toString();
  }

  /**
   * Counts things.
   *
   * @param number how many
   * @param singular the thing
   * @param plural more or fewer than one of it
   * @return such as {@code 1 entry} or {@code 3 entries}
   */
  static String count(int number, String singular, String plural) {
    return number + " " + (number == 1 ? singular : plural);
  }
}
