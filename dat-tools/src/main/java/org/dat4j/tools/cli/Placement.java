package org.dat4j.tools.cli;

/** What a measurement ran on, for the line above its figures. */
public final class Placement {

  private Placement() {}

  /**
   * Says where the sides of a measurement ran.
   *
   * @param target name of what was measured
   * @param sides such as {@code two threads of one JVM}
   * @param where on which processors
   * @return one line without its end
   */
  public static String line(String target, String sides, String where) {
    return target + ": " + sides + ", " + where + ", Java " + System.getProperty("java.version");
  }
}
