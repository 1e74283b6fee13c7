package org.dat4j.tools.info;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.dat.spi.SettingValues;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ContractChoice;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.HostPort;
import org.dat4j.tools.cli.Json;
import org.dat4j.tools.cli.NameAnswer;
import org.dat4j.tools.rsm.ControllerWhyCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code dat4j why}: opens an adapter and says which provider serves it, or why none
 * does; can also try a connection.
 */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Opens an adapter by its name, closes it and says what was used and why, or why it cannot"
          + " be opened.",
      "Lists every candidate with where it came from, what became of it and what to do about it.",
      "With --connect the adapter also connects to a program of DAT, and says what answers. That"
          + " program sees one request without private data; a connection that it accepts ends at"
          + " once."
    },
    footer = {"", "Exit status: 0 it opens, and connects, 1 it does not, 2 a wrong command line."})
public final class WhyCommand implements Callable<Integer> {

  /** The adapter that connects where none is named. */
  private static final String DEFAULT_IA = "tcp0";

  private static final int MAX_LIMIT = 600;

  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "IA",
      arity = "0..1",
      description =
          "Name of the adapter, or of a controller of RSM. Default with --connect: "
              + DEFAULT_IA
              + ".")
  private String ia;

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      description = "Try to connect to the program that listens there.")
  private String connect;

  @Option(
      names = "--limit",
      paramLabel = "SECONDS",
      defaultValue = "5",
      description = "The longest time --connect takes. Default: ${DEFAULT-VALUE}.")
  private int limit;

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
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new CommandUsageException("--limit is " + limit + ": give 1 to " + MAX_LIMIT);
    }
    HostPort target = connect == null ? null : HostPort.parse("--connect", connect);
    if (ia == null && target == null) {
      throw new MissingParameterException(
          command.commandLine(),
          command.positionalParameters().get(0),
          "Missing required parameter: 'IA'");
    }
    String name = ia == null ? DEFAULT_IA : ia;
    AtomicReference<TrialConnection> trial = new AtomicReference<>();
    Explanation explanation =
        registry
            .get()
            .tryOpen(
                name,
                adapter -> {
                  adapter.query();
                  if (target != null) {
                    trial.set(TrialConnection.of(adapter, target, Duration.ofSeconds(limit)));
                  }
                });
    if (explanation.chosen() != null && trial.get() != null) {
      return print(name, trial.get());
    }
    if (target == null && ContractChoice.isOfRsmOnly(name)) {
      return ControllerWhyCommand.answer(command, json, name);
    }
    int code = NameAnswer.print(command, json, map(explanation), explanation.text());
    if (code != ExitCodes.OK && Boolean.getBoolean("dat4j.debug")) {
      traceOpen(name);
    }
    return code;
  }

  /** Opens once more: an explanation has the texts of exceptions, and not where they come from. */
  private void traceOpen(String name) {
    PrintWriter err = command.commandLine().getErr();
    try {
      registry.get().openIa(name).close();
    } catch (RuntimeException e) {
      e.printStackTrace(err);
    }
    err.flush();
  }

  private int print(String name, TrialConnection trial) {
    PrintWriter out = command.commandLine().getOut();
    out.println(json ? Json.pretty(trial.map(name)) : trial.text(name));
    if (!json) {
      changedSettings(name).forEach(line -> out.println("  " + line));
    }
    out.flush();
    return trial.isEstablished() ? ExitCodes.OK : ExitCodes.FAILURE;
  }

  /** Describes the settings of the adapter's line that are not the default: a peer may differ. */
  private List<String> changedSettings(String name) {
    return registry.get().entries().stream()
        .filter(entry -> entry.iaName().equals(name))
        .findFirst()
        .map(this::changedSettings)
        .orElse(List.of());
  }

  private List<String> changedSettings(RegistryEntry entry) {
    List<ProviderSetting> declared = registry.get().settings(entry);
    if (declared.isEmpty()) {
      return List.of();
    }
    SettingValues values = SettingValues.parse(entry.iaParams(), declared);
    List<String> lines = new ArrayList<>();
    for (ProviderSetting setting : declared) {
      String name = setting.name();
      if (!values.is(name, setting.byDefault())) {
        String set = "set here: " + name + "=" + values.text(name) + " instead of " + name + "=";
        lines.add(set + setting.byDefault() + ": " + setting.meaning());
      }
    }
    return lines;
  }

  private static Map<String, Object> map(Explanation explanation) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("name", explanation.name());
    map.put("chosen", explanation.chosen() == null ? null : map(explanation.chosen()));
    map.put("candidates", explanation.candidates().stream().map(WhyCommand::map).toList());
    map.put("sources", sources(explanation));
    map.put("problems", explanation.problems().stream().map(AttributeMap::of).toList());
    map.put("suggestions", explanation.suggestions());
    map.put("registered", explanation.registered());
    return map;
  }

  /** Lists the places where a registry file was searched. */
  static List<Map<String, Object>> sources(Explanation explanation) {
    return explanation.sources().stream().map(AttributeMap::of).toList();
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
