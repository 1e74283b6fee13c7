package org.dat4j.dat.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A second JVM that runs a main class of the tests. */
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

  /** Writes a byte to the child's standard input. */
  public void send(int value) throws IOException {
    process.getOutputStream().write(value);
    process.getOutputStream().flush();
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
