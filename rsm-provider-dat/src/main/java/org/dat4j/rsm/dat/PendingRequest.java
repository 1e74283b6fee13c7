package org.dat4j.rsm.dat;

import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.dat.message.Message;

/** A request on a control connection of RSM over DAT that waits for its answer. */
class PendingRequest {
  private Message reply;
  private boolean done;

  /** Handles the answer; the event thread calls this before it processes later messages. */
  void arrived(Message answer) {}

  /** Completes the request with the answer, or null when none will come. */
  final synchronized void done(Message answer) {
    reply = answer;
    done = true;
    notifyAll();
  }

  final synchronized boolean isDone() {
    return done;
  }

  /**
   * Waits for the answer.
   *
   * @param millis the longest wait in milliseconds
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

  /**
   * Waits like the other method. With its answer the request becomes usable again; without one it
   * stays as it is, because the answer may still come.
   */
  final synchronized Message awaitAndRenew(long millis) {
    // The monitor is held from the look at the answer on, so that none is dropped.
    Message answer = await(millis);
    if (answer != null) {
      reply = null;
      done = false;
    }
    return answer;
  }

  /** Waits for the answer without regard to interrupts; returns null when none has come. */
  final Message await(long millis) {
    try {
      return await(millis, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("only the other wait may be interrupted", e);
    }
  }
}
