package org.dat4j.tools.perf;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.tools.cli.CommandUsageException;

/**
 * The ways in which {@code perf} pins its two JVMs to processors: not at all, both to one, or each
 * to its own. Java cannot bind threads: {@code taskset} of util-linux binds the whole JVM.
 */
enum CpuPinning {
  /** The system chooses processors. */
  NONE,
  /** Both JVMs share one processor. */
  ONE,
  /** Each JVM has its own processor. */
  TWO;

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  /** Chooses the processors of this JVM and of the partner; none without binding. */
  List<Integer> processors() {
    if (this == NONE) {
      return List.of();
    }
    List<Integer> all = allowed();
    if (this == TWO && all.size() < 2) {
      throw new CommandUsageException("--pin two needs two processors, there is " + all.size());
    }
    return List.of(all.get(0), all.get(this == ONE ? 0 : 1));
  }

  private static List<Integer> allowed() {
    List<String> status;
    try {
      status = Files.readAllLines(STATUS);
    } catch (IOException e) {
      throw new CommandUsageException("--pin works on Linux only: there is no " + STATUS);
    }
    return status.stream()
        .filter(line -> line.startsWith(ALLOWED))
        .findFirst()
        .map(line -> list(line.substring(ALLOWED.length()).trim()))
        .orElseThrow(() -> new CommandUsageException("--pin: " + STATUS + " has no " + ALLOWED));
  }

  /** Parses a list such as {@code 0-2,5}. */
  static List<Integer> list(String text) {
    List<Integer> all = new ArrayList<>();
    for (String range : text.split(",")) {
      String[] ends = range.split("-");
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
        all.add(i);
      }
    }
    return all;
  }

  /** Binds all threads of this JVM, later ones included, to a processor. */
  static void bind(int processor) {
    List<String> command = new ArrayList<>(prefix(processor));
    command.add(1, "-a");
    command.add(2, "-p");
    command.add(Long.toString(ProcessHandle.current().pid()));
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new CommandUsageException("--pin: " + String.join(" ", command) + ": " + said.trim());
      }
    } catch (IOException e) {
      throw new CommandUsageException(
          "--pin needs the command taskset of util-linux: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted"));
    }
  }

  /** Gives the words that start a command on a processor. */
  static List<String> prefix(int processor) {
    return List.of("taskset", "-c", Integer.toString(processor));
  }
}
