package org.dat4j.dat.registry;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Locale;
import java.util.Set;
import org.dat4j.dat.DatException;

/**
 * Makes values from outside, such as fields of dat.conf, printable in the registry's messages: of
 * limited length, on one line, with escapes.
 */
public final class PrintableText {
  private static final int MAX_SHOWN = 60;
  private static final int MAX_CAUSES = 20;

  private static final String CAUSED_BY = ", caused by ";

  private PrintableText() {}

  /**
   * Quotes a value. Characters other than printable ASCII are escaped; a long value is cut and its
   * length is given.
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
    // A chain may lead back to itself.
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Throwable next = thrown;
    while (next != null && seen.size() < MAX_CAUSES && seen.add(next)) {
      text.append(next == thrown ? "" : CAUSED_BY).append(next.getClass().getName());
      try {
        String message = next.getMessage();
        text.append(message == null ? "" : ": " + message);
        next = next.getCause();
      } catch (RuntimeException | Error e) {
        return text.append(" (its message cannot be read)").toString();
      }
    }
    return text.toString();
  }

  /**
   * Names what a provider refuses with, but for its remedy, and what caused it.
   *
   * @param refusal of a provider
   * @return its message up to the remedy, then the causes that it does not name itself
   */
  static String withoutRemedy(DatException refusal) {
    String message = refusal.getMessage();
    String remedy = ": " + refusal.remedy();
    String reason =
        message.endsWith(remedy)
            ? message.substring(0, message.length() - remedy.length())
            : message;
    String cause = refusal.getCause() == null ? "" : of(refusal.getCause());
    return cause.isEmpty() || message.contains(cause) ? reason : reason + CAUSED_BY + cause;
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
