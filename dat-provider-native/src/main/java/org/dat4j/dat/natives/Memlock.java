package org.dat4j.dat.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The limit of pinned memory (RLIMIT_MEMLOCK) of this process.
 *
 * @param octets the soft limit; negative when there is none or it is not known
 */
record Memlock(long octets) {

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String NAME = "Max locked memory";
  private static final long SMALL = 64L << 20;

  static Memlock read() {
    return read(LIMITS);
  }

  static Memlock read(Path limits) {
    try {
      return parse(Files.readAllLines(limits));
    } catch (IOException e) {
      return new Memlock(-1);
    }
  }

  static Memlock parse(List<String> lines) {
    for (String line : lines) {
      if (line.startsWith(NAME)) {
        String soft = line.substring(NAME.length()).strip().split("\\s+")[0];
        return new Memlock(soft.matches("\\d{1,18}") ? Long.parseLong(soft) : -1);
      }
    }
    return new Memlock(-1);
  }

  /** Whether registrations of ordinary size would run into it. */
  boolean isSmall() {
    return octets >= 0 && octets < SMALL;
  }

  /** What to do when a registration was refused. */
  String advice() {
    return octets < 0
        ? "that memory is left: locked memory (ulimit -l) is not limited"
        : "raise the limit of locked memory, which is "
            + octets / 1024
            + " KiB (ulimit -l unlimited, or memlock in /etc/security/limits.conf)";
  }
}
