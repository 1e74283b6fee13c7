package org.dat4j.dat.ipc;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** A second JVM that runs a main class of the tests of ipc. */
public final class ChildProcess implements AutoCloseable {

  /** The longest life of a child: what reads its output waits no longer. */
  private static final long LIMIT_SECONDS = 200;

  private static final long EXIT_SECONDS = 30;

  private final Process process;
  private final BufferedReader out;

  public ChildProcess(Class<?> main, String... arguments) throws IOException {
    this(List.of(), List.of(), main, arguments);
  }

  /**
   * With something in front of the command, as a shell that sets limits, and with more options of
   * the JVM.
   */
  public ChildProcess(List<String> front, List<String> options, Class<?> main, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(front);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(options);
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process
        .onExit()
        .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** The next line the child prints. */
  public String line() throws IOException {
    String line = out.readLine();
    if (line == null) {
      throw new IOException("the child process ended early");
    }
    return line;
  }

  /** Whether the process has not ended yet. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /** Stops all threads of the process with SIGSTOP, and waits until they are; where Linux is. */
  void stop() throws IOException {
    signal("STOP");
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(EXIT_SECONDS);
    while (!isStopped()) {
      if (System.nanoTime() - deadline > 0) {
        throw new IOException("process " + process.pid() + " was not stopped in time");
      }
      LockSupport.parkNanos(100_000);
    }
  }

  /** Lets a stopped process go on. */
  void goOn() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    String[] command = {"sh", "-c", "kill -" + name + " " + process.pid()};
    try {
      int code = new ProcessBuilder(command).inheritIO().start().waitFor();
      if (code != 0) {
        throw new IOException("process " + process.pid() + " got no " + name + ": " + code);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private boolean isStopped() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", "" + process.pid(), "task"))) {
      for (Path thread : threads.toList()) {
        String stat;
        try {
          stat = Files.readString(thread.resolve("stat"));
        } catch (NoSuchFileException e) {
          // The thread has ended meanwhile.
          continue;
        }
        // The state follows the name of the thread, which is in brackets.
        if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
          return false;
        }
      }
      return true;
    }
  }

  /** Ends the process without giving it a chance to say good-bye. */
  public void kill() {
    process.destroyForcibly();
  }

  @Override
  public void close() {
    try {
      if (!process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
