package org.dat4j.rsm.shm;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.dat4j.rsm.spi.RsmSetting;
import org.dat4j.rsm.spi.RsmSettings;

/**
 * The group of RSM controllers (nodes) on one machine whose processes see each other's segments in
 * shared memory. It gives the names of the shared memory objects. The setting {@code domain} names
 * one that several users share; the default is private to the user. Immutable.
 *
 * @param name letters, digits and dashes
 * @param shared whether other users may open its objects
 */
record Domain(String name, boolean shared) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final String PREFIX = "rsm.";

  /** The setting of the name; without it the domain is private to the user. */
  static final RsmSetting SETTING =
      RsmSetting.text(
          "domain",
          "1 to 64 letters, digits and dashes",
          "its processes see each other; by default private to the user");

  static Domain of(RsmSettings settings) {
    String name = settings.text(SETTING);
    if (name.isEmpty()) {
      return new Domain("u" + Integer.toUnsignedString(LibC.getuid()), false);
    }
    if (!NAME.matcher(name).matches()) {
      throw RsmSettings.refusal(SETTING.key(), name, "use up to 64 letters, digits and dashes");
    }
    return new Domain(name, true);
  }

  /** Returns the permissions of the registry objects. */
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

  /** Removes the names of the shared objects of a process that has ended. */
  void unlinkObjects(long pid, long start) {
    for (Path file : files(objectPrefix(pid, start) + "*")) {
      // Objects of other users keep their names until those users' next start.
      LibC.shm_unlink("/" + file.getFileName());
    }
  }

  /** Removes the names of the shared objects of all processes of this domain that have ended. */
  void unlinkOrphans() {
    for (Path file : files(PREFIX + name + ".d.*")) {
      String[] parts = file.getFileName().toString().split("\\.");
      try {
        long pid = Long.parseLong(parts[3]);
        long start = Long.parseLong(parts[4]);
        if (!ProcessInfo.alive(pid, start)) {
          LibC.shm_unlink("/" + file.getFileName());
        }
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException foreign) {
        // The name is not one of dat4j's, so it stays.
      }
    }
  }

  /** Returns the nodes that have a registry. */
  Set<Integer> nodes() {
    Set<Integer> nodes = new TreeSet<>();
    for (Path file : files(PREFIX + name + ".*")) {
      String last = file.getFileName().toString().substring((PREFIX + name + ".").length());
      try {
        nodes.add(Integer.parseInt(last));
      } catch (NumberFormatException notRegistry) {
        // The name is that of an object with data, not of a registry.
      }
    }
    return nodes;
  }

  private Set<Path> files(String glob) {
    Set<Path> found = new TreeSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(SharedObject.FOLDER, glob)) {
      files.forEach(found::add);
    } catch (IOException e) {
      throw ShmFailures.unreadable("domain " + name, SharedObject.FOLDER, e);
    }
    return found;
  }
}
