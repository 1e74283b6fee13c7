package org.dat4j.tools.cli;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A shutdown hook that lets a command of {@code dat4j} end cleanly after Ctrl-C: asks it to stop
 * and waits until its results are printed. The wait is bounded, and where it was too short the
 * error output says which call did not return. The process then ends with the status of the signal,
 * 130.
 */
public final class InterruptHandler {

  private static final long GRACE_SECONDS = 15;

  /**
   * Name of the thread. The suite takes each new thread whose name begins with {@code dat4j-} for
   * one that an adapter has left behind.
   */
  private static final String NAME = "interrupt of dat4j";

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;
  private final Thread command = Thread.currentThread();

  /**
   * Watches the calling thread, which runs the command, until {@link #done()}.
   *
   * @param stop asks the command to stop; called by another thread, must not wait
   */
  public InterruptHandler(Runnable stop) {
    hook =
        new Thread(
            () -> {
              stop.run();
              awaitEnd(GRACE_SECONDS, System.err);
            },
            NAME);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** Waits for the end of the command; says where it is if the time is over before. */
  void awaitEnd(long seconds, PrintStream err) {
    try {
      if (!ended.await(seconds, TimeUnit.SECONDS)) {
        err.println(
            "dat4j: stopped without a result; this call has not returned "
                + seconds
                + " s after the interrupt:");
        for (StackTraceElement frame : command.getStackTrace()) {
          err.println("    at " + frame);
        }
        err.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the watch, after the command has printed everything. */
  public void done() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook is running and has just been let go.
    }
  }
}
