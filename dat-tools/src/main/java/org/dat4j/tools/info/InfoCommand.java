package org.dat4j.tools.info;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dat4j info}. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the registry: where it was read from, its entries, whether each can be opened, and"
          + " the attributes of those that can.",
      "An adapter that cannot be opened is no failure of this command: see dat4j why."
    })
public final class InfoCommand implements Callable<Integer> {

  /** Asked about when the registry is empty: any name tells where the registry was looked for. */
  private static final String ANY_NAME = "?";

  @Spec private CommandSpec command;

  @Option(
      names = "--settings",
      description = "List the settings that ia_params may hold instead, with their defaults.")
  private boolean settings;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  private final Provider<DatRegistry> registry;

  /**
   * For the command line.
   *
   * @param registry what is listed
   */
  @Inject
  public InfoCommand(Provider<DatRegistry> registry) {
    this.registry = registry;
  }

  @Override
  public Integer call() {
    PrintWriter out = command.commandLine().getOut();
    Map<String, Object> info = settings ? settings(registry.get()) : collect(registry.get());
    if (json) {
      out.println(Json.pretty(info));
    } else if (settings) {
      InfoText.printSettings(info, out);
    } else {
      InfoText.print(info, out);
    }
    out.flush();
    return ExitCodes.OK;
  }

  /** The settings of each provider that has some. */
  private static Map<String, Object> settings(DatRegistry registry) {
    Map<String, Object> providers = new LinkedHashMap<>();
    for (RegistryEntry entry : registry.entries()) {
      List<Object> settings = new ArrayList<>();
      for (ProviderSetting each : registry.settings(entry)) {
        Map<String, Object> setting = new LinkedHashMap<>();
        setting.put("name", each.name());
        setting.put("values", each.values());
        setting.put("default", each.byDefault());
        setting.put("meaning", each.meaning());
        settings.add(setting);
      }
      if (!settings.isEmpty()) {
        providers.putIfAbsent(entry.libPath(), settings);
      }
    }
    return providers;
  }

  private static Map<String, Object> collect(DatRegistry registry) {
    Explanation any = registry.explain(ANY_NAME);
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("sources", WhyCommand.sources(any));
    List<Object> problems = new ArrayList<>();
    any.problems().forEach(p -> problems.add(p.origin() + ": " + p.problem()));
    info.put("problems", problems);
    List<Object> entries = new ArrayList<>();
    for (RegistryEntry entry : registry.entries()) {
      entries.add(entry(registry, entry));
    }
    info.put("entries", entries);
    return info;
  }

  private static Map<String, Object> entry(DatRegistry registry, RegistryEntry entry) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("ia", entry.iaName());
    map.put("api_version", entry.versionMajor() + "." + entry.versionMinor());
    map.put("thread_safe", entry.threadSafe());
    map.put("lib_path", entry.libPath());
    map.put("provider_version", entry.providerVersion());
    map.put("ia_params", entry.iaParams());
    map.put("platform_params", entry.platformParams());
    map.put("origin", entry.origin());
    Explanation explanation = registry.explain(entry.iaName());
    Candidate candidate =
        explanation.candidates().stream()
            .filter(c -> c.origin().equals(entry.origin()))
            .findFirst()
            .orElse(null);
    boolean opens = candidate != null && candidate.verdict() == Candidate.Verdict.AVAILABLE;
    map.put("provider", candidate == null ? "" : candidate.provider());
    map.put("available", opens);
    map.put("reason", candidate == null ? "" : candidate.reason());
    map.put("remedy", candidate == null ? "" : candidate.remedy());
    Map<String, Object> ia = null;
    Map<String, Object> provider = null;
    if (opens) {
      try (Ia adapter = registry.openIa(entry.iaName())) {
        ia = Attributes.of(adapter.query().iaAttr());
        provider = Attributes.of(adapter.query().providerAttr());
      } catch (DatException e) {
        map.put("available", false);
        map.put("reason", "expected to open, but: " + e.getMessage());
      }
    }
    map.put("ia_attributes", ia);
    map.put("provider_attributes", provider);
    return map;
  }
}
