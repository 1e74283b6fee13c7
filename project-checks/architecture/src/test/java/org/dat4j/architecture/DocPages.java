package org.dat4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The Markdown pages of the project, without what builds have made. */
final class DocPages {
  private DocPages() {}

  /** All pages, in the order of their paths. */
  static List<Path> all() {
    return ProjectFiles.endingWith(".md");
  }

  /** The lines of a page outside of its code blocks. */
  static List<String> prose(Path page) {
    List<String> prose = new ArrayList<>();
    boolean code = false;
    for (String line : lines(page)) {
      if (line.strip().startsWith("```")) {
        code = !code;
      } else if (!code) {
        prose.add(line);
      }
    }
    return prose;
  }

  private static List<String> lines(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The anchors that the headings of a page give. */
  static Set<String> anchors(Path page) {
    Set<String> anchors = new TreeSet<>();
    for (String line : prose(page)) {
      if (line.startsWith("#")) {
        anchors.add(
            line.replaceFirst("^#+ *", "")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9 _-]", "")
                .replace(' ', '-'));
      }
    }
    return anchors;
  }

  /** The path of a page as a reader of the repository knows it. */
  static String name(Path page) {
    return ProjectFiles.name(page);
  }
}
