package org.dat4j.conformance.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.TestIndex;
import org.junit.jupiter.api.Test;

class DatIndexTest {
  private static final String RESOURCE = "dat-tests.tsv";
  private static final Path SOURCE =
      Path.of("src/main/resources/org/dat4j/conformance/dat", RESOURCE);

  private final Catalogue catalogue = new DatKit().catalogue();

  private static List<Class<?>> testClasses() throws IOException, URISyntaxException {
    Path directory = Path.of(DatKit.class.getResource("DatKit.class").toURI()).getParent();
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".class") && !name.contains("$") && !name.startsWith("package-")) {
          Class<?> type = load(name.substring(0, name.length() - ".class".length()));
          if (DatTest.class.isAssignableFrom(type) && !Modifier.isAbstract(type.getModifiers())) {
            classes.add(type);
          }
        }
      }
    }
    return classes;
  }

  private static Class<?> load(String simpleName) {
    try {
      return Class.forName(DatKit.class.getPackageName() + "." + simpleName);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void compiledIndexListsEveryTest() throws Exception {
    String compiled = TestIndex.of(testClasses()).text();
    if (Boolean.getBoolean("dat4j.index.write")) {
      Files.writeString(SOURCE, compiled);
      return;
    }
    assertEquals(
        compiled,
        Files.readString(SOURCE),
        () -> SOURCE + " is old; write it with -Dtest=DatIndexTest -Ddat4j.index.write=true");
  }

  @Test
  void everyTestMethodDeclaresItsClauses() throws Exception {
    for (Class<?> type : testClasses()) {
      for (Method method : type.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)) {
          assertTrue(
              method.isAnnotationPresent(Clauses.class)
                  != method.isAnnotationPresent(Refuses.class),
              () -> method + " has to carry exactly one of @Clauses and @Refuses");
        }
      }
    }
  }

  @Test
  void declaredIdsExistAreTestableAndShareOneGate() throws Exception {
    for (TestIndex.Entry entry : TestIndex.of(testClasses()).entries()) {
      Set<String> gates = new HashSet<>();
      for (String id : entry.ids()) {
        Clause clause = catalogue.get(id);
        assertTrue(clause.testable(), () -> entry.name() + " declares " + id);
        gates.add(clause.needs().toString());
      }
      assertEquals(1, gates.size(), () -> entry.name() + " mixes the gates " + gates);
      assertTrue(
          entry.refuses().isEmpty() || !gates.contains(""),
          () -> entry.name() + " proves the refusal of a clause without a gate");
    }
  }

  @Test
  void everyTestableClauseOfACompletePageHasACheck() {
    Set<String> checked = new HashSet<>();
    new DatKit().index().entries().forEach(entry -> checked.addAll(entry.ids()));
    List<String> pages =
        Table.resource(DatKit.class, "dat-pages.tsv", List.of("page")).stream()
            .map(row -> row.fields().get(0))
            .toList();
    assertFalse(pages.isEmpty());
    List<String> missing = new ArrayList<>();
    for (String page : pages) {
      List<Clause> clauses = catalogue.all().stream().filter(c -> c.page().equals(page)).toList();
      assertFalse(clauses.isEmpty(), () -> "no clause of page " + page);
      for (Clause clause : clauses) {
        if (clause.testable() && !checked.contains(clause.id())) {
          missing.add(clause.id());
        }
      }
    }
    assertEquals(List.of(), missing, "clauses of complete pages without a check");
  }
}
