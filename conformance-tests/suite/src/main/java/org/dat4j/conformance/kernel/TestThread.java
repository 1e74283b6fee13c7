package org.dat4j.conformance.kernel;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/**
 * Thread that executes tests, and is given up when one of them has no end: a backend may loop
 * within a call, and no interrupt ends that. It is a daemon. Used by one thread, the caller.
 */
final class TestThread {
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Thread thread;
  private final FutureTask<Void> work;

  /**
   * Starts the thread.
   *
   * @param loader the class loader that finds the tests
   * @param tests what to execute
   */
  TestThread(ClassLoader loader, Runnable tests) {
    work = new FutureTask<>(tests, null);
    thread = new Thread(work, "suite-tests");
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
  }

  /**
   * Waits until the tests have ended or one of them takes too long, and passes an interrupt of the
   * calling thread on to them.
   *
   * @param test the number of the test that runs, 0 between two tests
   * @param limitNanos how long one may take; while the whole machine stands still no time passes
   * @param givesUp called with the number of a test over its limit; returns false if that test has
   *     ended
   * @return whether they have ended
   */
  boolean awaitEnd(LongSupplier test, long limitNanos, LongPredicate givesUp) {
    boolean interrupted = false;
    long seen = 0;
    long waited = 0;
    try {
      while (waited < limitNanos || !givesUp.test(seen)) {
        try {
          work.get(LOOK_NANOS, TimeUnit.NANOSECONDS);
          return true;
        } catch (TimeoutException notYet) {
          long now = test.getAsLong();
          waited = now != 0 && now == seen ? waited + LOOK_NANOS : 0;
          seen = now;
        } catch (InterruptedException e) {
          interrupted = true;
          thread.interrupt();
        } catch (ExecutionException e) {
          throw new IllegalStateException("the tests were not executed", e.getCause());
        }
      }
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** {@return the innermost calls of the thread, as a text of one line} */
  String calls() {
    StringBuilder text = new StringBuilder();
    int left = 12;
    for (StackTraceElement call : thread.getStackTrace()) {
      if (left-- == 0) {
        break;
      }
      text.append(text.isEmpty() ? "" : " < ").append(call);
    }
    return text.toString();
  }
}
