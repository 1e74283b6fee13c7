package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Javadoc of a release can be made. The compiler's doclint accepts what the Javadoc tool does
 * not: a link to a package that is not exported, a field of a serialized form without a comment.
 */
@Tag("long")
class JavadocTest {

  private static final Pattern MODULE = Pattern.compile("(?m)^(?:open )?module (\\S+) \\{");

  @Test
  void javadocOfTheNamedModulesHasNoWarning(@TempDir Path pages) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("--module-path", libraries()));
    List<String> names = new ArrayList<>();
    for (Path sources : sources(true)) {
      Matcher name = MODULE.matcher(Files.readString(sources.resolve("module-info.java")));
      assertTrue(name.find(), () -> "a module declaration in " + sources);
      names.add(name.group(1));
      arguments.addAll(List.of("--module-source-path", name.group(1) + "=" + sources));
    }
    arguments.addAll(List.of("--module", String.join(",", names)));
    assertNoComplaint(arguments, pages);
  }

  @Test
  void javadocOfTheOtherModulesHasNoWarning(@TempDir Path pages) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("--class-path", System.getProperty("java.class.path")));
    arguments.add("--source-path");
    arguments.add(
        sources(false).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator)));
    arguments.addAll(List.of("-subpackages", "org.dat4j.guice:org.dat4j.tools"));
    assertNoComplaint(arguments, pages);
  }

  private static void assertNoComplaint(List<String> arguments, Path pages) {
    List<String> all = new ArrayList<>(List.of("-quiet", "-Xdoclint:all", "-Werror", "-noindex"));
    all.addAll(List.of("-d", pages.toString()));
    all.addAll(arguments);
    StringWriter said = new StringWriter();
    int code =
        ToolProvider.findFirst("javadoc")
            .orElseThrow(() -> new AssertionError("this Java has no javadoc: run with a JDK"))
            .run(new PrintWriter(said), new PrintWriter(said), all.toArray(String[]::new));
    assertEquals(0, code, said::toString);
  }

  /** The sources of the modules with or without a module declaration. */
  private static List<Path> sources(boolean named) {
    List<Path> found =
        Reactor.modules().stream()
            .map(module -> Reactor.ROOT.resolve(module).resolve("src/main/java"))
            .filter(folder -> Files.exists(folder.resolve("module-info.java")) == named)
            .sorted()
            .toList();
    assertFalse(found.isEmpty(), () -> "sources under " + Reactor.ROOT);
    return found;
  }

  /** What the modules need; they themselves are read from their sources. */
  private static String libraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).toAbsolutePath().startsWith(Reactor.ROOT))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
