package org.dat4j.conformance.mutant;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dat4j.conformance.catalogue.TsvReader;

/**
 * The table {@code returns.tsv} of a contract: calls and return codes that the mutants of a clause
 * change, where its text does not tell them. Immutable.
 */
public final class ReturnTable {
  private static final List<String> COLUMNS =
      List.of("clause", "pages", "codes", "modes", "reason");

  /**
   * A row of the table, for one clause.
   *
   * @param pages pages of the calls besides those that the clause names; {@code *} for any text
   * @param codes names of codes besides those that the clause names
   * @param modes the kinds of mutants instead of those by the rule
   * @param reason why
   */
  public record Row(List<String> pages, List<String> codes, List<String> modes, String reason) {
    private static final Row EMPTY = new Row(List.of(), List.of(), List.of(), "");

    /**
     * Chooses the changes for the clause.
     *
     * @param rule the changes by the rule
     * @return those of the row if it names any
     */
    public List<AnswerChange> changes(List<AnswerChange> rule) {
      if (modes.isEmpty()) {
        return rule;
      }
      return modes.stream()
          .filter(mode -> !mode.equals("none"))
          .map(mode -> AnswerChange.valueOf(mode.toUpperCase(Locale.ROOT)))
          .toList();
    }

    /**
     * Selects the pages that the row names.
     *
     * @param all every page
     * @return those that match
     */
    public Set<String> expanded(Set<String> all) {
      Set<String> found = new TreeSet<>();
      for (String glob : pages) {
        Pattern pattern = Pattern.compile(glob.replace("*", ".*"));
        all.stream().filter(page -> pattern.matcher(page).matches()).forEach(found::add);
      }
      return found;
    }
  }

  private final Map<String, Row> rows = new HashMap<>();

  /**
   * Reads the table.
   *
   * @param owner the class whose package holds the resource
   */
  public ReturnTable(Class<?> owner) {
    for (TsvReader.Row row : TsvReader.resource(owner, "returns.tsv", COLUMNS)) {
      List<String> field = row.fields();
      rows.put(
          field.get(0),
          new Row(words(field.get(1)), words(field.get(2)), words(field.get(3)), field.get(4)));
    }
  }

  private static List<String> words(String text) {
    return text.isBlank() ? List.of() : List.of(text.split(" "));
  }

  /**
   * Finds the row of a clause.
   *
   * @param clause its id
   * @return an empty row for one that the table does not name
   */
  public Row of(String clause) {
    return rows.getOrDefault(clause, Row.EMPTY);
  }

  /**
   * Lists the clauses that a row leaves without a mutant, with a reason.
   *
   * @return their ids
   */
  public Set<String> without() {
    Set<String> ids = new TreeSet<>();
    rows.forEach(
        (id, row) -> {
          if (row.modes().contains("none") && !row.reason().isBlank()) {
            ids.add(id);
          }
        });
    return ids;
  }
}
