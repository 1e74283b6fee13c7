package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every exported package says for whom it is: API, SPI or internal, and in which version it came.
 */
class StabilityTest {
  private static final Pattern EXPORT = Pattern.compile("(?m)^\\s*exports\\s+([\\w.]+)");
  private static final Pattern STATEMENT =
      Pattern.compile("(?s)<p>Stability: (API|SPI|internal)\\..*@since \\d+\\.\\d+");

  /** A package in the list of those that the build compares with a release. */
  private static final Pattern COMPARED =
      Pattern.compile("<include>(org\\.dat4j[\\w.]*)</include>");

  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");

  @Test
  void apiAndSpiAreThePackagesThatTheBuildComparesWithARelease() {
    Set<String> told = new TreeSet<>();
    for (String module : Reactor.modules()) {
      for (Path source : Reactor.mainSources(module)) {
        String text = Reactor.text(source);
        Matcher statement = STATEMENT.matcher(text);
        if (source.endsWith("package-info.java")
            && statement.find()
            && !statement.group(1).equals("internal")) {
          Matcher name = PACKAGE.matcher(text);
          assertTrue(name.find(), source::toString);
          told.add(name.group(1));
        }
      }
    }
    Set<String> compared = new TreeSet<>();
    Matcher include = COMPARED.matcher(Reactor.text(Reactor.ROOT.resolve("pom.xml")));
    while (include.find()) {
      compared.add(include.group(1));
    }
    assertEquals(told, compared, "package pages that say API or SPI, and japicmp in pom.xml");
  }

  @Test
  void everyExportedPackageIsClassified() {
    List<String> unclassified = new ArrayList<>();
    int exported = 0;
    for (String module : Reactor.modules()) {
      Path sources = Reactor.ROOT.resolve(module).resolve("src/main/java");
      Path descriptor = sources.resolve("module-info.java");
      if (!Files.exists(descriptor)) {
        continue;
      }
      Matcher export = EXPORT.matcher(Reactor.text(descriptor));
      while (export.find()) {
        exported++;
        Path info = sources.resolve(export.group(1).replace('.', '/')).resolve("package-info.java");
        if (!STATEMENT.matcher(Reactor.text(info)).find()) {
          unclassified.add(info.toString());
        }
      }
    }
    assertFalse(exported == 0, "no exported package was found");
    assertEquals(List.of(), unclassified, "add 'Stability: ...' and '@since' to each");
  }
}
