package org.dat4j.benchmarks.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Tells whether a benchmark process listens on a TCP port, by Linux's table of sockets, without
 * connecting to it.
 */
final class ListeningPort {

  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  /** State of a socket that listens, in the fourth column. */
  private static final String LISTENS = "0A";

  private ListeningPort() {}

  static boolean isOpen(int port) throws IOException {
    for (Path table : TABLES) {
      if (Files.exists(table)
          && Files.readAllLines(table).stream().anyMatch(line -> isOpen(line, port))) {
        return true;
      }
    }
    return false;
  }

  /** Says whether a line of the table is the listening socket of a port. */
  static boolean isOpen(String line, int port) {
    String[] columns = line.trim().split("\\s+");
    String end = String.format(Locale.ROOT, ":%04X", port);
    return columns.length > 3 && columns[1].endsWith(end) && columns[3].equals(LISTENS);
  }
}
