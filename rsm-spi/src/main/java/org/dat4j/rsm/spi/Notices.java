package org.dat4j.rsm.spi;

import java.lang.System.Logger.Level;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program's listeners for aborts and lost importers of RSM segments in a thread pool. A
 * listener never runs in the thread that detects the event: all segments of the process depend on
 * that thread, and a listener may block. So the pool has up to {@value #MAX_THREADS} threads, and
 * is not one that the program's own tasks may occupy.
 */
final class Notices {
  private static final System.Logger LOG = System.getLogger(Notices.class.getName());

  /** Milliseconds that a thread waits for another notice: they come together or rarely. */
  private static final int IDLE_MILLIS = 100;

  /** The most threads: a process with thousands of imports may die while listeners block. */
  static final int MAX_THREADS = 256;

  private static final ThreadPoolExecutor POOL =
      new ThreadPoolExecutor(
          MAX_THREADS,
          MAX_THREADS,
          IDLE_MILLIS,
          TimeUnit.MILLISECONDS,
          new LinkedBlockingQueue<>(),
          Notices::thread);

  static {
    POOL.allowCoreThreadTimeOut(true);
  }

  private Notices() {}

  static void run(Runnable notice) {
    Runnable task = () -> guarded(notice);
    try {
      POOL.execute(task);
    } catch (OutOfMemoryError noThread) {
      runLater(task);
      warn("no thread can be started for a notice, which comes later", noThread);
    }
  }

  /** Logs a warning unless the memory is too short even for that. */
  private static void warn(String text, Throwable cause) {
    try {
      LOG.log(Level.WARNING, text, cause);
    } catch (OutOfMemoryError unsaid) {
      // The thread that detects events must go on.
    }
  }

  /** Runs a notice in the common pool, which queues it until it has a thread. */
  private static void runLater(Runnable task) {
    try {
      ForkJoinPool.commonPool().execute(task);
    } catch (OutOfMemoryError noThread) {
      // The pool has queued the notice before it tried to start a thread.
    }
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(work, "dat4j-rsm-notices");
    thread.setDaemon(true);
    return thread;
  }

  private static void guarded(Runnable notice) {
    try {
      notice.run();
    } catch (RuntimeException | Error e) {
      warn("a listener of importers failed", e);
    }
  }
}
