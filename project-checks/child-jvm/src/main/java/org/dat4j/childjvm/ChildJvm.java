package org.dat4j.childjvm;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A second JVM that a test starts, with the class path of the first. It is killed when it lives too
 * long, so a wait for it has a limit. Used by one thread.
 */
public final class ChildJvm implements AutoCloseable {
  private static final Duration LIFE = Duration.ofSeconds(200);
  private static final long STOP_SECONDS = 30;
  private static final long POLL_NANOS = 100_000;

  private final Process process;
  private final BufferedReader output;

  /**
   * Starts a program. What it prints as errors goes to the errors of this JVM.
   *
   * @param program the class with the main method
   * @param arguments its arguments
   * @throws IOException if it cannot be started
   */
  public ChildJvm(Class<?> program, String... arguments) throws IOException {
    this(List.of(), List.of(), program, arguments);
  }

  /**
   * Starts a program behind another command. What it prints as errors goes to the errors of this
   * JVM.
   *
   * @param front a command that runs the command behind it, such as a shell that sets limits; or
   *     nothing
   * @param options options of the JVM
   * @param program the class with the main method
   * @param arguments its arguments
   * @throws IOException if it cannot be started
   */
  public ChildJvm(List<String> front, List<String> options, Class<?> program, String... arguments)
      throws IOException {
    this(
        new ProcessBuilder(
                Stream.concat(
                        front.stream(), command(options, program.getName(), arguments).stream())
                    .toList())
            .redirectError(Redirect.INHERIT));
  }

  /**
   * Starts a prepared process.
   *
   * @param prepared its command, made by {@link #command}, and where its output goes
   * @throws IOException if it cannot be started
   */
  public ChildJvm(ProcessBuilder prepared) throws IOException {
    this(prepared, LIFE);
  }

  ChildJvm(ProcessBuilder prepared, Duration life) throws IOException {
    process = prepared.start();
    process
        .onExit()
        .orTimeout(life.toNanos(), TimeUnit.NANOSECONDS)
        .exceptionally(late -> process.destroyForcibly());
    output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /**
   * Makes the command that starts a JVM with the class path of this one and a small heap.
   *
   * @param options further options, which take precedence; {@code -cp} replaces the class path
   * @param program the name of the class with the main method
   * @param arguments its arguments
   * @return the words of the command
   */
  public static List<String> command(List<String> options, String program, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(options);
    command.add(program);
    command.addAll(List.of(arguments));
    return command;
  }

  /**
   * Waits for the next line that the child prints.
   *
   * @return the line
   * @throws IOException if the child has ended
   */
  public String line() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("process " + pid() + " has ended before it printed a line");
    }
    return line;
  }

  /**
   * Reads what the child prints until it ends.
   *
   * @return the lines, each with a line feed between it and the next
   * @throws IOException if the output cannot be read
   */
  public String rest() throws IOException {
    return output.lines().collect(Collectors.joining("\n"));
  }

  /**
   * Writes a byte to the input of the child.
   *
   * @param value the byte
   * @throws IOException if the child has ended
   */
  public void send(int value) throws IOException {
    process.getOutputStream().write(value);
    process.getOutputStream().flush();
  }

  /**
   * Returns the number of the process.
   *
   * @return its pid; that of the command in front, unless it runs the JVM in its place
   */
  public long pid() {
    return process.pid();
  }

  /**
   * Tells whether the child has not ended yet.
   *
   * @return true while it runs or is stopped
   */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Sends a signal to the child, on a system that has a shell.
   *
   * @param name the signal, such as {@code TERM}
   * @throws IOException if it is not sent, or the thread is interrupted
   */
  public void signal(String name) throws IOException {
    String[] command = {"sh", "-c", "kill -" + name + " " + pid()};
    int code = end(new ProcessBuilder(command).inheritIO().start());
    if (code != 0) {
      throw new IOException("process " + pid() + " got no signal " + name + ": " + code);
    }
  }

  /**
   * Stops all threads of the child, and waits until they are; on Linux.
   *
   * @throws IOException if they are not stopped in time
   */
  public void stop() throws IOException {
    signal("STOP");
    long begin = System.nanoTime();
    while (!isStopped()) {
      if (System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(STOP_SECONDS)) {
        throw new IOException("process " + pid() + " is not stopped after " + STOP_SECONDS + " s");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /**
   * Lets the stopped child go on.
   *
   * @throws IOException if it does not get the signal
   */
  public void resume() throws IOException {
    signal("CONT");
  }

  private boolean isStopped() throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid()), "task"))) {
      for (Path thread : threads.toList()) {
        if (!isStopped(thread)) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean isStopped(Path thread) throws IOException {
    try {
      String stat = Files.readString(thread.resolve("stat"));
      // The state follows the name of the thread, which is in brackets.
      return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
    } catch (NoSuchFileException e) {
      // The thread has ended meanwhile.
      return true;
    }
  }

  /**
   * Waits for the end of the child.
   *
   * @return its exit code; that of a kill if it has lived too long
   * @throws IOException if the thread is interrupted
   */
  public int awaitEnd() throws IOException {
    return end(process);
  }

  private static int end(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("process " + process.pid() + " was not waited for");
    }
  }

  /** Kills the child, which has no chance to say good-bye; does not wait for its end. */
  public void kill() {
    process.destroyForcibly();
  }

  /** Kills the child if it has not ended. */
  @Override
  public void close() {
    kill();
  }
}
