package org.dat4j.tools.info;

import jakarta.inject.Inject;
import jakarta.inject.Provider;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.dat4j.dat.Candidate;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Explanation;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.ProviderSetting;
import org.dat4j.dat.spi.RegistryEntry;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.ExitCodes;
import org.dat4j.tools.cli.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code dat4j info}: lists adapters, providers and their attributes. */
@Command(
    name = "info",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the registry: where it was read from, its entries and whether each can be opened.",
      "Those that can be opened come first. Many others of one file and cause are told together.",
      "With -v, or a name, each is listed; with -v also the attributes of those that open.",
      "JSON always has all.",
      "An adapter that cannot be opened is no failure of this command: see dat4j why."
    })
public final class InfoCommand implements Callable<Integer> {

  /**
   * The name to ask for in an empty registry: the explanation says where the registry was searched.
   */
  private static final String ANY_NAME = "?";

  @Spec private CommandSpec command;

  @Parameters(
      paramLabel = "IA",
      arity = "0..*",
      description = "Names of the adapters to list. Default: all.")
  private List<String> names = List.of();

  @Option(
      names = {"-v", "--verbose"},
      description = "List each entry, and all attributes of the adapters that open.")
  private boolean verbose;

  @Option(
      names = "--capability",
      paramLabel = "ATTRIBUTE",
      description = "List the value of this attribute only, such as max_rdma_size.")
  private String capability;

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
    checkNames();
    Map<String, Object> info = settings ? settings(registry.get()) : collect(registry.get());
    if (capability != null) {
      info = AttributeTable.of(info, capability);
    }
    if (json) {
      out.println(Json.pretty(info));
    } else if (capability != null) {
      AttributeTable.print(info, capability, out);
    } else if (settings) {
      InfoText.printSettings(info, out);
    } else {
      InfoText.print(info, verbose, verbose || !names.isEmpty(), out);
    }
    out.flush();
    return ExitCodes.OK;
  }

  private void checkNames() {
    if (settings && capability != null) {
      throw new CommandUsageException("give --settings or --capability, not both");
    }
    for (String name : names) {
      if (registry.get().entries().stream().noneMatch(e -> e.iaName().equals(name))) {
        throw new CommandUsageException(registry.get().explain(name).text());
      }
    }
  }

  private boolean isAsked(RegistryEntry entry) {
    return names.isEmpty() || names.contains(entry.iaName());
  }

  /** Collects the settings of each provider that has some. */
  private Map<String, Object> settings(DatRegistry registry) {
    Map<String, Object> providers = new LinkedHashMap<>();
    for (RegistryEntry entry : registry.entries()) {
      List<Object> settings = new ArrayList<>();
      for (ProviderSetting each : registry.settings(entry)) {
        Map<String, Object> setting = new LinkedHashMap<>();
        setting.put("name", each.name());
        setting.put("type", each.type().name().toLowerCase(Locale.ROOT));
        setting.put("values", each.values());
        if (each.type() == ProviderSetting.Type.NUMBER) {
          setting.put("least", each.least());
          setting.put("most", each.most());
        }
        setting.put("default", each.byDefault());
        setting.put("meaning", each.meaning());
        settings.add(setting);
      }
      if (!settings.isEmpty() && isAsked(entry)) {
        providers.putIfAbsent(entry.libPath(), settings);
      }
    }
    if (names.isEmpty()) {
      RsmRegistry.builder()
          .build()
          .settings()
          .forEach((id, all) -> providers.put(InfoText.RSM + id, rsmSettings(all)));
    }
    return providers;
  }

  private static List<Object> rsmSettings(List<RsmSetting> declared) {
    List<Object> settings = new ArrayList<>();
    for (RsmSetting each : declared) {
      Map<String, Object> setting = new LinkedHashMap<>();
      setting.put("name", each.key());
      setting.put("type", each.type().name().toLowerCase(Locale.ROOT));
      setting.put("values", each.values());
      if (each.type() == RsmSetting.Type.NUMBER) {
        setting.put("least", each.least());
        setting.put("most", each.most());
      }
      setting.put("default", each.byDefault());
      setting.put("meaning", each.meaning());
      settings.add(setting);
    }
    return settings;
  }

  private Map<String, Object> collect(DatRegistry registry) {
    Explanation any = registry.explain(ANY_NAME);
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("sources", WhyCommand.sources(any));
    List<Object> problems = new ArrayList<>();
    any.problems().forEach(p -> problems.add(p.origin() + ": " + p.problem()));
    info.put("problems", problems);
    List<Object> entries = new ArrayList<>();
    for (RegistryEntry entry : registry.entries()) {
      if (isAsked(entry)) {
        entries.add(entry(registry, entry));
      }
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
    Map<String, Object> attributes = new LinkedHashMap<>();
    Explanation explanation =
        registry.tryOpen(
            entry.iaName(),
            adapter -> {
              IaParam all = adapter.query();
              attributes.put("ia_attributes", AttributeMap.of(all.iaAttr()));
              attributes.put("provider_attributes", AttributeMap.of(all.providerAttr()));
            });
    Candidate candidate =
        explanation.candidates().stream()
            .filter(c -> c.origin().equals(entry.origin()))
            .findFirst()
            .orElse(null);
    boolean opens = candidate != null && candidate.verdict() == Candidate.Verdict.AVAILABLE;
    map.put("provider", candidate == null ? "" : candidate.provider());
    ProviderIdentity identity = registry.identity(entry);
    map.put("vendor", identity.vendor());
    map.put("version", identity.version());
    map.put("available", opens);
    map.put("reason", candidate == null ? "" : candidate.reason());
    map.put("remedy", candidate == null ? "" : candidate.remedy());
    for (String name : List.of("ia_attributes", "provider_attributes")) {
      map.put(name, opens ? attributes.get(name) : null);
    }
    return map;
  }
}
