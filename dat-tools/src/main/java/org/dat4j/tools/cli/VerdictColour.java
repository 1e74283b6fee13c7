package org.dat4j.tools.cli;

/**
 * Colours a verdict of {@code dat4j} on a terminal: green for a good one, red for a bad one.
 * Stateless.
 */
public final class VerdictColour {
  private static final String GREEN = "\u001B[32m";
  private static final String RED = "\u001B[31m";
  private static final String END = "\u001B[0m";

  private VerdictColour() {}

  /**
   * Colours a line if the output is a terminal and NO_COLOR is not set.
   *
   * @param good whether the verdict is good
   * @param line the text, without a line end
   * @return the text, with colour where it is wanted
   */
  public static String of(boolean good, String line) {
    return of(good, line, TerminalDetection.hasColours());
  }

  /** Colours a line if that is wanted. */
  static String of(boolean good, String line, boolean wanted) {
    return wanted ? (good ? GREEN : RED) + line + END : line;
  }
}
