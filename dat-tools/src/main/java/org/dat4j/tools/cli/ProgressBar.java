package org.dat4j.tools.cli;

import java.io.PrintWriter;

/**
 * A progress bar of {@code dat4j} on one line of a terminal; silent if the output goes elsewhere.
 * For one thread at a time.
 */
public final class ProgressBar {

  private static final int WIDTH = 24;

  /** A remaining time is shown once the work has taken so long. */
  private static final long SETTLED_NANOS = 2_000_000_000L;

  private final PrintWriter terminal;
  private final int columns = Math.min(TerminalDetection.width(), 200) - 1;
  private int shown;

  /** The work that is shown: when it was first seen, how far it was then, and where it is. */
  private long begin;

  private long first;
  private long last;
  private long end;

  private ProgressBar(PrintWriter terminal) {
    this.terminal = terminal;
  }

  /**
   * Makes one for standard error.
   *
   * @param err standard error
   * @return a bar, silent unless standard error is a terminal
   */
  public static ProgressBar on(PrintWriter err) {
    return new ProgressBar(TerminalDetection.present() ? err : null);
  }

  /**
   * Shows progress, and how long the rest takes at the pace so far.
   *
   * @param what name of the work
   * @param done 0 to total
   * @param total 1 or more
   */
  public void show(String what, long done, long total) {
    if (terminal == null) {
      return;
    }
    long now = System.nanoTime();
    if (total != end || done < last) {
      begin = now;
      first = done;
    }
    end = total;
    last = done;
    draw(line(what, done, total, left(now - begin, done - first, total - done), columns));
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
