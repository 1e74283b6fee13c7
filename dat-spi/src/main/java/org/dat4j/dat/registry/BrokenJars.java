package org.dat4j.dat.registry;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipFile;
import org.dat4j.dat.Explanation;

/**
 * A check of the class path for jars that cannot be opened. Java passes over them without a word,
 * so that the providers in them seem not to be there.
 */
final class BrokenJars {
  private BrokenJars() {}

  /** Lists the files of a class path that are no jars, or are damaged. */
  static List<Explanation.Problem> of(String classPath) {
    List<Explanation.Problem> problems = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      File file = new File(entry);
      if (file.isFile()) {
        try {
          new ZipFile(file).close();
        } catch (IOException e) {
          problems.add(
              new Explanation.Problem(
                  entry,
                  "the jar is damaged or cannot be read: " + PrintableText.of(e),
                  "copy or download it again"));
        }
      }
    }
    return problems;
  }
}
