package org.dat4j.benchmarks.peer;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Looks on the search path for a program that a benchmark needs, and says which Debian package has
 * it.
 */
final class InstalledProgram {

  private InstalledProgram() {}

  /** Says that a program is missing, and which package of Debian has it. */
  static Optional<String> missing(String program, String debianPackage) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return Optional.empty();
      }
    }
    return Optional.of(
        program + " is not installed: apt-get install " + debianPackage + ", or use --install");
  }
}
