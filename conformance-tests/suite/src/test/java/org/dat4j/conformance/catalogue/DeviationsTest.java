package org.dat4j.conformance.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class DeviationsTest {
  private static final int MAX_OF_A_BACKEND = 26;
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

  static List<Path> filesOfTheLab() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("..", "soft-rdma", "deviations"))) {
      List<Path> all = files.sorted().toList();
      assertEquals(5, all.size(), all::toString);
      return all;
    }
  }

  /** A function of the library or the kernel, and what it answers or does. */
  private static final Pattern FUNCTION =
      Pattern.compile("\\b(dapl[a-z]*_|siw_|rxe_|rdma_|ib_status_map)\\w*");

  private static final Pattern CODE =
      Pattern.compile(
          "0x[0-9a-f]{4,}|\\b(DAT|IBV|IB|SIW)_[A-Z_]+|SIGSEGV|\\d+ bytes|_size is \\d+|of 0 ");

  private static final Pattern REFERENCE = Pattern.compile("^as (dat_\\w+\\.\\d+)\\b");

  /** Few enough to be looked at one by one, and each says whose fault it is. */
  @ParameterizedTest
  @MethodSource("filesOfTheLab")
  void linesOfTheLabNameTheFunctionAndItsCode(Path file) throws IOException {
    List<String[]> lines =
        Files.readAllLines(file).stream().skip(1).map(line -> line.split("\t")).toList();
    assertTrue(lines.size() < MAX_OF_A_BACKEND, file + " has " + lines.size() + " lines");
    Set<String> clauses = lines.stream().map(line -> line[0]).collect(Collectors.toSet());
    for (String[] line : lines) {
      Matcher reference = REFERENCE.matcher(line[1]);
      if (reference.find()) {
        assertTrue(clauses.contains(reference.group(1)), file + ": " + line[0] + " " + line[1]);
      } else {
        assertTrue(FUNCTION.matcher(line[1]).find(), file + ": no function: " + line[1]);
        assertTrue(CODE.matcher(line[1]).find(), file + ": no code: " + line[1]);
      }
    }
  }

  @Test
  void missingFileIsNamed() {
    CatalogueException e =
        assertThrows(
            CatalogueException.class, () -> Deviations.file(Path.of("no-such-file"), CATALOGUE));
    assertTrue(e.getMessage().startsWith("no-such-file: "), e.getMessage());
  }
}
