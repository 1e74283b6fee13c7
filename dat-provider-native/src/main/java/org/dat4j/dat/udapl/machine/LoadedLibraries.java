package org.dat4j.dat.udapl.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Finds the path from which a native library was loaded into this process, in the kernel's list of
 * mappings.
 */
final class LoadedLibraries {

  private final Path maps;

  /**
   * Makes the lookup for a process.
   *
   * @param maps its list of mappings; on systems without one nothing is found
   */
  LoadedLibraries(Path maps) {
    this.maps = maps;
  }

  /**
   * Finds the file of a library.
   *
   * @param name the requested name: a path, or a file name whose version may be shorter than the
   *     file's
   * @return its path; {@code name} when it is not known
   */
  String file(String name) {
    String wanted = name.substring(name.lastIndexOf('/') + 1);
    try {
      for (String line : Files.readAllLines(maps)) {
        int path = line.indexOf('/');
        String file = line.substring(line.lastIndexOf('/') + 1);
        if (path >= 0 && (file.equals(wanted) || file.startsWith(wanted + "."))) {
          return line.substring(path);
        }
      }
    } catch (IOException e) {
      return name;
    }
    return name;
  }
}
