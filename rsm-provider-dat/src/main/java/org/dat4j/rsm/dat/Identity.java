package org.dat4j.rsm.dat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * For whom this process works, as Linux tells; elsewhere nobody, whose segments everybody in the
 * domain owns. Immutable.
 *
 * @param uid user
 * @param gid primary group
 * @param groups supplementary groups, at most {@link Codec#MAX_GROUPS}
 */
record Identity(int uid, int gid, List<Integer> groups) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int NOBODY = 65534;
  private static final int DEFAULT_UMASK = 022;

  /** Keeps a copy. */
  Identity {
    groups = List.copyOf(groups);
  }

  /** Of this process now. */
  static Identity own() {
    return of(status());
  }

  static Identity of(List<String> status) {
    List<Integer> groups = new ArrayList<>();
    for (String group : value(status, "Groups").split("\\s+")) {
      if (!group.isEmpty() && groups.size() < Codec.MAX_GROUPS) {
        groups.add(Integer.parseUnsignedInt(group));
      }
    }
    return new Identity(effective(status, "Uid"), effective(status, "Gid"), groups);
  }

  /** Real, effective, saved, of the file system: the second counts. */
  private static int effective(List<String> status, String key) {
    String[] ids = value(status, key).split("\\s+");
    return ids.length < 2 ? NOBODY : Integer.parseUnsignedInt(ids[1]);
  }

  private static String value(List<String> status, String key) {
    for (String line : status) {
      if (line.startsWith(key + ":")) {
        return line.substring(key.length() + 1).strip();
      }
    }
    return "";
  }

  private static List<String> status() {
    try {
      return Files.readAllLines(STATUS);
    } catch (IOException notLinux) {
      return List.of();
    }
  }

  /** The umask now; without one the usual. */
  static int umask() {
    String octal = value(status(), "Umask");
    return octal.isEmpty() ? DEFAULT_UMASK : Integer.parseInt(octal, 8);
  }

  /** Whether somebody is in the primary group of this process. */
  boolean counts(Message.Hello importer) {
    return importer.gid() == gid || importer.groups().contains(gid);
  }
}
