package org.dat4j.tools.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets a command end cleanly when the user presses Ctrl-C: asks it to stop, then keeps the process
 * alive until it has printed what it has, for a bounded time. The process then ends with the status
 * of the signal, 130.
 */
public final class Interrupts {

  private static final long GRACE_SECONDS = 15;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final Thread hook;

  /**
   * Watches until {@link #done()}.
   *
   * @param stop asks the command to stop; called by another thread, must not wait
   */
  public Interrupts(Runnable stop) {
    hook =
        new Thread(
            () -> {
              stop.run();
              awaitEnd();
            },
            "dat4j-interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  private void awaitEnd() {
    try {
      ended.await(GRACE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The command has printed everything. */
  public void done() {
    ended.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The process is ending: the hook is running and has just been let go.
    }
  }
}
