package org.dat4j.tools.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A shutdown hook that lets a command of {@code dat4j} end cleanly after Ctrl-C: asks it to stop
 * and waits until its results are printed. The wait is bounded. The process then ends with the
 * status of the signal, 130.
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

  /**
   * Watches until {@link #done()}.
   *
   * @param stop asks the command to stop; called by another thread, must not wait
   */
  public InterruptHandler(Runnable stop) {
    hook =
        new Thread(
            () -> {
              stop.run();
              awaitEnd();
            },
            NAME);
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void awaitEnd() {
    try {
      ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
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
