package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A simple class name means one thing in the whole project; few names have a twin for RSM. */
class ClassNamesTest {

  /** Types that DAT and RSM both export under the same name, for the same purpose. */
  private static final Set<String> TWINS =
      Set.of(
          "Call",
          "Errors",
          "Forwarding",
          "ForwardingObject",
          "InterceptingForwarding",
          "Interceptor",
          "ManPage");

  /** Nested types named as the class that they stand for: C structures, and a type of the API. */
  private static final Set<String> NESTED_TWINS =
      Set.of(
          "AttrLayout.EpAttr",
          "AttrLayout.IaAttr",
          "AttrLayout.NamedAttr",
          "AttrLayout.ProviderAttr",
          "AttrLayout.SrqAttr",
          "ParamLayout.CrParam",
          "ParamLayout.EpParam",
          "ParamLayout.EvdParam",
          "ParamLayout.SrqParam",
          "RsmExplanation.Candidate");

  /** Names by which several types of a package nest the same thing: the builder of the type. */
  private static final Set<String> NESTED_EVERYWHERE = Set.of("Builder");

  /** The declaration of a nested type; the type of the file itself is not indented. */
  private static final Pattern NESTED =
      Pattern.compile(
          "(?m)^ +(?:(?:public|protected|private|static|final|abstract|sealed|non-sealed) +)*"
              + "(?:class|interface|enum|record) +(\\w+)\\b");

  @Test
  void noSimpleNameIsGivenToTwoClasses() {
    Map<String, Set<String>> packages = packagesByName();
    assertTrue(packages.size() > TWINS.size(), "sources were found");
    List<String> faults = new ArrayList<>();
    packages.forEach(
        (name, in) -> {
          if (in.size() > 1 && !TWINS.contains(name)) {
            faults.add(name + " is a class of each of the packages " + in);
          }
        });
    for (String twin : TWINS) {
      if (packages.getOrDefault(twin, Set.of()).size() < 2) {
        faults.add(twin + " has no twin: take it out of TWINS");
      }
    }
    assertEquals(List.of(), faults);
  }

  @Test
  void noNestedTypeHasTheNameOfAClass() {
    Map<String, Set<String>> packages = packagesByName();
    Set<String> twins = new TreeSet<>();
    for (String module : Reactor.writtenModules()) {
      for (Path source : Reactor.mainSources(module)) {
        for (String nested : nestedTypes(Reactor.text(source))) {
          if (packages.containsKey(nested)) {
            twins.add(name(source) + "." + nested);
          }
        }
      }
    }
    assertEquals(
        new TreeSet<>(NESTED_TWINS), twins, "nested types with the name of a class of a module");
  }

  @Test
  void noTwoNestedTypesOfAPackageHaveTheSameName() {
    Map<String, Set<String>> owners = new TreeMap<>();
    for (String module : Reactor.writtenModules()) {
      for (Path source : Reactor.mainSources(module)) {
        for (String nested : nestedTypes(Reactor.text(source))) {
          owners
              .computeIfAbsent(packageOf(module, source) + "." + nested, none -> new TreeSet<>())
              .add(name(source));
        }
      }
    }
    assertTrue(owners.size() > 100, owners.size() + " nested types were found");
    List<String> faults = new ArrayList<>();
    owners.forEach(
        (nested, in) -> {
          String name = nested.substring(nested.lastIndexOf('.') + 1);
          if (in.size() > 1 && !NESTED_EVERYWHERE.contains(name)) {
            faults.add(nested + " is nested in each of " + in);
          }
        });
    assertEquals(List.of(), faults, "name each by what it is");
  }

  @Test
  void nestedTypesAreFound() {
    assertEquals(
        List.of("One", "Two", "Three", "Four"),
        nestedTypes(
            """
            /** A record One, and a class Two. */
            final class Outer {
              private static final class One {}

              public sealed interface Two<T> {
                record Three(int number) implements Two<Integer> {}
              }

              enum Four {}

              // class Five
              private int record;
            }
            """));
  }

  private static List<String> nestedTypes(String text) {
    return NESTED.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static Map<String, Set<String>> packagesByName() {
    Map<String, Set<String>> packages = new TreeMap<>();
    for (String module : Reactor.writtenModules()) {
      for (Path source : Reactor.mainSources(module)) {
        String name = name(source);
        if (!name.endsWith("-info")) {
          packages.computeIfAbsent(name, none -> new TreeSet<>()).add(packageOf(module, source));
        }
      }
    }
    return packages;
  }

  private static String packageOf(String module, Path source) {
    Path root = Reactor.ROOT.resolve(module).resolve("src/main/java");
    return root.relativize(source.getParent()).toString().replace('/', '.');
  }

  private static String name(Path source) {
    return source.getFileName().toString().replace(".java", "");
  }
}
