package org.dat4j.conformance.catalogue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.dat4j.conformance.dimension.DimensionKind;

/**
 * Table of the kinds of dimensions in which the suite does not vary a clause, each with the reason.
 * It is a resource with the columns clauses, about, kinds and reason. The first row that matches a
 * clause and a kind counts. Immutable and thread-safe.
 */
public final class LeftOutKinds {
  /** The columns of the file. */
  public static final List<String> COLUMNS = List.of("clauses", "about", "kinds", "reason");

  /** The words of a reason that is none for ever: checks of this kind may be added. */
  public static final String NOT_YET = "not varied yet";

  private static final String FILE = "left-out-kinds.tsv";
  private static final String ALL = "*";
  private static final LeftOutKinds SUITE =
      of(FILE, TsvReader.resource(LeftOutKinds.class, FILE, COLUMNS));

  /**
   * One row.
   *
   * @param line its number in the file, from 1
   * @param clauses matches the ids and pages that are meant
   * @param about what the clauses speak about
   * @param kinds the kinds that are left out
   * @param reason why, in words
   */
  public record Reason(
      int line, Pattern clauses, Set<ClauseKind> about, Set<DimensionKind> kinds, String reason) {

    /**
     * Tells whether the row is about a clause.
     *
     * @param clause any clause
     * @param kind a kind in which it is not varied
     * @return true if the row has the reason
     */
    public boolean matches(Clause clause, DimensionKind kind) {
      return kinds.contains(kind)
          && about.contains(clause.kind())
          && (clauses.matcher(clause.id()).matches() || clauses.matcher(clause.page()).matches());
    }
  }

  private final List<Reason> rows;

  private LeftOutKinds(List<Reason> rows) {
    this.rows = List.copyOf(rows);
  }

  /**
   * Returns the table of the suite, for both contracts.
   *
   * @return the table
   */
  public static LeftOutKinds suite() {
    return SUITE;
  }

  /**
   * Makes a table of rows that were read.
   *
   * @param source name for messages
   * @param read the rows of a file with {@link #COLUMNS}
   * @return the table
   * @throws CatalogueException if a row names something unknown or has no reason
   */
  public static LeftOutKinds of(String source, List<TsvReader.Row> read) {
    List<Reason> rows = new ArrayList<>();
    for (TsvReader.Row row : read) {
      List<String> fields = row.fields();
      if (fields.get(3).isBlank()) {
        throw new CatalogueException(source, row.line(), "a row without a reason");
      }
      rows.add(
          new Reason(
              row.line(),
              Catalogue.pattern(parts(fields.get(0))),
              about(source, row, fields.get(1)),
              kinds(source, row, fields.get(2)),
              fields.get(3)));
    }
    return new LeftOutKinds(rows);
  }

  private static List<String> parts(String text) {
    return Stream.of(text.split(",", -1)).map(String::strip).toList();
  }

  private static Set<ClauseKind> about(String source, TsvReader.Row row, String text) {
    if (text.equals(ALL)) {
      return EnumSet.allOf(ClauseKind.class);
    }
    Set<ClauseKind> about = EnumSet.noneOf(ClauseKind.class);
    for (String part : parts(text)) {
      ClauseKind kind = ClauseKind.of(part);
      if (kind == null) {
        throw new CatalogueException(source, row.line(), "no clause is about '" + part + "'");
      }
      about.add(kind);
    }
    return about;
  }

  private static Set<DimensionKind> kinds(String source, TsvReader.Row row, String text) {
    if (text.equals(ALL)) {
      return EnumSet.allOf(DimensionKind.class);
    }
    Set<DimensionKind> kinds = EnumSet.noneOf(DimensionKind.class);
    for (String part : parts(text)) {
      kinds.add(
          DimensionKind.of(part)
              .orElseThrow(
                  () ->
                      new CatalogueException(
                          source, row.line(), "'" + part + "' is no kind of dimension")));
    }
    return kinds;
  }

  /**
   * Tells why a clause is not varied in a kind.
   *
   * @param clause any clause
   * @param kind a kind that no check of it varies
   * @return the reason, or empty if the table has none
   */
  public Optional<String> reason(Clause clause, DimensionKind kind) {
    return rows.stream().filter(row -> row.matches(clause, kind)).map(Reason::reason).findFirst();
  }

  /**
   * Lists the rows.
   *
   * @return in the order of the file
   */
  public List<Reason> rows() {
    return rows;
  }
}
