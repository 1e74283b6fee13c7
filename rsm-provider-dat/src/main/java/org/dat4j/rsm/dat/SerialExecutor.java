package org.dat4j.rsm.dat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * An executor for the slow requests of one RSM peer: runs one at a time, in order, concurrently
 * with those of other peers.
 */
final class SerialExecutor {
  private final Executor threads;
  private final Consumer<Throwable> failures;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  /**
   * Makes an executor without tasks.
   *
   * @param threads runs the tasks
   * @param failures takes what a task throws; it throws nothing itself
   */
  SerialExecutor(Executor threads, Consumer<Throwable> failures) {
    this.threads = threads;
    this.failures = failures;
  }

  /**
   * Runs a task after all earlier ones.
   *
   * @throws OutOfMemoryError if no thread can be started; then it is not run
   */
  void add(Runnable task) {
    synchronized (this) {
      waiting.add(task);
      if (running) {
        return;
      }
      running = true;
    }
    boolean started = false;
    try {
      threads.execute(this::run);
      started = true;
    } finally {
      if (!started) {
        synchronized (this) {
          running = false;
          waiting.clear();
        }
      }
    }
  }

  private void run() {
    while (true) {
      Runnable task;
      synchronized (this) {
        task = waiting.poll();
        if (task == null) {
          running = false;
          return;
        }
      }
      try {
        task.run();
      } catch (RuntimeException | Error e) {
        // The tasks after it are run nevertheless.
        failures.accept(e);
      }
    }
  }
}
