package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process as its user sees it: lines are typed, and lines are shown. */
final class Terminal implements AutoCloseable {
  private static final int LIMIT_SECONDS = 200;
  private static final String END = new String("end of output");

  private final Process process;
  private final PrintStream keyboard;
  private final BlockingQueue<String> screen = new LinkedBlockingQueue<>();
  private final List<String> seen = new ArrayList<>();

  /** Starts a command. Its errors are shown between its lines. */
  Terminal(List<String> command) throws IOException {
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    keyboard = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
    Thread reader = new Thread(this::readLines, "terminal of " + process.pid());
    reader.setDaemon(true);
    reader.start();
  }

  private void readLines() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines.lines().forEach(screen::add);
    } catch (IOException | UncheckedIOException e) {
      screen.add(e.toString());
    } finally {
      screen.add(END);
    }
  }

  /** Waits until a line with a text is shown; returns the line. */
  String awaitLine(String text) throws InterruptedException {
    while (true) {
      String line = screen.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
      assertTrue(line != null && line != END, "'" + text + "' is not shown after " + seen);
      seen.add(line);
      if (line.contains(text)) {
        return line;
      }
    }
  }

  void type(String line) {
    keyboard.println(line);
  }

  void typeEnd() {
    keyboard.close();
  }

  /** Ends the process as kill -9 does, and waits until it has ended. */
  void kill() throws InterruptedException {
    process.destroyForcibly();
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "the killed process ends");
  }

  void awaitSuccess() throws InterruptedException {
    assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "no end after " + seen);
    assertEquals(0, process.exitValue(), () -> seen + " and " + screen);
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
