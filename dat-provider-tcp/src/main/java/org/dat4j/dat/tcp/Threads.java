package org.dat4j.dat.tcp;

/** Waiting for threads to end. */
final class Threads {

  private Threads() {}

  /** Waits for a thread's end for a bounded time; an interrupt neither shortens it nor is lost. */
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
