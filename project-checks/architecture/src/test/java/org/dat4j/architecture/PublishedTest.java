package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The content that the POM of a published module must have. */
class PublishedTest {
  private static final String PREFIX = "dat4j-";

  private static List<String> published() {
    return Reactor.modules().stream()
        .filter(module -> !pom(module).contains("<maven.install.skip>true"))
        .toList();
  }

  private static String pom(String module) {
    return Reactor.text(Reactor.ROOT.resolve(module).resolve("pom.xml"));
  }

  /** The id of a module's artifact: the first one after that of the parent. */
  private static String id(String module) {
    return Pattern.compile("</parent>\\s*<artifactId>(.*?)</artifactId>")
        .matcher(pom(module))
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  @Test
  void theBomListsThePublishedModules() {
    TreeSet<String> listed = new TreeSet<>();
    String bom = pom(Reactor.BOM);
    Matcher managed =
        Pattern.compile("<artifactId>(.*?)</artifactId>")
            .matcher(bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("<build>")));
    while (managed.find()) {
      listed.add(managed.group(1));
    }
    TreeSet<String> ids = new TreeSet<>();
    published().forEach(module -> ids.add(id(module)));
    assertEquals(ids, listed);
  }

  @ParameterizedTest
  @MethodSource("published")
  void aPublishedModuleHasAnIdANameAndADescriptionOfItsOwn(String module) {
    String folder = module.replaceFirst(".*/", "");
    assertTrue(id(module).startsWith(PREFIX), id(module));
    assertTrue(id(module).endsWith(folder) || id(module).endsWith("conformance-tests"), module);
    assertTrue(pom(module).contains("<name>dat4j "), module);
    assertTrue(pom(module).contains("<description>"), module);
  }

  @ParameterizedTest
  @MethodSource("published")
  void aPublishedModuleHasAModuleName(String module) {
    assertTrue(
        Files.exists(Reactor.ROOT.resolve(module).resolve("src/main/java/module-info.java"))
            || pom(module).contains("<automatic.module>org.dat4j."),
        module);
  }
}
