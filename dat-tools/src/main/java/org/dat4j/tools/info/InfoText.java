package org.dat4j.tools.info;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.report.RepeatCommand;
import org.dat4j.tools.cli.TextTable;

/** Prints the result of {@code dat4j info} as text for people. */
final class InfoText {

  /** Entries of one file and cause that are listed one by one; more are told together. */
  private static final int FEW = 4;

  private InfoText() {}

  /**
   * Prints what was collected: first the adapters that open, then the others.
   *
   * @param info the sources, the problems and the entries
   * @param verbose whether the attributes of the adapters that open are printed
   * @param whole whether each entry that does not open is printed; otherwise many entries of one
   *     file with the same cause are told together
   * @param out the output
   */
  static void print(Map<String, Object> info, boolean verbose, boolean whole, PrintWriter out) {
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
    List<Map<?, ?>> all = inOrder((List<?>) info.get("entries"));
    out.println();
    if (all.isEmpty()) {
      out.println("no entries: no provider is on the class path and no registry file names one");
      return;
    }
    List<List<Map<?, ?>>> folded = whole ? List.of() : alike(all);
    List<Map<?, ?>> entries = new ArrayList<>(all);
    folded.forEach(entries::removeAll);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("IA", "provider", "vendor", "version", "api", "opens", "origin", "finding"));
    for (Map<?, ?> entry : entries) {
      String finding = entry.get("reason").toString();
      rows.add(
          List.of(
              entry.get("ia").toString(),
              entry.get("provider").toString(),
              entry.get("vendor").toString(),
              entry.get("version").toString(),
              entry.get("api_version").toString(),
              opens(entry) ? "yes" : "no",
              entry.get("origin").toString(),
              firstLine(finding)));
    }
    if (!entries.isEmpty()) {
      TextTable.print(rows, out);
      refusals(entries, out);
    }
    folded.forEach(group -> fold(group, out));
    for (Map<?, ?> entry : entries) {
      if (verbose && entry.get("ia_attributes") != null) {
        out.println();
        out.println(entry.get("ia") + ":");
        attributes((Map<?, ?>) entry.get("ia_attributes"), out);
        attributes((Map<?, ?>) entry.get("provider_attributes"), out);
      }
    }
  }

  private static boolean opens(Map<?, ?> entry) {
    return Boolean.TRUE.equals(entry.get("available"));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private static List<Map<?, ?>> inOrder(List<?> entries) {
    List<Map<?, ?>> all = new ArrayList<>();
    entries.forEach(entry -> all.add((Map<?, ?>) entry));
    all.sort(Comparator.comparing(entry -> !opens(entry)));
    return all;
  }

  /** Lists the groups of many entries that stand in one file and do not open for one cause. */
  private static List<List<Map<?, ?>>> alike(List<Map<?, ?>> entries) {
    Map<List<String>, List<Map<?, ?>>> groups = new LinkedHashMap<>();
    for (Map<?, ?> entry : entries) {
      if (!opens(entry)) {
        List<String> key =
            List.of(file(entry), entry.get("reason").toString(), entry.get("remedy").toString());
        groups.computeIfAbsent(key, each -> new ArrayList<>()).add(entry);
      }
    }
    return groups.values().stream().filter(group -> group.size() > FEW).toList();
  }

  /** Returns the origin of an entry without the number of the line. */
  private static String file(Map<?, ?> entry) {
    return entry.get("origin").toString().replaceFirst(":\\d+$", "");
  }

  private static void fold(List<Map<?, ?>> group, PrintWriter out) {
    Map<?, ?> first = group.get(0);
    out.println();
    out.println(
        group.size()
            + " entries of "
            + file(first)
            + " do not open; `"
            + RepeatCommand.command("info -v")
            + "` lists them:");
    refusal(first.get("reason").toString(), first.get("remedy").toString(), out);
  }

  /**
   * Prints what the table has no room for: every line of a cause and its remedy, once for all
   * adapters.
   */
  private static void refusals(List<Map<?, ?>> entries, PrintWriter out) {
    Map<List<String>, List<String>> names = new LinkedHashMap<>();
    for (Map<?, ?> entry : entries) {
      if (!opens(entry)) {
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
          refusal(cause.get(0), cause.get(1), out);
        });
  }

  private static void refusal(String cause, String remedy, PrintWriter out) {
    cause.lines().forEach(line -> out.println("  " + line));
    remedy.lines().forEach(line -> out.println("  fix: " + line));
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
