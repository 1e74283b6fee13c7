package org.dat4j.rsm.dat;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * An executor for the slow requests of one RSM peer: runs one at a time, in order, concurrently
 * with those of other peers.
 */
final class SerialExecutor {
  private final Executor threads;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private boolean running;

  SerialExecutor(Executor threads) {
    this.threads = threads;
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
      task.run();
    }
  }
}
