package org.dat4j.benchmarks.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts the one or two processes of a benchmark run, pinned to processors, collects their output,
 * and ends them. Of two processes the measuring side gets the first processor, the side that
 * listens the second. Both are gone when a run returns, also after Ctrl-C.
 */
final class ProcessPair {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final Duration START_LIMIT = Duration.ofSeconds(10);

  /** What the shell's {@code time} prints about a process, after its own output. */
  private static final String CPU = "processor-seconds ";

  private static final double NANOS_PER_SECOND = 1e9;

  /** The processes to end when this one is interrupted. */
  private static final Set<Process> RUNNING = new HashSet<>();

  private static boolean isEnding;

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(ProcessPair::endAll, "benchmarks-end"));
  }

  private final Map<String, String> environment;
  private final Duration limit;

  /** The output of one process. */
  record Output(int exit, String out, String error, long cpuNanos) {

    /** Gives the line that says best why the process failed. */
    String reason() {
      String text = (error + "\n" + out).strip();
      List<String> lines =
          text.lines().filter(line -> !line.isBlank() && !line.contains(" count=")).toList();
      return lines.stream()
          .filter(
              line -> line.contains("Exception") || line.toLowerCase(Locale.ROOT).contains("error"))
          .findFirst()
          .orElse(lines.isEmpty() ? "it ended with status " + exit : lines.get(lines.size() - 1));
    }
  }

  /** The outputs of both; that of the other side is null if there is one process only. */
  record Outputs(Output client, Output server) {}

  ProcessPair(Map<String, String> environment, Duration limit) {
    this.environment = environment;
    this.limit = limit;
  }

  /** Runs one process on the first two processors. */
  Outputs runOne(List<String> command) {
    Process process = start(command, "0,1");
    try {
      return new Outputs(Reader.of(process).output(limit), null);
    } finally {
      end(process);
    }
  }

  /**
   * Runs both.
   *
   * @param port on which the first has to listen before the second starts; 0 for none
   */
  Outputs runBoth(List<String> server, int port, List<String> client) {
    Process listening = start(server, "1");
    Process measuring = null;
    try {
      Reader listener = Reader.of(listening);
      awaitListening(listening, port);
      measuring = start(client, "0");
      Output measured = Reader.of(measuring).output(limit);
      Duration rest = measured.exit() == 0 ? START_LIMIT : Duration.ofMillis(500);
      return new Outputs(measured, listener.output(rest));
    } finally {
      end(listening);
      end(measuring);
    }
  }

  private static void awaitListening(Process process, int port) {
    long begin = System.nanoTime();
    try {
      while (port != 0 && process.isAlive() && !ListeningPort.isOpen(port)) {
        if (System.nanoTime() - begin > START_LIMIT.toNanos()) {
          return;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process start(List<String> command, String processors) {
    List<String> all =
        new ArrayList<>(
            List.of("bash", "-c", "LC_ALL=C; TIMEFORMAT='" + CPU + "%U %S'; time \"$@\"", "time"));
    all.addAll(pinned(command, processors));
    ProcessBuilder builder = new ProcessBuilder(all);
    builder.environment().putAll(environment);
    try {
      synchronized (RUNNING) {
        // After Ctrl-C there is no next process.
        if (isEnding) {
          throw new InterruptedRunException();
        }
        Process process = builder.start();
        RUNNING.add(process);
        return process;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> pinned(List<String> command, String processors) {
    List<String> all = new ArrayList<>(List.of("taskset", "-c", processors));
    all.addAll(command);
    return all;
  }

  private static void endAll() {
    List<Process> running;
    synchronized (RUNNING) {
      isEnding = true;
      running = List.copyOf(RUNNING);
    }
    running.forEach(ProcessPair::end);
  }

  private static void end(Process process) {
    if (process != null) {
      synchronized (RUNNING) {
        RUNNING.remove(process);
      }
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Writes what repeats a run in a shell. */
  static String text(Map<String, String> environment, List<String> server, List<String> client) {
    StringBuilder text = new StringBuilder();
    environment.forEach(
        (name, value) -> text.append(name).append('=').append(quoted(value)).append(' '));
    String variables = text.toString();
    if (server == null) {
      return variables + words(pinned(client, "0,1"));
    }
    return variables
        + words(pinned(server, "1"))
        + " & sleep 1; "
        + variables
        + words(pinned(client, "0"));
  }

  private static String words(List<String> command) {
    return String.join(" ", command.stream().map(ProcessPair::quoted).toList());
  }

  private static String quoted(String word) {
    return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word + "'";
  }

  /** The threads that read what a process prints. */
  private record Reader(
      Process process, CompletableFuture<String> out, CompletableFuture<String> error) {

    static Reader of(Process process) {
      return new Reader(process, read(process.getInputStream()), read(process.getErrorStream()));
    }

    private static CompletableFuture<String> read(InputStream stream) {
      CompletableFuture<String> text = new CompletableFuture<>();
      Thread thread =
          new Thread(
              () -> {
                try {
                  text.complete(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
                } catch (IOException e) {
                  text.complete("");
                }
              },
              "output");
      thread.setDaemon(true);
      thread.start();
      return text;
    }

    /** Waits for the end of the process; ends it after the limit. */
    Output output(Duration limit) {
      boolean isDone = false;
      try {
        isDone = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (!isDone) {
        // To destroy a process also closes what it has printed.
        end(process);
      }
      String printed = error.join();
      int at = printed.lastIndexOf(CPU);
      String said = at < 0 ? printed : printed.substring(0, at);
      if (!isDone) {
        said = "it did not end within " + limit.toSeconds() + " s\n" + said;
      }
      return new Output(
          isDone ? process.exitValue() : -1,
          out.join(),
          said,
          at < 0 ? 0 : cpuNanos(printed.substring(at + CPU.length())));
    }

    private static long cpuNanos(String seconds) {
      double sum = 0;
      for (String word : seconds.trim().split("\\s+")) {
        sum += Double.parseDouble(word);
      }
      return (long) (sum * NANOS_PER_SECOND);
    }
  }
}
