package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
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
import org.junit.jupiter.api.Test;

/** Holds the compiled index and the annotations of a contract's tests against its catalogue. */
public abstract class ContractIndexTest {
  protected final Catalogue catalogue;
  private final ContractKit kit;
  private final Class<? extends ClauseTest> base;
  private final Path source;

  /**
   * @param kit of the contract; its package and those below have the tests
   * @param base of its tests
   */
  protected ContractIndexTest(ContractKit kit, Class<? extends ClauseTest> base) {
    this.kit = kit;
    this.base = base;
    this.catalogue = kit.catalogue();
    String resource = kit.contract() + "/" + kit.contract() + "-tests.tsv";
    this.source = Path.of("src/main/resources/org/dat4j/conformance", resource);
  }

  private List<Class<?>> testClasses() throws IOException, URISyntaxException {
    Class<?> type = kit.getClass();
    Path directory = Path.of(type.getResource(type.getSimpleName() + ".class").toURI()).getParent();
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted().toList()) {
        String name = directory.relativize(file).toString();
        if (name.endsWith(".class") && !name.contains("$") && !name.contains("package-")) {
          Class<?> found = load(name.substring(0, name.length() - ".class".length()));
          if (base.isAssignableFrom(found) && !Modifier.isAbstract(found.getModifiers())) {
            classes.add(found);
          }
        }
      }
    }
    assertFalse(classes.isEmpty(), () -> "no tests in " + directory);
    return classes;
  }

  private Class<?> load(String path) {
    String name = kit.getClass().getPackageName() + "." + path.replace(File.separatorChar, '.');
    try {
      return Class.forName(name, false, getClass().getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }

  /** Lists the testable clauses that no test of the compiled index declares. */
  protected final List<String> withoutCheck(Stream<Clause> clauses) {
    Set<String> checked = new HashSet<>();
    kit.index().entries().forEach(entry -> checked.addAll(entry.ids()));
    return clauses
        .filter(clause -> clause.testable() && !checked.contains(clause.id()))
        .map(Clause::id)
        .toList();
  }

  @Test
  void compiledIndexListsEveryTest() throws Exception {
    String compiled = TestIndex.of(testClasses()).text();
    if (Boolean.getBoolean("dat4j.index.write")) {
      Files.writeString(source, compiled);
      return;
    }
    String remedy = "-Dtest=" + getClass().getSimpleName() + " -Ddat4j.index.write=true";
    assertEquals(
        compiled, Files.readString(source), () -> source + " is old; write it with " + remedy);
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
}
