package org.dat4j.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The build these tests are part of: its modules, their compiled classes and their sources. */
final class Reactor {

  /** The module that holds these tests and has no classes of its own to check. */
  static final String SELF = "project-checks/architecture";

  /** The module that lists the published artifacts and has no classes. */
  static final String BOM = "config/bom";

  /** The folder of the parent, found from the folder Maven runs the tests of this module in. */
  static final Path ROOT =
      Path.of(System.getProperty("basedir", ""))
          .toAbsolutePath()
          .normalize()
          .getParent()
          .getParent();

  /** The module outside the usual build whose sources keep the rules of the others, too. */
  static final String BENCHMARKS = "benchmarks";

  private static final Map<String, JavaClasses> IMPORTED = new ConcurrentHashMap<>();

  private Reactor() {}

  /** Names of the modules the parent lists, without this one and the BOM. */
  static List<String> modules() {
    List<String> names = new ArrayList<>();
    try {
      NodeList nodes =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(ROOT.resolve("pom.xml").toFile())
              .getElementsByTagName("module");
      for (int i = 0; i < nodes.getLength(); i++) {
        // A profile's modules are no part of the usual build; their classes need not exist.
        if (nodes.item(i).getParentNode().getParentNode().getNodeName().equals("project")) {
          names.add(nodes.item(i).getTextContent().trim());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ParserConfigurationException | SAXException e) {
      throw new IllegalStateException("The parent's pom.xml cannot be read", e);
    }
    names.removeAll(List.of(SELF, BOM));
    return names;
  }

  /** The modules of {@link #modules()} and the benchmarks, for rules of sources. */
  static List<String> writtenModules() {
    List<String> names = new ArrayList<>(modules());
    names.add(BENCHMARKS);
    return names;
  }

  /** The compiled main classes of a module. */
  static JavaClasses classes(String module) {
    return IMPORTED.computeIfAbsent(module, Reactor::importClasses);
  }

  /** The Java sources of a module's main code. */
  static List<Path> mainSources(String module) {
    Path folder = ROOT.resolve(module).resolve("src/main/java");
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The text of a file. */
  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JavaClasses importClasses(String module) {
    Path classes = ROOT.resolve(module).resolve("target").resolve("classes");
    if (!Files.isDirectory(classes)) {
      throw new IllegalStateException(
          classes
              + " is missing: make "
              + module
              + " a dependency of "
              + SELF
              + " and build with mvn -pl "
              + SELF
              + " -am test");
    }
    return new ClassFileImporter().importPath(classes);
  }
}
