package org.dat4j.rsm.spi;

import java.lang.System.Logger.Level;
import java.util.concurrent.ForkJoinPool;

/**
 * A runner of a program's listeners for aborts and lost importers of RSM segments, in a thread
 * pool. A listener never runs in the thread that detects the event: all segments of the process
 * depend on that thread, and a listener may block.
 */
final class Notices {
  private static final System.Logger LOG = System.getLogger(Notices.class.getName());

  private Notices() {}

  static void run(Runnable notice) {
    try {
      ForkJoinPool.commonPool().execute(() -> guarded(notice));
    } catch (OutOfMemoryError noThread) {
      // The pool has queued the notice, and runs it when a thread can be started.
      LOG.log(Level.WARNING, "no thread can be started for a notice, which comes later", noThread);
    }
  }

  private static void guarded(Runnable notice) {
    try {
      notice.run();
    } catch (RuntimeException | Error e) {
      LOG.log(Level.WARNING, "a listener of importers failed", e);
    }
  }
}
