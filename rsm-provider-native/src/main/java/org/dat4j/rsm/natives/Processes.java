package org.dat4j.rsm.natives;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** What the system says about processes. */
final class Processes {
  /** Of this process. */
  static final long PID = ProcessHandle.current().pid();

  /** When this process started, in ticks since boot: tells apart processes of one pid. */
  static final long START = startTime(PID);

  private static final int START_FIELD = 19;

  private Processes() {}

  /** The start time of a process, or -1 if it is gone or a zombie. */
  static long startTime(long pid) {
    String stat;
    try {
      stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    } catch (IOException gone) {
      return -1;
    }
    // The name, in parentheses, may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    boolean dead = fields[0].equals("Z") || fields[0].equals("X");
    return dead ? -1 : Long.parseLong(fields[START_FIELD]);
  }

  /** Whether the process of that start time still runs. Both may be anything. */
  static boolean alive(long pid, long start) {
    return start >= 0 && startTime(pid) == start;
  }

  private static String status(String key) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith(key + ":")) {
          return line.substring(key.length() + 1).strip();
        }
      }
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException("/proc/self/status cannot be read", e);
    }
  }

  /** The umask now; umask(2) cannot be asked without changing it. */
  static int umask() {
    String octal = status("Umask");
    return octal.isEmpty() ? 022 : Integer.parseInt(octal, 8);
  }

  /** Primary and supplementary groups. */
  static Set<Integer> groups() {
    Set<Integer> groups = new TreeSet<>();
    groups.add(LibC.getgid());
    for (String group : status("Groups").split(" ")) {
      if (!group.isBlank()) {
        groups.add(Integer.parseUnsignedInt(group));
      }
    }
    return groups;
  }
}
