package org.dat4j.tools.info;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.cli.Tables;

/** Prints for people what info has collected. */
final class InfoText {

  private InfoText() {}

  static void print(Map<String, Object> info, PrintWriter out) {
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
    rows.add(List.of("IA", "provider", "version", "api", "opens", "origin", "finding"));
    for (Object element : entries) {
      Map<?, ?> entry = (Map<?, ?>) element;
      String finding = entry.get("reason").toString();
      rows.add(
          List.of(
              entry.get("ia").toString(),
              entry.get("provider").toString(),
              entry.get("provider_version").toString(),
              entry.get("api_version").toString(),
              Boolean.TRUE.equals(entry.get("available")) ? "yes" : "no",
              entry.get("origin").toString(),
              finding.lines().findFirst().orElse("")));
    }
    Tables.print(rows, out);
    for (Object element : entries) {
      Map<?, ?> entry = (Map<?, ?>) element;
      if (entry.get("ia_attributes") != null) {
        out.println();
        out.println(entry.get("ia") + ":");
        attributes((Map<?, ?>) entry.get("ia_attributes"), out);
        attributes((Map<?, ?>) entry.get("provider_attributes"), out);
      }
    }
  }

  static void printSettings(Map<String, Object> providers, PrintWriter out) {
    if (providers.isEmpty()) {
      out.println("no provider of the registry has settings");
    }
    providers.forEach(
        (provider, settings) -> {
          out.println(provider + ", in ia_params as name=value, separated by blanks or commas:");
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
          Tables.print(rows, out);
        });
  }

  private static void attributes(Map<?, ?> attributes, PrintWriter out) {
    attributes.forEach((name, value) -> out.println("  " + name + " = " + value));
  }
}
