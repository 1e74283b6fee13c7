package org.dat4j.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A package is one listing that a reader takes in at once; {@link Layout} names the exceptions. */
class PackageSizeTest {

  @Test
  void noPackageHasMoreSourceFilesThanItsLimit() {
    Map<String, Integer> sizes = new TreeMap<>();
    for (String module : Reactor.writtenModules()) {
      Path root = Reactor.ROOT.resolve(module).resolve("src/main/java");
      for (Path source : Reactor.mainSources(module)) {
        String name = root.relativize(source.getParent()).toString().replace('/', '.');
        if (!source.endsWith("package-info.java")) {
          sizes.merge(name, 1, Integer::sum);
        }
      }
    }
    List<String> faults = new ArrayList<>();
    sizes.forEach(
        (name, size) -> {
          int limit = Layout.largePackage(name).map(Layout.Large::limit).orElse(Layout.MAX_FILES);
          if (size > limit) {
            faults.add(name + " has " + size + " source files, more than " + limit);
          }
        });
    for (Layout.Large large : Layout.LARGE) {
      int size = sizes.getOrDefault(large.name(), 0);
      if (size <= Layout.MAX_FILES) {
        faults.add(large.name() + " has " + size + " source files: take it out of Layout.LARGE");
      }
    }
    assertEquals(List.of(), faults);
  }
}
