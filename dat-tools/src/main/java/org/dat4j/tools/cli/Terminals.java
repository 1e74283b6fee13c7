package org.dat4j.tools.cli;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Tells whether a person looks at the output. */
final class Terminals {

  private Terminals() {}

  /** Whether this process is on a terminal that understands a carriage return. */
  static boolean present() {
    Console console = System.console();
    return console != null
        && isTerminal(console)
        && System.getenv("TERM") != null
        && !"dumb".equals(System.getenv("TERM"));
  }

  /** From JDK 22 on there is a console without a terminal too, and a method that tells. */
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
