package org.dat4j.rsm.dat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCodec;

/**
 * The user and groups of this process, as Linux reports them, on which RSM access lists decide. On
 * other systems the user is unknown, and everybody in the domain owns its segments. Immutable.
 *
 * @param uid user
 * @param gid primary group
 * @param groups supplementary groups, at most {@link MessageCodec#MAX_GROUPS}
 */
record Credentials(int uid, int gid, List<Integer> groups) {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int NOBODY = 65534;
  private static final int DEFAULT_UMASK = 022;

  /** Copies the list. */
  Credentials {
    groups = List.copyOf(groups);
  }

  /** Reads the credentials of this process. */
  static Credentials own() {
    return of(status());
  }

  static Credentials of(List<String> status) {
    List<Integer> groups = new ArrayList<>();
    for (String group : value(status, "Groups").split("\\s+")) {
      if (!group.isEmpty() && groups.size() < MessageCodec.MAX_GROUPS) {
        groups.add(Integer.parseUnsignedInt(group));
      }
    }
    return new Credentials(effective(status, "Uid"), effective(status, "Gid"), groups);
  }

  /** Returns the effective id, the second of four: real, effective, saved, of the file system. */
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
      return Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1);
    } catch (IOException notLinux) {
      return List.of();
    }
  }

  /** Returns the current umask; the usual one if it is unknown. */
  static int umask() {
    String octal = value(status(), "Umask");
    return octal.isEmpty() ? DEFAULT_UMASK : Integer.parseInt(octal, 8);
  }

  /** Tells whether an importer is in the primary group of this process. */
  boolean counts(Message.Hello importer) {
    return importer.gid() == gid || importer.groups().contains(gid);
  }
}
