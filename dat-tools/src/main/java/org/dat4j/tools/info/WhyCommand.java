package org.dat4j.tools.info;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Explanation;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dat4j why}. */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Says what the name of an adapter opens and why, or why it cannot be opened.",
      "Lists every candidate with where it came from, what became of it and what to do about it."
    },
    footer = {"", "Exit status: 0 it can be opened, 1 it cannot, 2 a wrong command line."})
public final class WhyCommand implements Callable<Integer> {

  @Spec private CommandSpec command;

  @Parameters(paramLabel = "IA", description = "Name of the adapter.")
  private String ia;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Provider<DatRegistry> registry;

  /**
   * For the command line.
   *
   * @param registry what is asked
   */
  @Inject
  public WhyCommand(Provider<DatRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public Integer call() {
    Explanation explanation = registry.get().explain(ia);
    command
        .commandLine()
        .getOut()
        .println(json ? Json.pretty(map(explanation)) : explanation.text());
    command.commandLine().getOut().flush();
    return explanation.chosen() == null ? ExitCodes.FAILURE : ExitCodes.OK;
  }

  private static Map<String, Object> map(Explanation explanation) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", explanation.name());
    map.put("chosen", explanation.chosen() == null ? null : map(explanation.chosen()));
    List<Object> candidates = new ArrayList<>();
    explanation.candidates().forEach(c -> candidates.add(map(c)));
    map.put("candidates", candidates);
    map.put("sources", sources(explanation));
    List<Object> problems = new ArrayList<>();
    for (Explanation.Problem problem : explanation.problems()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("origin", problem.origin());
      entry.put("problem", problem.problem());
      entry.put("remedy", problem.remedy());
      problems.add(entry);
    }
    map.put("problems", problems);
    map.put("suggestions", explanation.suggestions());
    map.put("registered", explanation.registered());
    return map;
  }

  /** Where a registry file was looked for. */
  static List<Object> sources(Explanation explanation) {
    List<Object> sources = new ArrayList<>();
    for (Explanation.Source source : explanation.sources()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("what", source.what());
      entry.put("location", source.location());
      entry.put("used", source.used());
      entry.put("finding", source.finding());
      sources.add(entry);
    }
    return sources;
  }

  private static Map<String, Object> map(Candidate candidate) {
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("ia", candidate.iaName());
    entry.put("origin", candidate.origin());
    entry.put("provider", candidate.provider());
    entry.put("lib_path", candidate.libPath());
    entry.put("verdict", candidate.verdict().name().toLowerCase(Locale.ROOT));
    entry.put("reason", candidate.reason());
    entry.put("remedy", candidate.remedy());
    return entry;
  }
}
