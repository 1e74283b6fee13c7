package org.dat4j.dat.udapl.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The limit on memory that this process may pin (RLIMIT_MEMLOCK), and so register with RDMA
 * devices.
 *
 * @param bytes the soft limit; negative when there is none or it is not known
 */
public record MemlockLimit(long bytes) {

  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final String NAME = "Max locked memory";
  private static final long SMALL = 64L << 20;

  /**
   * Reads the limit of this process.
   *
   * @return the limit
   */
  public static MemlockLimit read() {
    return read(LIMITS);
  }

  static MemlockLimit read(Path limits) {
    try {
      return parse(Files.readAllLines(limits));
    } catch (IOException e) {
      return new MemlockLimit(-1);
    }
  }

  static MemlockLimit parse(List<String> lines) {
    for (String line : lines) {
      if (line.startsWith(NAME)) {
        String soft = line.substring(NAME.length()).strip().split("\\s+")[0];
        return new MemlockLimit(soft.matches("\\d{1,18}") ? Long.parseLong(soft) : -1);
      }
    }
    return new MemlockLimit(-1);
  }

  /**
   * Tells whether registrations of ordinary size would exceed the limit.
   *
   * @return whether it is below 64 MiB
   */
  public boolean isSmall() {
    return bytes >= 0 && bytes < SMALL;
  }

  /**
   * Returns what to do when a registration was refused.
   *
   * @return the remedy, for a message
   */
  public String advice() {
    return bytes < 0
        ? "that memory is left: locked memory (ulimit -l) is not limited"
        : "raise the limit of locked memory, which is "
            + bytes / 1024
            + " KiB (ulimit -l unlimited, or memlock in /etc/security/limits.conf)";
  }
}
