package org.dat4j.rsm.shm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Facts about processes of this machine, by which the provider over shared memory detects dead
 * ones: pid, start time, groups, and whether they run. The start time distinguishes processes with
 * the same pid: it is a number with the PID namespace above the ticks since boot. A process of
 * another namespace is not visible and counts as running.
 */
final class ProcessInfo {
  private static final int NAMESPACE_SHIFT = 32;
  private static final long TICKS_MASK = 0xffff_ffffL;
  private static final Pattern NAMESPACE_LINK = Pattern.compile("pid:\\[([0-9]+)\\]");

  /** The PID namespace of this process, in 31 bits; 0 if the system does not report it. */
  static final long NAMESPACE = namespace();

  /** The pid of this process. */
  static final long PID = ProcessHandle.current().pid();

  /** The start of this process; negative until it could be read. */
  private static volatile long ownStart = -1;

  private static final int START_FIELD = 19;

  private ProcessInfo() {}

  private static long namespace() {
    try {
      Matcher link =
          NAMESPACE_LINK.matcher(Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString());
      return link.matches() ? Long.parseLong(link.group(1)) & Integer.MAX_VALUE : 0;
    } catch (IOException | RuntimeException e) {
      return 0;
    }
  }

  /** Returns the text of /proc/PID/stat, or null. The process name in it may be any bytes. */
  private static String stat(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException hidden) {
      return null;
    }
  }

  /** Returns the start of this process. */
  static long start() {
    long start = ownStart;
    if (start < 0) {
      start = startTime(PID);
      if (start < 0) {
        throw ShmFailures.unreadable(
            "this process", "/proc/" + PID + "/stat", new IOException("no file, or no descriptor"));
      }
      ownStart = start;
    }
    return start;
  }

  /** Returns the start of a process of this namespace, or -1 if it is gone, a zombie or hidden. */
  static long startTime(long pid) {
    String stat = stat(pid);
    return stat == null ? -1 : startOf(stat);
  }

  private static long startOf(String stat) {
    // The name, in parentheses, may hold anything.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    boolean dead = fields[0].equals("Z") || fields[0].equals("X");
    return dead
        ? -1
        : NAMESPACE << NAMESPACE_SHIFT | Long.parseLong(fields[START_FIELD]) & TICKS_MASK;
  }

  /** Tells whether a start is one of this process' PID namespace. */
  static boolean isVisible(long start) {
    return start >>> NAMESPACE_SHIFT == NAMESPACE;
  }

  /**
   * Tells whether the process with that start may still run. Both numbers may have any value. A
   * process that is not visible counts as running: one of another PID namespace, and one that a
   * mount option of /proc hides.
   */
  static boolean alive(long pid, long start) {
    if (start < 0 || pid <= 0 || pid > Integer.MAX_VALUE) {
      return false;
    }
    if (!isVisible(start)) {
      return true;
    }
    String stat = stat(pid);
    return stat == null ? LibC.exists((int) pid) : startOf(stat) == start;
  }

  /** Tells whether /proc hides processes of other users from this one, the first among them. */
  static boolean othersAreHidden() {
    return stat(PID) != null && stat(1) == null && LibC.exists(1);
  }

  private static String status(String key) {
    try {
      for (String line :
          Files.readAllLines(Path.of("/proc/self/status"), StandardCharsets.ISO_8859_1)) {
        if (line.startsWith(key + ":")) {
          return line.substring(key.length() + 1).strip();
        }
      }
      return "";
    } catch (IOException e) {
      throw ShmFailures.unreadable("this process", "/proc/self/status", e);
    }
  }

  /**
   * Returns the current umask from /proc, because umask(2) cannot return it without changing it.
   */
  static int umask() {
    String octal = status("Umask");
    return octal.isEmpty() ? 022 : Integer.parseInt(octal, 8);
  }

  /** Returns the primary and supplementary groups of this process. */
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
