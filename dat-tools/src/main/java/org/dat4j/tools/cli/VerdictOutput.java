package org.dat4j.tools.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The output of a subcommand that gives a verdict, with its option {@code --json}. With the option
 * the texts go to standard error, and standard output has the result as one JSON value.
 */
public final class VerdictOutput {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(names = "--json", description = "Print the result as JSON, and texts on standard error.")
  private boolean json;

  /** For the command line. */
  public VerdictOutput() {}

  /**
   * Returns the writer of texts for people.
   *
   * @return standard output, or standard error with {@code --json}
   */
  public PrintWriter texts() {
    return json ? command.commandLine().getErr() : command.commandLine().getOut();
  }

  /**
   * Prints the result if JSON is asked for, and flushes the texts.
   *
   * @param result gives maps, lists, texts, numbers and null
   */
  public void print(Supplier<?> result) {
    texts().flush();
    if (json) {
      PrintWriter out = command.commandLine().getOut();
      out.println(Json.pretty(result.get()));
      out.flush();
    }
  }

  /**
   * Turns the rows of a table into objects.
   *
   * @param table rows of equal length, the headings first
   * @return an object for each further row: the headings name its members
   */
  public static List<Map<String, Object>> objects(List<List<String>> table) {
    List<String> headings = table.get(0);
    List<Map<String, Object>> objects = new ArrayList<>();
    for (List<String> row : table.subList(1, table.size())) {
      Map<String, Object> object = new LinkedHashMap<>();
      for (int i = 0; i < row.size(); i++) {
        object.put(headings.get(i), row.get(i));
      }
      objects.add(object);
    }
    return objects;
  }
}
