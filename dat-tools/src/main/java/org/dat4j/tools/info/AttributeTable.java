package org.dat4j.tools.info;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.dat.spi.Suggestions;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.TextTable;

/**
 * The table that {@code dat4j info --capability} prints: one attribute of every adapter that opens.
 */
final class AttributeTable {
  private static final List<String> GROUPS = List.of("ia_attributes", "provider_attributes");

  private AttributeTable() {}

  /**
   * Finds the attribute of each adapter, one of those that a provider adds under its own name too.
   */
  static Map<String, Object> of(Map<String, Object> info, String attribute) {
    Map<String, Object> values = new LinkedHashMap<>();
    Set<String> known = new LinkedHashSet<>();
    for (Object element : (List<?>) info.get("entries")) {
      Map<?, ?> entry = (Map<?, ?>) element;
      for (String group : GROUPS) {
        if (entry.get(group) != null) {
          add(entry.get("ia").toString(), (Map<?, ?>) entry.get(group), attribute, values, known);
        }
      }
    }
    if (values.isEmpty() && !known.isEmpty()) {
      List<String> meant = Suggestions.of(attribute, known);
      throw new CommandUsageException(
          "--capability is '"
              + attribute
              + "': no adapter has it; "
              + (meant.isEmpty() ? "see dat4j info -v" : "did you mean " + meant.get(0) + "?"));
    }
    return values;
  }

  private static void add(
      String ia,
      Map<?, ?> attributes,
      String attribute,
      Map<String, Object> values,
      Set<String> known) {
    attributes.forEach(
        (name, value) -> {
          known.add(name.toString());
          if (name.equals(attribute)) {
            values.putIfAbsent(ia, value);
          } else if (value instanceof Map<?, ?> named) {
            add(ia, named, attribute, values, known);
          }
        });
  }

  static void print(Map<String, Object> values, String attribute, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("IA", attribute));
    values.forEach((ia, value) -> rows.add(List.of(ia, String.valueOf(value))));
    TextTable.print(rows, out);
  }
}
