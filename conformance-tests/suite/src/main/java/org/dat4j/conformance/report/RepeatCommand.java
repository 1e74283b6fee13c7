package org.dat4j.conformance.report;

import java.util.Set;
import java.util.TreeSet;
import org.dat4j.conformance.spi.Mutants;

/**
 * Builds the beginning of the command line {@code ./dat4j ...} that repeats a run, for its report.
 * The launcher is called as it was called for this run.
 */
public final class RepeatCommand {
  /**
   * System property with the class path that the launcher was given; without it a repeated run
   * would not find the backend.
   */
  public static final String CLASS_PATH = "dat4j.class.path";

  /** System property with the name by which the launcher was started. */
  public static final String COMMAND = "dat4j.command";

  private RepeatCommand() {}

  /**
   * Gives the option that puts a mutant or an honest variant in front of the provider.
   *
   * @param mutant its id, or null for none
   * @return the option with a space before it; empty for none
   */
  public static String before(String mutant) {
    if (mutant == null) {
      return "";
    }
    return mutant.startsWith(Mutants.HONEST)
        ? " --variant " + mutant.substring(Mutants.HONEST.length())
        : " --mutant " + mutant;
  }

  /**
   * Gives the option that leaves out calls and capabilities.
   *
   * @param names what is left out, possibly nothing
   * @return the option with a space before it; empty for nothing
   */
  public static String without(Set<String> names) {
    return names.isEmpty() ? "" : " --without " + String.join(",", new TreeSet<>(names));
  }

  /**
   * Begins a command line for the stepper.
   *
   * @param ia name of the adapter or controller
   * @param contract {@code dat} or {@code rsm}
   * @return the launcher, the subcommand and the backend
   */
  public static String step(String ia, String contract) {
    return command("step") + " " + ia + (contract.equals("dat") ? "" : " --contract " + contract);
  }

  /**
   * Begins a command line for the project's launcher.
   *
   * @param command the name of the subcommand
   * @return the launcher, the subcommand and the class path given to this run, if any
   */
  public static String command(String command) {
    String classPath = System.getProperty(CLASS_PATH, "");
    return word(System.getProperty(COMMAND, "./dat4j"))
        + " "
        + command
        + (classPath.isEmpty() ? "" : " --class-path " + quoted(classPath));
  }

  /** Returns a word as the shell reads it. */
  private static String word(String text) {
    return text.matches("[\\w./+@-]+") ? text : quoted(text);
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
