package org.dat4j.tools.cli;

import java.io.PrintWriter;

/**
 * A bar on one line of a terminal; silent when standard error is none. For one thread at a time.
 */
public final class Progress {

  private static final int WIDTH = 24;

  private final PrintWriter terminal;
  private int shown;

  private Progress(PrintWriter terminal) {
    this.terminal = terminal;
  }

  /**
   * Makes one for standard error.
   *
   * @param err standard error
   * @return silent unless a person looks
   */
  public static Progress on(PrintWriter err) {
    return new Progress(Terminals.present() ? err : null);
  }

  /**
   * Shows how far something has come.
   *
   * @param what it is
   * @param done 0 to total
   * @param total 1 or more
   */
  public void show(String what, int done, int total) {
    if (terminal == null) {
      return;
    }
    int filled = Math.min(WIDTH, WIDTH * done / total);
    String bar = "#".repeat(filled) + ".".repeat(WIDTH - filled);
    draw("[" + bar + "] " + done + "/" + total + " " + what);
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
