package org.dat4j.tools.cli;

import java.io.PrintWriter;

/**
 * A progress bar of {@code dat4j} on one line of a terminal. If the output goes elsewhere it is
 * silent, or writes a line now and then. For one thread at a time.
 */
public final class ProgressBar {

  private static final int WIDTH = 24;

  /** A remaining time is shown once the work has taken so long. */
  private static final long SETTLED_NANOS = 2_000_000_000L;

  /**
   * Nanoseconds between two lines where there is no terminal: a reader sees that the work goes on,
   * and the log of a long run stays short.
   */
  private static final long LINE_NANOS = 30_000_000_000L;

  private final PrintWriter terminal;

  /** Gets lines where there is no terminal; null if nothing is said then. */
  private final PrintWriter log;

  private final int columns = Math.min(TerminalDetection.width(), 200) - 1;
  private int shown;

  /** The work that is shown: when it was first seen, how far it was then, and where it is. */
  private long begin;

  private long first;
  private long last;
  private long end;

  /** When the last line was written. */
  private long told;

  private ProgressBar(PrintWriter terminal, PrintWriter log) {
    this.terminal = terminal;
    this.log = log;
  }

  /**
   * Makes one for standard error.
   *
   * @param err standard error
   * @return a bar, silent unless standard error is a terminal
   */
  public static ProgressBar on(PrintWriter err) {
    return new ProgressBar(TerminalDetection.present() ? err : null, null);
  }

  /**
   * Makes one for standard error, for work of many minutes.
   *
   * @param err standard error
   * @return a bar; it writes a line every 30 seconds unless standard error is a terminal
   */
  public static ProgressBar orLines(PrintWriter err) {
    return TerminalDetection.present() ? on(err) : lines(err);
  }

  /** Makes one that writes a line every 30 seconds. */
  static ProgressBar lines(PrintWriter log) {
    return new ProgressBar(null, log);
  }

  /**
   * Shows progress, and how long the rest takes at the pace so far.
   *
   * @param what name of the work
   * @param done 0 to total
   * @param total 1 or more
   */
  public void show(String what, long done, long total) {
    if (terminal != null || log != null) {
      show(what, done, total, System.nanoTime());
    }
  }

  /** Shows progress at a time of {@link System#nanoTime()}. */
  void show(String what, long done, long total, long now) {
    if (total != end || done < last) {
      begin = now;
      first = done;
      told = now;
    }
    end = total;
    last = done;
    String left = left(now - begin, done - first, total - done);
    if (terminal != null) {
      draw(line(what, done, total, left, columns));
    } else if (now - told >= LINE_NANOS) {
      told = now;
      log.println("    " + done + "/" + total + left + " " + what);
      log.flush();
    }
  }

  /** Makes a line of at most the columns; what is at the end is cut. */
  static String line(String what, long done, long total, String left, int columns) {
    int filled = (int) Math.min(WIDTH, WIDTH * done / total);
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    String line = "[" + bar + "] " + done + "/" + total + left + " " + what;
    return line.substring(0, Math.min(line.length(), columns));
  }

  /** Tells the remaining time; empty while nothing can be said. */
  static String left(long nanos, long made, long open) {
    if (nanos < SETTLED_NANOS || made < 1 || open < 1) {
      return "";
    }
    long seconds = Math.round((double) nanos * open / made / 1e9);
    return ", " + seconds / 60 + ":" + (seconds % 60 < 10 ? "0" : "") + seconds % 60 + " left";
  }

  /** Wipes the line. */
  public void clear() {
    if (terminal != null && shown > 0) {
      draw("");
      terminal.print("\r");
      terminal.flush();
    }
  }

  private void draw(String line) {
    terminal.print("\r" + line + " ".repeat(Math.max(0, shown - line.length())));
    terminal.flush();
    shown = line.length();
  }
}
