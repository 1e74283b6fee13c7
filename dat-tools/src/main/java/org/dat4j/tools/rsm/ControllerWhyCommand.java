package org.dat4j.tools.rsm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.dat.Dat;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmExplanation;
import org.dat4j.tools.cli.NameAnswer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j rsm why}: says which provider serves an RSM controller, or why none
 * does.
 */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Opens a controller by its name, releases it and says which provider serves it, or why none"
          + " does.",
      "Lists every provider found and what it says."
    },
    footer = {"", "Exit status: 0 it can be opened, 1 it cannot, 2 a wrong command line."})
public final class ControllerWhyCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Parameters(paramLabel = "CONTROLLER", description = "Name of the controller.")
  private String controller;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  /** For the command line. */
  public ControllerWhyCommand() {}

  @Override
  public Integer call() {
    return answer(command, json, controller);
  }

  /**
   * Opens a controller and prints what came of it.
   *
   * @param command the command that answers
   * @param json whether to print JSON
   * @param controller name of the controller
   * @return the exit code
   */
  public static int answer(CommandSpec command, boolean json, String controller) {
    RsmExplanation why = Rsm.registry().tryController(controller, RsmController::getAttr);
    String text = why.text();
    if (why.chosen() == null && Dat.registry().explain(controller).chosen() != null) {
      text += "\n" + controller + " is an adapter of DAT; RSM over it is dat" + controller;
    }
    return NameAnswer.print(command, json, map(why), text);
  }

  private static Map<String, Object> map(RsmExplanation why) {
    List<Object> candidates = new ArrayList<>();
    for (RsmExplanation.Candidate candidate : why.candidates()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("provider", candidate.id());
      entry.put("vendor", candidate.vendor());
      entry.put("version", candidate.version());
      entry.put("chosen", candidate.chosen());
      entry.put("reason", candidate.reason());
      candidates.add(entry);
    }
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", why.name());
    map.put("chosen", why.chosen());
    map.put("candidates", candidates);
    map.put("problems", why.problems());
    map.put("remedy", why.remedy());
    return map;
  }
}
