package org.dat4j.conformance.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import org.dat4j.conformance.SuiteRunner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogueTest {
  private static final String HEADER = String.join("\t", Catalogue.COLUMNS) + "\n";

  private static Catalogue read(String lines) {
    return Catalogue.read(new StringReader(HEADER + lines.replace('|', '\t')), "some.tsv");
  }

  @Test
  void datCatalogueHasEveryRowOfTheContract() {
    Catalogue catalogue = Catalogue.resource(SuiteRunner.class, "dat-clauses.tsv");
    assertEquals(1109, catalogue.all().size());
    assertEquals(31, catalogue.matching("dat_ia_open").size());
    assertEquals(50, catalogue.matching("dat_lmr_create.*").size());
    assertEquals(
        "MT-Level Unsafe puts serialisation on the consumer",
        catalogue.get("dat_lmr_free.14").untestable().orElseThrow());
    assertEquals("srq_supported", catalogue.get("dat_ia_close.15").needs().toString());
  }

  @Test
  void columnsAreReadInOrder() {
    Clause clause =
        read("dat_a.01|dat_a|event|Text.|optional(x y)|as null|n>0|DAT_ABORT|3").get("dat_a.01");
    assertEquals(ClauseKind.EVENT, clause.kind());
    assertEquals("Text.", clause.requirement());
    assertEquals("x y", clause.optional().orElseThrow());
    assertEquals("as null", clause.java());
    assertEquals("n>0", clause.needs().toString());
    assertEquals("DAT_ABORT", clause.strict());
    assertEquals(3, clause.revision());
    assertTrue(clause.testable());
  }

  @Test
  void vacuousAndUntestableRowsAreNotTestable() {
    Catalogue catalogue =
        read(
            "dat_a.01|dat_a|attr|T.|all|vacuous: types cannot be mixed|||1\n"
                + "dat_a.02|dat_a|attr|T.|untestable(left open)||||1\n");
    assertEquals("types cannot be mixed", catalogue.get("dat_a.01").vacuous().orElseThrow());
    assertFalse(catalogue.get("dat_a.01").testable());
    assertFalse(catalogue.get("dat_a.02").testable());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "dat_a.01|dat_a|event|T.|all||||1|x; 10 columns",
        "dat_a.01|dat_b|event|T.|all||||1; id 'dat_a.01'",
        "dat_a|dat_a|event|T.|all||||1; id 'dat_a'",
        "dat_a.01|dat_a|evnt|T.|all||||1; kind 'evnt'",
        "dat_a.01|dat_a|event| |all||||1; no requirement",
        "dat_a.01|dat_a|event|T.|optional()||||1; where 'optional()'",
        "dat_a.01|dat_a|event|T.|all||n>>1||1; needs term",
        "dat_a.01|dat_a|event|T.|all||||0; rev '0'",
        "dat_a.01|dat_a|event|T.|all|vacuous:|||1; vacuous without",
        "dat_x.01|dat_x|event|T.|all||||1; a second time",
      })
  void malformedRowIsRefusedWithItsLine(String row, String message) {
    String good = "dat_x.01|dat_x|event|T.|all||||1\n";
    CatalogueException e = assertThrows(CatalogueException.class, () -> read(good + row));
    assertTrue(e.getMessage().startsWith("some.tsv:3: "), e.getMessage());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void wrongHeaderIsRefused() {
    CatalogueException e =
        assertThrows(
            CatalogueException.class,
            () -> Catalogue.read(new StringReader("id\tpage\n"), "other.tsv"));
    assertTrue(e.getMessage().startsWith("other.tsv:1: header is [id, page]"), e.getMessage());
  }

  @Test
  void unknownIdIsNamed() {
    Catalogue catalogue = read("dat_a.01|dat_a|event|T.|all||||1");
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> catalogue.get("dat_a.02"));
    assertTrue(e.getMessage().contains("'dat_a.02' is not in some.tsv"), e.getMessage());
  }

  @Test
  void patternsSelectByIdPageAndWildcard() {
    Catalogue catalogue =
        read(
            "dat_a.01|dat_a|event|T.|all||||1\n"
                + "dat_ab.01|dat_ab|event|T.|all||||1\n"
                + "dat_b.11|dat_b|event|T.|all||||1\n");
    assertEquals(List.of("dat_a.01"), ids(catalogue, "dat_a"));
    assertEquals(List.of("dat_a.01", "dat_ab.01"), ids(catalogue, "dat_a*"));
    assertEquals(List.of("dat_b.11"), ids(catalogue, "dat_b.1?"));
    assertEquals(List.of("dat_a.01", "dat_b.11"), ids(catalogue, "dat_b.*, dat_a.01"));
    assertEquals(List.of(), ids(catalogue, "dat_a?01x"));
    assertEquals(List.of("dat_a.01"), ids(catalogue, "dat_a*,!dat_ab"));
    assertEquals(List.of("dat_a.01", "dat_ab.01"), ids(catalogue, "!dat_b.11"));
    assertEquals(
        List.of("dat_b.11"), catalogue.excluded("!dat_b*").stream().map(Clause::id).toList());
    assertEquals(List.of(), catalogue.excluded("dat_b*"));
  }

  private static List<String> ids(Catalogue catalogue, String glob) {
    return catalogue.matching(glob).stream().map(Clause::id).toList();
  }
}
