package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page of each package names its classes, its threads and what depends on it. */
class PackagePagesTest {
  private static final String PAGE = "package-info.java";
  private static final Pattern NAME = Pattern.compile("\\{@(?:link|code) ([\\w.]+)");
  private static final Pattern THREADS = Pattern.compile("(?i)\\bthreads?\\b");

  /** The words that tell what depends on a package, or that nothing does. */
  private static final Pattern DEPENDENTS =
      Pattern.compile("\\bdepends? on (this package|it)\\b|\\b(uses?|refers? to) this package\\b");

  @Test
  void everyPackageOfMainCodeHasAPage() {
    Set<Path> missing =
        ProjectFiles.endingWith(".java").stream()
            .filter(source -> source.toString().contains("/src/main/java/"))
            .filter(source -> !source.endsWith("module-info.java"))
            .map(Path::getParent)
            .filter(folder -> !Files.exists(folder.resolve(PAGE)))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), missing);
  }

  @Test
  void everyPageNamesClassesThreadsAndDependents() {
    List<String> faults = new ArrayList<>();
    List<Path> pages = ProjectFiles.endingWith("/" + PAGE);
    for (Path page : pages) {
      faults(Reactor.text(page), classes(page.getParent()))
          .forEach(fault -> faults.add(ProjectFiles.name(page) + ": " + fault));
    }
    assertEquals(List.of(), faults);
    assertTrue(pages.size() > 80, pages.size() + " pages were found");
  }

  @Test
  void pageWithoutOneOfThemIsAFault() {
    String whole = "/** {@link a.b.Name} has a thread.\n * Nothing depends on\n * this package. */";
    assertEquals(List.of(), faults(whole, Set.of("Name")));
    assertEquals(List.of("names no class of its package"), faults(whole, Set.of("Other")));
    assertEquals(
        List.of("says nothing of threads", "says nothing of what depends on it"),
        faults("/** {@code Name} depends on others. */", Set.of("Name")));
  }

  private static List<String> faults(String page, Set<String> classes) {
    String text = page.replaceAll("\\s*\n \\*\\s*", " ");
    List<String> faults = new ArrayList<>();
    Matcher name = NAME.matcher(text);
    boolean named = false;
    while (name.find()) {
      named |= classes.contains(name.group(1).substring(name.group(1).lastIndexOf('.') + 1));
    }
    if (!named) {
      faults.add("names no class of its package");
    }
    if (!THREADS.matcher(text).find()) {
      faults.add("says nothing of threads");
    }
    if (!DEPENDENTS.matcher(text).find()) {
      faults.add("says nothing of what depends on it");
    }
    return faults;
  }

  private static Set<String> classes(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.endsWith(".java") && !file.equals(PAGE))
          .map(file -> file.substring(0, file.length() - ".java".length()))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
