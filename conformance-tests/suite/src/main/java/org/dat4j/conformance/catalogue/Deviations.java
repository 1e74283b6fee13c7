package org.dat4j.conformance.catalogue;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * List of the clauses that one backend is known to fail, read from a tab-separated file with the
 * columns {@link #COLUMNS}. Immutable and thread-safe.
 */
public final class Deviations {
  /** The columns of a deviation file. */
  public static final List<String> COLUMNS =
      List.of("clause", "reason", "owner", "expiry", "class");

  private static final Deviations NONE = new Deviations("none", Map.of());

  private final String source;
  private final Map<String, Deviation> byClause;

  private Deviations(String source, Map<String, Deviation> byClause) {
    this.source = source;
    this.byClause = byClause;
  }

  /**
   * Returns the empty list.
   *
   * @return no deviations
   */
  public static Deviations none() {
    return NONE;
  }

  /**
   * Reads a file.
   *
   * @param file UTF-8 text
   * @param catalogue the contract; every clause has to exist in it
   * @return the deviations
   * @throws CatalogueException if the file cannot be read or is malformed
   */
  public static Deviations file(Path file, Catalogue catalogue) {
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      return read(reader, file.toString(), catalogue);
    } catch (IOException e) {
      throw new CatalogueException(file.toString(), 0, "cannot be read: " + e);
    }
  }

  /**
   * Reads deviations from text.
   *
   * @param reader the text; the caller closes it
   * @param source name for messages
   * @param catalogue the contract; every clause has to exist in it
   * @return the deviations
   * @throws CatalogueException if it is malformed; the message has the line
   */
  public static Deviations read(Reader reader, String source, Catalogue catalogue) {
    Map<String, Deviation> result = new LinkedHashMap<>();
    for (TsvReader.Row row : TsvReader.read(reader, source, COLUMNS)) {
      Deviation deviation = deviation(source, row, catalogue);
      if (result.putIfAbsent(deviation.clause(), deviation) != null) {
        throw new CatalogueException(
            source, row.line(), "a second line for " + deviation.clause() + "; keep one");
      }
    }
    return new Deviations(source, Collections.unmodifiableMap(result));
  }

  private static Deviation deviation(String source, TsvReader.Row row, Catalogue catalogue) {
    List<String> field = row.fields();
    Clause clause =
        catalogue
            .find(field.get(0))
            .orElseThrow(
                () ->
                    new CatalogueException(
                        source, row.line(), "unknown clause '" + field.get(0) + "'"));
    if (!clause.testable()) {
      throw new CatalogueException(
          source, row.line(), clause.id() + " is not testable and cannot deviate");
    }
    if (field.get(1).isBlank() || field.get(2).isBlank()) {
      throw new CatalogueException(source, row.line(), "reason and owner are both needed");
    }
    for (Deviation.Kind kind : Deviation.Kind.values()) {
      if (kind.label().equals(field.get(4))) {
        return new Deviation(
            clause.id(), field.get(1), field.get(2), date(source, row), kind, row.line());
      }
    }
    throw new CatalogueException(
        source, row.line(), "class '" + field.get(4) + "' is not defect or intermittent");
  }

  private static LocalDate date(String source, TsvReader.Row row) {
    String text = row.fields().get(3);
    try {
      return LocalDate.parse(text);
    } catch (DateTimeParseException e) {
      throw new CatalogueException(
          source, row.line(), "expiry '" + text + "' is not a date like 2027-01-31");
    }
  }

  /**
   * Finds the line of a clause.
   *
   * @param clause its id
   * @return the deviation, or empty
   */
  public Optional<Deviation> find(String clause) {
    return Optional.ofNullable(byClause.get(clause));
  }

  /**
   * Lists all lines.
   *
   * @return the deviations in file order
   */
  public Collection<Deviation> all() {
    return byClause.values();
  }

  /**
   * Names the file.
   *
   * @return its name, for messages
   */
  public String source() {
    return source;
  }
}
