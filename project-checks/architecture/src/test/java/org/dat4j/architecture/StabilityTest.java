package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every exported package says for whom it is: API, SPI or internal, and since when it exists. */
class StabilityTest {
  private static final Pattern EXPORT = Pattern.compile("(?m)^\\s*exports\\s+([\\w.]+)");
  private static final Pattern STATEMENT =
      Pattern.compile("(?s)<p>Stability: (API|SPI|internal)\\..*@since \\d+\\.\\d+");

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
