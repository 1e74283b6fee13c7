package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Decisions are cited by the names that docs/reference/decisions.md gives them. */
class DecisionsTest {
  private static final Path PAGE = Reactor.ROOT.resolve("docs/reference/decisions.md");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| ((?:DAT|RSM)-D\\d{2}) \\|");
  private static final Pattern CITATION =
      Pattern.compile("\\b(?<prefix>(?:DAT|RSM)-)?D\\d{2}\\b(?!\\w)");
  private static final Pattern READ = Pattern.compile(".*\\.(java|md|tsv|ya?ml|properties)");
  private static final Set<String> PASSED_OVER = Set.of("target", ".git", "node_modules");

  @Test
  void eachCitationNamesItsSeriesAndStandsOnThePage() throws IOException {
    Set<String> decided = decided();
    List<String> wrong = new ArrayList<>();
    int[] found = {0};
    for (Path file : files()) {
      Matcher citation = CITATION.matcher(Files.readString(file));
      while (citation.find()) {
        found[0]++;
        if (citation.group("prefix") == null || !decided.contains(citation.group())) {
          wrong.add(Reactor.ROOT.relativize(file) + ": " + citation.group());
        }
      }
    }
    assertEquals(List.of(), wrong, "citations that " + PAGE.getFileName() + " does not have");
    assertTrue(found[0] > 2 * decided.size(), () -> "only " + found[0] + " citations were found");
  }

  @Test
  void bothSeriesHaveNoGap() throws IOException {
    Set<String> decided = decided();
    for (String series : List.of("DAT-D", "RSM-D")) {
      long count = decided.stream().filter(d -> d.startsWith(series)).count();
      assertTrue(count > 0, series);
      for (int i = 1; i <= count; i++) {
        assertTrue(decided.contains(String.format(Locale.ROOT, "%s%02d", series, i)), series + i);
      }
    }
  }

  private static Set<String> decided() throws IOException {
    Set<String> names = new TreeSet<>();
    Matcher row = ROW.matcher(Files.readString(PAGE));
    while (row.find()) {
      assertTrue(names.add(row.group(1)), () -> row.group(1) + " stands there twice");
    }
    return names;
  }

  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        Reactor.ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return PASSED_OVER.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && READ.matcher(file.toString()).matches()) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return files;
  }
}
