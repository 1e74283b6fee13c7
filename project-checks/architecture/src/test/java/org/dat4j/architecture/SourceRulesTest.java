package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The sources of all modules keep the rules for sources, and the rules can be broken. */
class SourceRulesTest {

  @ParameterizedTest
  @MethodSource("modules")
  void theSourcesOfAModuleKeepTheRules(String module) throws IOException {
    List<Path> files;
    try (Stream<Path> tree = Files.walk(Reactor.ROOT.resolve(module).resolve("src"))) {
      files = tree.filter(f -> f.toString().endsWith(".java")).toList();
    }
    assertFalse(files.isEmpty(), () -> module + " has no sources");
    List<String> faults = new ArrayList<>();
    for (Path file : files) {
      String name = Reactor.ROOT.relativize(file).toString();
      faults.addAll(SourceRules.faults(name, Files.readAllLines(file)));
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void aLongLineIsFound() {
    String code = "int a = " + "1 + ".repeat(30) + "1;";
    assertEquals(
        List.of("A.java:2: longer than 100 columns"),
        SourceRules.faults("A.java", List.of("x".repeat(100), code)));
  }

  @Test
  void aLineThatCannotBeBrokenIsAccepted() {
    assertEquals(
        List.of(),
        SourceRules.faults("A.java", List.of(" * " + "x".repeat(120), "import " + "x".repeat(99))));
  }

  @Test
  void unfinishedWorkIsFound() {
    for (String mark : List.of("// TO" + "DO later", "/* FIX" + "ME */", "// X" + "XX")) {
      assertEquals(1, SourceRules.faults("A.java", List.of(mark)).size(), mark);
    }
    assertEquals(List.of(), SourceRules.faults("A.java", List.of("int todos;")));
  }

  @Test
  void aTestThatIsSwitchedOffIsFound() {
    assertEquals(1, SourceRules.faults("A.java", List.of("  @Dis" + "abled(\"why\")")).size());
    assertEquals(List.of(), SourceRules.faults("A.java", List.of("// is @Dis" + "abled here")));
  }

  @Test
  void aTestNamedByARelativeClauseIsFound() {
    for (String begin :
        List.of("whoIs", "whoseIs", "whatIs", "whereIs", "lmrWhose", "inInVain", "goneAnyMore")) {
      String line = "  void " + begin + "FreedIsRefused() {";
      assertEquals(1, SourceRules.faults("A.java", List.of(line)).size(), line);
    }
    assertEquals(
        List.of(),
        SourceRules.faults(
            "A.java", List.of("  void freedLmrIsRefused() {", "  void wholeMessageArrives() {")));
  }

  @Test
  void aTestNameOfMoreThanFourteenWordsIsFound() {
    String fourteen = "a" + "Word".repeat(13);
    assertEquals(
        List.of("A.java:2: a test whose name has more than 14 words"),
        SourceRules.faults(
            "A.java", List.of("  void " + fourteen + "() {", "  void " + fourteen + "More() {")));
  }

  static List<String> modules() {
    return Stream.concat(Reactor.writtenModules().stream(), Stream.of(Reactor.SELF)).toList();
  }
}
