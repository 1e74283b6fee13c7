package org.dat4j.conformance.mutant;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.TimeFactor;

/**
 * A JVM on the same class path that runs {@link Worker}, started when it is needed and again after
 * a mutant that brought it down. Used by one thread.
 */
final class WorkerProcess implements AutoCloseable {
  private static final long LIMIT_SECONDS = 240;
  private static final String END = "";

  private final List<String> command;
  private Process process;
  private PrintStream ids;
  private BlockingQueue<String> lines;

  WorkerProcess(Campaign.Options options, double timeFactor) {
    command = new ArrayList<>();
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    // Short programs: quick compilation and the smallest collector.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-XX:+UseSerialGC");
    command.add("-D" + TimeFactor.PROPERTY + "=" + timeFactor);
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("dat4j.") && !name.equals(TimeFactor.PROPERTY)) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(Worker.class.getName());
    command.add(options.contract());
    command.add(options.ia());
    command.add(Long.toString(options.seed()));
  }

  private void start() {
    try {
      process = new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    } catch (IOException e) {
      throw new UncheckedIOException("a JVM for mutants cannot be started: " + command, e);
    }
    ids = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    BlockingQueue<String> own = new ArrayBlockingQueue<>(16);
    lines = own;
    Process started = process;
    Thread reader = new Thread(() -> read(started, own), "suite-mutants");
    reader.setDaemon(true);
    reader.start();
  }

  private static void read(Process process, BlockingQueue<String> lines) {
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(Worker.VERDICT)) {
          lines.put(line);
        }
      }
    } catch (IOException e) {
      // The process was ended in the middle of a line; END says so.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lines.offer(END);
  }

  /**
   * Judges a mutant. One that ends the JVM, or keeps it from answering, is found by its clauses:
   * their tests do not end.
   */
  Verdict judge(Mutant mutant) throws InterruptedException {
    if (process == null) {
      start();
    }
    ids.println(mutant.id());
    String line = lines.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (line == null || line.equals(END)) {
      close();
      return new Verdict(mutant.id(), mutant.clauses(), mutant.clauses(), Verdict.Strength.STRONG);
    }
    return Worker.parse(mutant.id(), mutant.clauses(), line);
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
      process = null;
    }
  }
}
