package org.dat4j.conformance.kernel;

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
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A second JVM on the same class path whose program answers each line it is given with one line
 * that begins with {@link #ANSWER}. Used by one thread.
 */
public final class SecondJvm implements AutoCloseable {
  /**
   * What an answer stands behind. Libraries in C may print lines of their own, and write their
   * buffer out when that is full, in the midst of a line, so that an answer follows on a part of
   * it.
   */
  public static final String ANSWER = "\u0002answer ";

  private static final long ANSWER_MILLIS = 60_000;
  private static final long END_MILLIS = 10_000;

  private final Process process;
  private final PrintStream commands;

  /** What was answered and not yet taken; an empty one behind the last stands for the end. */
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  /**
   * Starts the JVM. System properties whose names begin with {@code dat4j.} are passed on; what it
   * prints as errors goes to the errors of this JVM.
   *
   * @param launcher a command that runs the command behind it, or an empty list
   * @param options further options of the JVM, or an empty list
   * @param program the class with the main method; it should end with its input
   * @param argument its only argument
   * @throws UncheckedIOException if the JVM cannot be started
   */
  public SecondJvm(List<String> launcher, List<String> options, Class<?> program, String argument) {
    List<String> command = new ArrayList<>(launcher);
    command.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
    // A second party does little and not for long.
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add("--enable-native-access=ALL-UNNAMED");
    for (String name : System.getProperties().stringPropertyNames()) {
      if (name.startsWith("dat4j.")) {
        command.add("-D" + name + "=" + System.getProperty(name));
      }
    }
    command.addAll(options);
    command.add(program.getName());
    command.add(argument);
    try {
      process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    } catch (IOException e) {
      throw new UncheckedIOException("the second JVM cannot be started: " + command, e);
    }
    commands = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::read, "suite-second-jvm");
    reader.setDaemon(true);
    reader.start();
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        answerIn(line).ifPresent(answer -> answers.add(Optional.of(answer)));
      }
    } catch (IOException ended) {
      // The same as the end of its output.
    } finally {
      answers.add(Optional.empty());
    }
  }

  /** Finds an answer in a line of the program's output. */
  static Optional<String> answerIn(String line) {
    int at = line.lastIndexOf(ANSWER);
    return at < 0 ? Optional.empty() : Optional.of(line.substring(at + ANSWER.length()));
  }

  /**
   * Gives the program a line without waiting for its answer.
   *
   * @param line what to do
   */
  public void start(String line) {
    commands.println(line);
  }

  /**
   * Waits for the next answer.
   *
   * @param line what was asked, for messages
   * @return the answer
   * @throws AssertionError if the JVM has ended, or does not answer within 60 s
   */
  public String answer(String line) {
    Optional<String> answer;
    try {
      answer = answers.poll(TimeFactor.micros(ANSWER_MILLIS), TimeUnit.MICROSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the second JVM worked on: " + line, e);
    }
    if (answer == null) {
      throw new AssertionError(
          "no answer of the second JVM within " + ANSWER_MILLIS + " ms to: " + line);
    }
    if (answer.isEmpty()) {
      answers.add(answer);
      throw new AssertionError("the second JVM has ended, it does not answer to: " + line);
    }
    return answer.get();
  }

  /**
   * Gives the program a line and waits for the answer.
   *
   * @param line what to do
   * @return the answer
   * @throws AssertionError as {@link #answer}
   */
  public String ask(String line) {
    start(line);
    return answer(line);
  }

  /** Drops answers nobody waited for, which a test that failed may have left. */
  public void forget() {
    answers.removeIf(Optional::isPresent);
  }

  /**
   * Tells whether the JVM runs.
   *
   * @return false after {@link #kill} and {@link #close}
   */
  public boolean alive() {
    return process.isAlive();
  }

  /** Kills the JVM and waits for its end. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Ends its input and waits for its end; kills it if that does not come within 10 s. */
  @Override
  public void close() {
    commands.close();
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(TimeFactor.micros(END_MILLIS), TimeUnit.MICROSECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
