package org.dat4j.tools.info;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.cli.TextTable;

/** A printer of the result of {@code dat4j info} as text for people. */
final class InfoText {

  private InfoText() {}

  static void print(Map<String, Object> info, boolean verbose, PrintWriter out) {
    out.println("registry:");
    for (Object element : (List<?>) info.get("sources")) {
      Map<?, ?> source = (Map<?, ?>) element;
      String location = source.get("location").toString();
      out.println(
          (Boolean.TRUE.equals(source.get("used")) ? "* " : "  ")
              + source.get("what")
              + (location.isEmpty() ? "" : ", " + location)
              + ": "
              + source.get("finding"));
    }
    for (Object problem : (List<?>) info.get("problems")) {
      out.println("  problem: " + problem);
    }
    List<?> entries = (List<?>) info.get("entries");
    out.println();
    if (entries.isEmpty()) {
      out.println("no entries: no provider is on the class path and no registry file names one");
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("IA", "provider", "vendor", "version", "api", "opens", "origin", "finding"));
    for (Object element : entries) {
      Map<?, ?> entry = (Map<?, ?>) element;
      String finding = entry.get("reason").toString();
      rows.add(
          List.of(
              entry.get("ia").toString(),
              entry.get("provider").toString(),
              entry.get("vendor").toString(),
              entry.get("version").toString(),
              entry.get("api_version").toString(),
              Boolean.TRUE.equals(entry.get("available")) ? "yes" : "no",
              entry.get("origin").toString(),
              finding.lines().findFirst().orElse("")));
    }
    TextTable.print(rows, out);
    refusals(entries, out);
    for (Object element : entries) {
      Map<?, ?> entry = (Map<?, ?>) element;
      if (verbose && entry.get("ia_attributes") != null) {
        out.println();
        out.println(entry.get("ia") + ":");
        attributes((Map<?, ?>) entry.get("ia_attributes"), out);
        attributes((Map<?, ?>) entry.get("provider_attributes"), out);
      }
    }
  }

  /**
   * Prints what the table has no room for: every line of a cause and its remedy, once for all
   * adapters.
   */
  private static void refusals(List<?> entries, PrintWriter out) {
    Map<List<String>, List<String>> names = new LinkedHashMap<>();
    for (Object element : entries) {
      Map<?, ?> entry = (Map<?, ?>) element;
      if (!Boolean.TRUE.equals(entry.get("available"))) {
        names
            .computeIfAbsent(
                List.of(entry.get("reason").toString(), entry.get("remedy").toString()),
                cause -> new ArrayList<>())
            .add(entry.get("ia").toString());
      }
    }
    names.forEach(
        (cause, ias) -> {
          out.println();
          out.println(String.join(", ", ias) + (ias.size() == 1 ? " does" : " do") + " not open:");
          cause.get(0).lines().forEach(line -> out.println("  " + line));
          cause.get(1).lines().forEach(line -> out.println("  fix: " + line));
        });
  }

  /** What stands before the id of a provider of RSM among the providers with settings. */
  static final String RSM = "rsm ";

  static void printSettings(Map<String, Object> providers, PrintWriter out) {
    if (providers.isEmpty()) {
      out.println("no provider of the registry has settings");
    }
    providers.forEach(
        (provider, settings) -> {
          out.println(
              provider
                  + (provider.startsWith(RSM)
                      ? ", as -Ddat4j.rsm.NAME=VALUE, or given to RsmRegistry.builder():"
                      : ", in ia_params as name=value, separated by blanks or commas:"));
          List<List<String>> rows = new ArrayList<>();
          rows.add(List.of("name", "values", "default", "meaning"));
          for (Object element : (List<?>) settings) {
            Map<?, ?> setting = (Map<?, ?>) element;
            rows.add(
                List.of(
                    setting.get("name").toString(),
                    setting.get("values").toString(),
                    setting.get("default").toString(),
                    setting.get("meaning").toString()));
          }
          TextTable.print(rows, out);
        });
  }

  private static void attributes(Map<?, ?> attributes, PrintWriter out) {
    attributes.forEach((name, value) -> out.println("  " + name + " = " + value));
  }
}
