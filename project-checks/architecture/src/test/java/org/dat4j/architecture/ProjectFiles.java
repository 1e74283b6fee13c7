package org.dat4j.architecture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The files of the project and of modules outside of the build, without what builds have made. */
final class ProjectFiles {
  private static final Set<String> BUILT = Set.of("target", ".git", "node_modules");

  private ProjectFiles() {}

  /** All files whose name has an ending, in the order of their paths. */
  static List<Path> endingWith(String ending) {
    List<Path> found = new ArrayList<>();
    try {
      Files.walkFileTree(
          Reactor.ROOT,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return BUILT.contains(folder.getFileName().toString())
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              if (file.toString().endsWith(ending)) {
                found.add(file);
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  /** The path of a file as a reader of the repository knows it. */
  static String name(Path file) {
    return Reactor.ROOT.relativize(file).toString();
  }
}
