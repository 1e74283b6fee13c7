package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The generated pages of docs are as the sources say; -Ddat4j.pages.write=true writes them. */
class PagesTest {

  static Stream<Arguments> pages() {
    Supplier<String> calls = CToJavaPage::text;
    Supplier<String> errors = ErrorsPage::text;
    Supplier<String> clauses = ClausesPage::text;
    return Stream.of(
        Arguments.of("c-to-java.md", calls),
        Arguments.of("errors.md", errors),
        Arguments.of("clauses.md", clauses));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void committedPageIsTheGeneratedOne(String name, Supplier<String> generator) throws IOException {
    Path file = Reactor.ROOT.resolve("docs").resolve(name);
    String generated = generator.get();
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
  void tableCellsCannotBreakTheirTable() {
    String page =
        new Markdown("t", "s").table(List.of(List.of("head"), List.of("a | b <c>"))).toString();
    assertTrue(page.endsWith("| head |\n|---|\n| a \\| b &lt;c> |\n"), page);
  }
}
