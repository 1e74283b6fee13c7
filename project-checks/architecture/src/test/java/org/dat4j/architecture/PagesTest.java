package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.mutant.PageFreedom;
import org.dat4j.conformance.rsm.RsmKit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The generated pages of docs are as the sources say; -Ddat4j.pages.write=true writes them. */
class PagesTest {

  /** The generated pages, by their paths in the repository, and what generates each. */
  static final Map<String, Supplier<String>> PAGES =
      Map.of(
          "docs/reference/c-to-java.md", CToJavaPage::text,
          "docs/reference/c-constants.md", CConstantsPage::text,
          "docs/reference/c-types.md", CTypesPage::text,
          "docs/reference/configuration.md", ConfigurationPage::text,
          "docs/reference/errors.md", ErrorsPage::text,
          "docs/reference/freedoms.md", FreedomsPage::text,
          "docs/reference/clauses.md", ClausesPage::text);

  static Stream<String> pages() {
    return PAGES.keySet().stream().sorted();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void committedPageIsTheGeneratedOne(String name) throws IOException {
    Path file = Reactor.ROOT.resolve(name);
    String generated = PAGES.get(name).get();
    if (Boolean.getBoolean("dat4j.pages.write")) {
      Files.writeString(file, generated);
      return;
    }
    assertEquals(
        generated, Files.readString(file), () -> file + " is old; the page names the command");
  }

  @Test
  void everyFunctionOfBothContractsIsOnThePage() {
    String page = CToJavaPage.text();
    assertTrue(page.contains("## DAT: 75 functions"), "75 functions of DAT");
    assertTrue(page.contains("## RSM: 42 functions"), "42 functions of RSM");
    assertTrue(page.contains("| `dat_lmr_create` | `Ia.createLmr("), "a row");
  }

  @Test
  void constantsOfBothContractsAreOnThePage() {
    String page = CConstantsPage.text();
    assertTrue(
        page.contains("| `DAT_EVD_DTO_FLAG` | `EvdFlags.DTO` | 0x20 |"), "a set of bits of DAT");
    assertTrue(
        page.contains("| `DAT_CLOSE_GRACEFUL_FLAG` | `CloseFlags.GRACEFUL` | 1 |"),
        "an enumeration");
    assertTrue(
        page.contains("| `DAT_TIMEOUT_INFINITE` | `DatConstants.TIMEOUT_INFINITE` |"), "a limit");
    assertTrue(page.contains("| `RSM_PERM_RDWR` | `Permission.RDWR` | 0600 |"), "RSM");
    assertTrue(page.lines().count() > 180, page.lines().count() + " lines");
  }

  @Test
  void eachFreedomIsLeftByAClauseOfItsPageOrByADecision() {
    for (ContractKit kit : List.of(new DatKit(), new RsmKit())) {
      boolean dat = kit instanceof DatKit;
      Set<String> ids = kit.catalogue().all().stream().map(Clause::id).collect(Collectors.toSet());
      for (PageFreedom freedom : dat ? FreedomsPage.ofDat() : FreedomsPage.ofRsm()) {
        String source = freedom.source();
        boolean clause = source.startsWith(freedom.page() + ".") && ids.contains(source);
        assertTrue(
            clause || source.matches("(DAT|RSM)-D[0-9]{2}"), freedom.name() + " has " + source);
      }
    }
  }

  @Test
  void tableCellsCannotBreakTheirTable() {
    String page =
        new Markdown("t", "s").table(List.of(List.of("head"), List.of("a | b <c>"))).toString();
    assertTrue(page.endsWith("| head |\n|---|\n| a \\| b &lt;c> |\n"), page);
  }
}
