package org.dat4j.rsm.natives;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * The nodes that see each other, and the names of their objects. The setting {@code domain} names
 * one that several users share; the default is private to the user. Immutable.
 *
 * @param name letters, digits and dashes
 * @param shared whether other users may open its objects
 */
record Domain(String name, boolean shared) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final String PREFIX = "rsm.";

  static Domain of(RsmSettings settings) {
    String name = settings.get("domain", null);
    if (name == null) {
      return new Domain("u" + Integer.toUnsignedString(LibC.getuid()), false);
    }
    if (!NAME.matcher(name).matches()) {
      throw new RsmException(
          RsmReturn.BAD_CONF,
          "RsmRegistry",
          "setting dat4j.rsm.domain",
          name,
          "use up to 64 letters, digits and dashes");
    }
    return new Domain(name, true);
  }

  /** Permissions of the registry objects. */
  int registryMode() {
    return shared ? 0666 : 0600;
  }

  String registryName(int node) {
    return "/" + PREFIX + name + "." + node;
  }

  String objectName(long pid, long start, int number) {
    return "/" + objectPrefix(pid, start) + number;
  }

  private String objectPrefix(long pid, long start) {
    return PREFIX + name + ".d." + pid + "." + start + ".";
  }

  /** Removes the names of what a process that has ended shared. */
  void unlinkObjects(long pid, long start) {
    for (Path file : files(objectPrefix(pid, start) + "*")) {
      // Those of other users stay until their next start.
      LibC.shm_unlink("/" + file.getFileName());
    }
  }

  /** Removes the names of what processes of this domain shared that run no more. */
  void unlinkOrphans() {
    for (Path file : files(PREFIX + name + ".d.*")) {
      String[] parts = file.getFileName().toString().split("\\.");
      try {
        long pid = Long.parseLong(parts[3]);
        long start = Long.parseLong(parts[4]);
        if (!Processes.alive(pid, start)) {
          LibC.shm_unlink("/" + file.getFileName());
        }
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException foreign) {
        // Not a name of ours: left alone.
      }
    }
  }

  /** The nodes with a registry. */
  Set<Integer> nodes() {
    Set<Integer> nodes = new TreeSet<>();
    for (Path file : files(PREFIX + name + ".*")) {
      String last = file.getFileName().toString().substring((PREFIX + name + ".").length());
      try {
        nodes.add(Integer.parseInt(last));
      } catch (NumberFormatException notRegistry) {
        // A data object.
      }
    }
    return nodes;
  }

  private static Set<Path> files(String glob) {
    Set<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(SharedObject.FOLDER, glob)) {
      files.forEach(found::add);
    } catch (IOException e) {
      throw new UncheckedIOException(SharedObject.FOLDER + " cannot be listed", e);
    }
    return found;
  }
}
