package org.dat4j.tools.cli;

import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Prints the answer of {@code dat4j why} and {@code dat4j rsm why}: which provider serves a name,
 * or why none does.
 */
public final class NameAnswer {
  private NameAnswer() {}

  /**
   * Prints the answer.
   *
   * @param command the command
   * @param json whether to print JSON
   * @param map the answer for programs; its {@code chosen} is null if no provider serves the name
   * @param text the answer for people
   * @return the exit code
   */
  public static int print(CommandSpec command, boolean json, Map<String, Object> map, String text) {
    PrintWriter out = command.commandLine().getOut();
    boolean served = map.get("chosen") != null;
    if (json) {
      out.println(Json.pretty(map));
    } else {
      int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
      out.println(VerdictColour.of(served, text.substring(0, end)) + text.substring(end));
    }
    out.flush();
    return served ? ExitCodes.OK : ExitCodes.FAILURE;
  }
}
