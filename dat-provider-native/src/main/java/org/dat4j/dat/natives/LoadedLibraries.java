package org.dat4j.dat.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files behind the libraries this process has loaded, from the kernel's list of mappings. */
final class LoadedLibraries {

  private final Path maps;

  /**
   * Looks at a process.
   *
   * @param maps its list of mappings; on systems without one nothing is found
   */
  LoadedLibraries(Path maps) {
    this.maps = maps;
  }

  /**
   * Finds the file of a library.
   *
   * @param name as it was asked for: a path, or a file name whose version may be shorter than the
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
