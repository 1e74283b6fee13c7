package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The modules of the build keep the rules of the design. */
class ModuleRulesTest {

  @Test
  void everyModuleOfTheBuildIsInTheTable() {
    List<String> unknown =
        Reactor.modules().stream().filter(m -> Layout.DAT4J.module(m).isEmpty()).toList();
    assertTrue(
        unknown.isEmpty(), () -> "add to Layout.DAT4J, with the arrows it may have: " + unknown);
  }

  @ParameterizedTest
  @MethodSource("modules")
  void aModuleHasClasses(String name) {
    assertFalse(Reactor.classes(name).isEmpty(), () -> name + " is an empty shell");
  }

  @TestFactory
  Stream<DynamicTest> aModuleKeepsTheRules() {
    return Reactor.modules().stream()
        .flatMap(name -> Layout.DAT4J.module(name).stream())
        .flatMap(
            module -> {
              JavaClasses classes = Reactor.classes(module.name());
              return Rules.all(Layout.DAT4J, module).stream()
                  .map(
                      rule ->
                          DynamicTest.dynamicTest(
                              module.name() + ": " + rule.getDescription(),
                              () -> rule.check(classes)));
            });
  }

  static List<String> modules() {
    return Reactor.modules();
  }
}
