package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Lists what no backend implements yet: the {@code impl} methods of the SPI's first layer that
 * throw DAT_NOT_IMPLEMENTED and that no class of the software skeleton or of a provider overrides.
 */
class NotImplementedTest {

  private static final String FIRST_LAYER = "org.dat4j.dat.spi";
  private static final Path REPORT = Path.of("target", "not-implemented.txt");

  @Test
  void theReportOfCallsThatNoBackendHasIsEmpty() throws IOException {
    JavaClasses spi = Reactor.classes("dat-spi");
    List<JavaMethod> defaults = defaults(spi);
    assertFalse(defaults.isEmpty(), "the first layer has defaults that throw");
    Set<String> overridden = new TreeSet<>();
    for (String module : Reactor.modules()) {
      for (JavaClass type : Reactor.classes(module)) {
        if (!type.getModifiers().contains(JavaModifier.ABSTRACT)) {
          type.getMethods().forEach(m -> addOverridden(overridden, type, m));
        }
      }
    }
    Set<String> missing = new TreeSet<>();
    for (JavaMethod method : defaults) {
      if (!overridden.contains(key(method.getOwner(), method))) {
        missing.add(key(method.getOwner(), method));
      }
    }
    Files.createDirectories(REPORT.getParent());
    Files.write(REPORT, missing);
    System.out.println(
        "Not implemented by any backend: " + missing.size() + ", see " + REPORT.toAbsolutePath());
    assertEquals(Set.of(), missing, "every call of the contract is implemented by a backend");
    assertTrue(
        overridden.contains("AbstractEvd.implPostSe"),
        "software events are implemented; the report would be wrong");
  }

  @Test
  void onlyTheFirstLayersDefaultsThrowNotImplemented() {
    List<String> elsewhere = new ArrayList<>();
    for (String module : Reactor.modules()) {
      for (JavaClass type : Reactor.classes(module)) {
        if (!type.getPackageName().equals(FIRST_LAYER)) {
          type.getMethodCallsFromSelf().stream()
              .filter(call -> call.getName().equals("notImplemented"))
              .filter(call -> call.getTargetOwner().getName().equals(FIRST_LAYER + ".Errors"))
              .forEach(call -> elsewhere.add(call.getDescription()));
        }
      }
    }
    assertEquals(List.of(), elsewhere, "a backend refuses what it lacks by its attributes");
  }

  private static List<JavaMethod> defaults(JavaClasses spi) {
    List<JavaMethod> found = new ArrayList<>();
    for (JavaClass type : spi) {
      if (type.getPackageName().equals(FIRST_LAYER)) {
        for (JavaMethod method : type.getMethods()) {
          boolean thrown =
              method.getMethodCallsFromSelf().stream()
                  .anyMatch(call -> call.getName().equals("notImplemented"));
          if (thrown) {
            found.add(method);
          }
        }
      }
    }
    return found;
  }

  private static void addOverridden(Set<String> overridden, JavaClass type, JavaMethod method) {
    type.getAllRawSuperclasses().stream()
        .filter(parent -> parent.getPackageName().equals(FIRST_LAYER))
        .forEach(parent -> overridden.add(key(parent, method)));
  }

  private static String key(JavaClass owner, JavaMethod method) {
    return owner.getSimpleName() + "." + method.getName();
  }
}
