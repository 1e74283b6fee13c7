package org.dat4j.tools.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/**
 * Detects whether {@code dat4j} writes to a terminal, how wide it is, and whether verdicts have
 * colours on it.
 */
final class TerminalDetection {

  /** Columns of a terminal that does not tell them. */
  private static final int USUAL_WIDTH = 80;

  private static final int MIN_WIDTH = 40;

  private TerminalDetection() {}

  /** Gives the columns of the terminal; without one lines have no limit. */
  static int width() {
    return present() ? width(System.getenv("COLUMNS")) : Integer.MAX_VALUE;
  }

  /** Reads the columns that the environment names. */
  static int width(String columns) {
    return columns != null && columns.matches("[1-9][0-9]{1,3}")
        ? Math.max(MIN_WIDTH, Integer.parseInt(columns))
        : USUAL_WIDTH;
  }

  /** Says whether verdicts have a colour: on a terminal, unless NO_COLOR is set to anything. */
  static boolean hasColours() {
    String refusal = System.getenv("NO_COLOR");
    return present() && (refusal == null || refusal.isEmpty());
  }

  /** Says whether this process is on a terminal that understands a carriage return. */
  static boolean present() {
    Console console = System.console();
    return console != null
        && isTerminal(console)
        && System.getenv("TERM") != null
        && !"dumb".equals(System.getenv("TERM"));
  }

  /**
   * From JDK 22 on there is a console without a terminal too, and a method that tells them apart.
   */
  private static boolean isTerminal(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }
}
