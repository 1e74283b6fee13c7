package org.dat4j.dat.tcp.progress;

/**
 * A helper that waits for the end of a thread up to a time limit, when a tcp adapter's background
 * loop is closed.
 */
final class BoundedJoin {

  private BoundedJoin() {}

  /**
   * Waits for a thread's end up to a time limit; an interrupt neither shortens the wait nor is
   * lost.
   */
  static void joinBounded(Thread thread, long millis) {
    if (thread == Thread.currentThread()) {
      return;
    }
    boolean interrupted = false;
    long end = System.nanoTime() + millis * 1_000_000;
    for (long left = millis; thread.isAlive() && left > 0; ) {
      try {
        thread.join(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = (end - System.nanoTime()) / 1_000_000;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
