package org.dat4j.tools.cli;

/**
 * The line above the measurements of {@code perf} and {@code rsm perf}, which says where the two
 * sides ran.
 */
public final class PlacementLine {

  private PlacementLine() {}

  /**
   * Makes the line.
   *
   * @param target name of the measured adapter or controller
   * @param sides such as {@code two threads of one JVM}
   * @param where the processors
   * @return one line without its end
   */
  public static String line(String target, String sides, String where) {
    return target + ": " + sides + ", " + where + ", Java " + System.getProperty("java.version");
  }
}
