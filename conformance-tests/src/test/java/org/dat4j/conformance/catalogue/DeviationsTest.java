package org.dat4j.conformance.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviationsTest {
  private static final Catalogue CATALOGUE =
      Catalogue.read(
          new StringReader(
              String.join("\t", Catalogue.COLUMNS)
                  + "\ndat_a.01\tdat_a\tattr\tT.\tall\t\t\t\t1"
                  + "\ndat_a.02\tdat_a\tattr\tT.\tuntestable(x)\t\t\t\t1\n"),
          "c.tsv");

  private static Deviations read(String lines) {
    String text = String.join("\t", Deviations.COLUMNS) + "\n" + lines.replace('|', '\t');
    return Deviations.read(new StringReader(text), "d.tsv", CATALOGUE);
  }

  @Test
  void lineIsRead() {
    Deviation line =
        read("# why\ndat_a.01|wrong code|team|2027-03-31|intermittent\n")
            .find("dat_a.01")
            .orElseThrow();
    assertEquals("wrong code", line.reason());
    assertEquals("team", line.owner());
    assertEquals(Deviation.Kind.INTERMITTENT, line.kind());
    assertEquals(3, line.line());
    assertFalse(line.expired(LocalDate.of(2027, 3, 31)));
    assertTrue(line.expired(LocalDate.of(2027, 4, 1)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "dat_b.01|r|o|2027-01-01|defect; unknown clause 'dat_b.01'",
        "dat_a.02|r|o|2027-01-01|defect; not testable",
        "dat_a.01||o|2027-01-01|defect; reason and owner",
        "dat_a.01|r|o|soon|defect; expiry 'soon'",
        "dat_a.01|r|o|2027-01-01|sometimes; class 'sometimes'",
        "dat_a.01|r|o|2027-01-01; 4 columns",
      })
  void malformedLineIsRefused(String line, String message) {
    CatalogueException e = assertThrows(CatalogueException.class, () -> read(line));
    assertTrue(e.getMessage().startsWith("d.tsv:2: "), e.getMessage());
    assertTrue(e.getMessage().contains(message), e.getMessage());
  }

  @Test
  void secondLineForAClauseIsRefused() {
    String line = "dat_a.01|r|o|2027-01-01|defect\n";
    assertThrows(CatalogueException.class, () -> read(line + line));
  }

  @Test
  void missingFileIsNamed() {
    CatalogueException e =
        assertThrows(
            CatalogueException.class, () -> Deviations.file(Path.of("no-such-file"), CATALOGUE));
    assertTrue(e.getMessage().startsWith("no-such-file: "), e.getMessage());
  }
}
