package org.dat4j.rsm.dat;

import java.util.concurrent.TimeUnit;

/** A request that waits for its answer. */
class Call {
  private Message reply;
  private boolean done;

  /** Called by the dispatcher with the answer, before whatever comes after it is looked at. */
  void arrived(Message answer) {}

  /** The answer has come, or null when none will. */
  final synchronized void done(Message answer) {
    reply = answer;
    done = true;
    notifyAll();
  }

  final synchronized boolean isDone() {
    return done;
  }

  /** Makes a request that is done a new one; false if an answer may still come. */
  final synchronized boolean renew() {
    if (!done) {
      return false;
    }
    reply = null;
    done = false;
    return true;
  }

  /**
   * Waits.
   *
   * @param millis at most
   * @param interruptible whether an interrupt of the thread ends it; otherwise its flag is kept
   * @return the answer, or null when none has come
   * @throws InterruptedException only where interruptible
   */
  final synchronized Message await(long millis, boolean interruptible) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    try {
      while (!done) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
          break;
        }
        try {
          wait(left);
        } catch (InterruptedException e) {
          if (interruptible) {
            throw e;
          }
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return reply;
  }

  /** Waits whatever interrupts the thread; null when no answer has come. */
  final Message await(long millis) {
    try {
      return await(millis, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("only the other wait may be interrupted", e);
    }
  }
}
