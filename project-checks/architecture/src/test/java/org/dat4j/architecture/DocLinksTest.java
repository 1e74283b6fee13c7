package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links between pages and files of the project lead somewhere. */
class DocLinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
  private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

  @Test
  void everyLinkLeadsToAFileAndItsAnchorToAHeading() {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path page : DocPages.all()) {
      for (String line : DocPages.prose(page)) {
        Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
        while (link.find()) {
          if (!ELSEWHERE.matcher(link.group(1)).matches()) {
            links++;
            String fault = fault(page, link.group(1), link.group(2));
            if (fault != null) {
              broken.add(DocPages.name(page) + ": " + link.group() + ": " + fault);
            }
          }
        }
      }
    }
    assertEquals(List.of(), broken);
    assertTrue(links > 50, links + " links were looked at");
  }

  @Test
  void pagesOfTheZipLinkToFilesOfTheZip() throws IOException {
    Path root = Reactor.ROOT;
    String zip = Files.readString(root.resolve("dat-tools/src/main/zip/zip.xml"));
    List<String> broken = new ArrayList<>();
    for (Path page : DocPages.all()) {
      if (isInZip(root, page, zip)) {
        for (String line : DocPages.prose(page)) {
          Matcher link = LINK.matcher(line.replaceAll("`[^`]*`", ""));
          while (link.find()) {
            String target = link.group(1);
            Path file = target.isEmpty() ? page : page.getParent().resolve(target).normalize();
            if (!ELSEWHERE.matcher(target).matches() && !isInZip(root, file, zip)) {
              broken.add(DocPages.name(page) + ": " + link.group());
            }
          }
        }
      }
    }
    assertEquals(List.of(), broken);
  }

  private static boolean isInZip(Path root, Path file, String zip) {
    Path place = root.relativize(file);
    return place.startsWith("docs")
        || place.startsWith("examples")
        || zip.contains("/" + place + "</source>") && !place.equals(Path.of("README.md"));
  }

  private static String fault(Path page, String target, String anchor) {
    Path file = target.isEmpty() ? page : page.getParent().resolve(target).normalize();
    if (!Files.exists(file)) {
      return "no such file";
    }
    if (anchor == null || !file.toString().endsWith(".md")) {
      return null;
    }
    return DocPages.anchors(file).contains(anchor) ? null : "no such heading";
  }
}
