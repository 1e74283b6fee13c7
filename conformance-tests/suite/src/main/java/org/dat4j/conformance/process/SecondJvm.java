package org.dat4j.conformance.process;

import java.io.BufferedReader;
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
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.kernel.TimeLimitFailure;

/**
 * Handle of a second JVM that a test starts and commands by lines of text, each answered by a line
 * that begins with {@link #ANSWER}. It has the class path of this JVM. Used by one thread.
 */
public final class SecondJvm implements AutoCloseable {
  /**
   * Prefix of an answer in the output of the second JVM. Libraries in C may print lines of their
   * own, and write their buffer out when that is full, in the midst of a line, so that an answer
   * follows on a part of it.
   */
  public static final String ANSWER = "\u0002answer ";

  private static final long ANSWER_MILLIS = 60_000;
  private static final long END_MILLIS = 10_000;

  private final Process process;
  private final PrintStream commands;

  /** Answers that were read and not yet taken; an empty one after the last marks the end. */
  private final BlockingQueue<Optional<String>> answers = new LinkedBlockingQueue<>();

  /**
   * Starts the JVM, with the properties that {@link JvmCommand} passes on. What it prints as errors
   * goes to the errors of this JVM.
   *
   * @param launcher a command that runs the command behind it, or an empty list
   * @param options further options of the JVM, or an empty list
   * @param program the class with the main method; it should end with its input
   * @param argument its only argument
   * @throws UncheckedIOException if the JVM cannot be started
   */
  public SecondJvm(List<String> launcher, List<String> options, Class<?> program, String argument) {
    this(launcher, options, program, List.of(argument), Redirect.INHERIT);
  }

  /**
   * Starts the JVM, with the properties that {@link JvmCommand} passes on.
   *
   * @param launcher a command that runs the command behind it, or an empty list
   * @param options further options of the JVM, or an empty list
   * @param program the class with the main method; it should end with its input
   * @param arguments its arguments
   * @param errors where its error output goes
   * @throws UncheckedIOException if the JVM cannot be started
   */
  public SecondJvm(
      List<String> launcher,
      List<String> options,
      Class<?> program,
      List<String> arguments,
      Redirect errors) {
    List<String> command = new ArrayList<>(launcher);
    // Short programs: quick compilation.
    List<String> all = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1"));
    all.addAll(options);
    command.addAll(JvmCommand.of(all, program.getName(), arguments));
    try {
      process = new ProcessBuilder(command).redirectError(errors).start();
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
      answer = next(TimeFactor.micros(ANSWER_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the second JVM worked on: " + line, e);
    }
    if (answer == null) {
      throw new TimeLimitFailure(
          "no answer of the second JVM within " + ANSWER_MILLIS + " ms to: " + line);
    }
    if (answer.isEmpty()) {
      throw new AssertionError("the second JVM has ended, it does not answer to: " + line);
    }
    return answer.get();
  }

  /**
   * Waits for the next answer of a program that may have ended or hang.
   *
   * @param millis how long
   * @return the answer, or empty if the JVM has ended or did not answer in that time
   * @throws InterruptedException if the thread is interrupted while it waits
   */
  public Optional<String> answerWithin(long millis) throws InterruptedException {
    Optional<String> answer = next(TimeUnit.MILLISECONDS.toMicros(millis));
    return answer == null ? Optional.empty() : answer;
  }

  /** Takes the next answer; empty if the JVM has ended, null if none came in that time. */
  private Optional<String> next(long micros) throws InterruptedException {
    Optional<String> answer = answers.poll(micros, TimeUnit.MICROSECONDS);
    if (answer != null && answer.isEmpty()) {
      answers.add(answer);
    }
    return answer;
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

  /** Drops answers that no caller waited for, which a failed test may have left. */
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
