package org.dat4j.tools.cli;

/** The exit codes of the command {@code dat4j}. */
public final class ExitCodes {

  /** Everything asked for was done and is right. */
  public static final int OK = 0;

  /** Something failed. */
  public static final int FAILURE = 1;

  /** The command line is wrong, or names an adapter that no registry has; nothing was done. */
  public static final int USAGE = 2;

  /** The user pressed Ctrl-C. */
  public static final int INTERRUPTED = 130;

  private ExitCodes() {}
}
