package org.dat4j.conformance.catalogue;

import java.io.Reader;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * List of all clauses of one contract (DAT or RSM), as read from its file and in the order of that
 * file. Immutable and thread-safe.
 */
public final class Catalogue {
  /** The columns of a catalogue file. */
  public static final List<String> COLUMNS =
      List.of("id", "page", "kind", "requirement", "where", "java", "needs", "strict", "rev");

  private static final Pattern ID = Pattern.compile("[a-z][a-z0-9_.-]*\\.[0-9]{2,}[a-z]?");
  private static final Pattern WHERE =
      Pattern.compile("all|registry|native-only|(optional|untestable)\\(.+\\)");

  private final String source;
  private final Map<String, Clause> clauses;

  private Catalogue(String source, Map<String, Clause> clauses) {
    this.source = source;
    this.clauses = clauses;
  }

  /**
   * Reads a catalogue of this module.
   *
   * @param owner a class of the package that holds the resource
   * @param name resource name, for instance {@code dat-clauses.tsv}
   * @return the catalogue
   * @throws CatalogueException if it is missing or malformed
   */
  public static Catalogue resource(Class<?> owner, String name) {
    return of(name, TsvReader.resource(owner, name, COLUMNS));
  }

  /**
   * Reads a catalogue from text.
   *
   * @param reader the text; the caller closes it
   * @param source name for messages
   * @return the catalogue
   * @throws CatalogueException if it is malformed; the message has the line
   */
  public static Catalogue read(Reader reader, String source) {
    return of(source, TsvReader.read(reader, source, COLUMNS));
  }

  private static Catalogue of(String source, List<TsvReader.Row> rows) {
    Map<String, Clause> clauses = new LinkedHashMap<>();
    for (TsvReader.Row row : rows) {
      Clause clause = clause(source, row);
      if (clauses.putIfAbsent(clause.id(), clause) != null) {
        throw new CatalogueException(
            source, row.line(), "id " + clause.id() + " appears a second time; ids are unique");
      }
    }
    return new Catalogue(source, Collections.unmodifiableMap(clauses));
  }

  private static Clause clause(String source, TsvReader.Row row) {
    List<String> field = row.fields();
    String id = field.get(0);
    String page = field.get(1);
    if (!ID.matcher(id).matches() || !id.substring(0, id.lastIndexOf('.')).equals(page)) {
      throw new CatalogueException(
          source, row.line(), "id '" + id + "' is not page '" + page + "', a dot and a number");
    }
    ClauseKind kind = ClauseKind.of(field.get(2));
    if (kind == null) {
      throw new CatalogueException(
          source,
          row.line(),
          "kind '" + field.get(2) + "' of " + id + " is none of " + List.of(ClauseKind.values()));
    }
    if (field.get(3).isBlank()) {
      throw new CatalogueException(source, row.line(), id + " has no requirement");
    }
    if (!WHERE.matcher(field.get(4)).matches()) {
      throw new CatalogueException(
          source,
          row.line(),
          "where '"
              + field.get(4)
              + "' of "
              + id
              + " is not all, registry, native-only, optional(condition) or untestable(reason)");
    }
    Clause clause =
        new Clause(
            id,
            page,
            kind,
            field.get(3),
            field.get(4),
            field.get(5),
            needs(source, row, field.get(6)),
            field.get(7),
            revision(source, row, field.get(8)));
    if (clause.vacuous().filter(String::isEmpty).isPresent()) {
      throw new CatalogueException(source, row.line(), id + " is vacuous without a language rule");
    }
    return clause;
  }

  private static CapabilityGate needs(String source, TsvReader.Row row, String text) {
    try {
      return CapabilityGate.parse(text);
    } catch (IllegalArgumentException e) {
      throw new CatalogueException(source, row.line(), e.getMessage());
    }
  }

  private static int revision(String source, TsvReader.Row row, String text) {
    try {
      int revision = Integer.parseInt(text);
      if (revision >= 1) {
        return revision;
      }
    } catch (NumberFormatException notNumeric) {
      // Reported below together with numbers that are too small.
    }
    throw new CatalogueException(source, row.line(), "rev '" + text + "' is not a number from 1");
  }

  /**
   * Finds a clause.
   *
   * @param id its id
   * @return the clause, or empty
   */
  public Optional<Clause> find(String id) {
    return Optional.ofNullable(clauses.get(id));
  }

  /**
   * Finds a clause that must exist.
   *
   * @param id its id
   * @return the clause
   * @throws IllegalArgumentException if the catalogue has no such id
   */
  public Clause get(String id) {
    return find(id)
        .orElseThrow(
            () -> new IllegalArgumentException("clause id '" + id + "' is not in " + source));
  }

  /**
   * Lists all clauses.
   *
   * @return the clauses in file order
   */
  public Collection<Clause> all() {
    return clauses.values();
  }

  /**
   * Lists the clauses that a selection asks for.
   *
   * @param selection ids in which {@code *} stands for any text and {@code ?} for one character,
   *     separated by commas; {@code page} alone means all clauses of the page; a part that begins
   *     with {@code !} takes clauses out again; only such parts mean all other clauses
   * @return the clauses in file order, possibly none
   */
  public List<Clause> matching(String selection) {
    List<String> wanted = parts(selection, false);
    Pattern in = pattern(wanted.isEmpty() ? List.of("*") : wanted);
    Pattern out = pattern(parts(selection, true));
    return clauses.values().stream().filter(c -> matches(in, c) && !matches(out, c)).toList();
  }

  /**
   * Lists the clauses that a selection takes out by name: no test that declares one is to run.
   *
   * @param selection as for {@link #matching}
   * @return the clauses in file order, possibly none
   */
  public List<Clause> excluded(String selection) {
    Pattern out = pattern(parts(selection, true));
    return clauses.values().stream().filter(c -> matches(out, c)).toList();
  }

  private static boolean matches(Pattern pattern, Clause clause) {
    return pattern.matcher(clause.id()).matches() || pattern.matcher(clause.page()).matches();
  }

  private static List<String> parts(String selection, boolean negated) {
    return Stream.of(selection.split(",", -1))
        .map(String::strip)
        .filter(part -> part.startsWith("!") == negated)
        .map(part -> negated ? part.substring(1) : part)
        .toList();
  }

  /**
   * Compiles what a user selects names by.
   *
   * @param globs whole names; in each {@code *} stands for any text, and {@code ?} for one
   *     character
   * @return a pattern of all names that one of them selects
   */
  public static Pattern pattern(List<String> globs) {
    // Without a part nothing matches, not even the empty text.
    StringBuilder regex = new StringBuilder("(?!)");
    for (String glob : globs) {
      regex.append('|');
      for (char c : glob.toCharArray()) {
        regex.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString());
  }
}
