package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
