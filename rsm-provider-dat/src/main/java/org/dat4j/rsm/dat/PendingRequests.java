package org.dat4j.rsm.dat;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.dat.message.MessageCodec;

/**
 * The requests that one side of a control connection of RSM over DAT has sent and that wait for an
 * answer, by number.
 */
final class PendingRequests {
  private final PendingRequest[] calls = new PendingRequest[MessageCodec.MAX_REQUESTS];

  /** Fair: others must not overtake a thread until its time limit ends. */
  private final Semaphore free = new Semaphore(MessageCodec.MAX_REQUESTS, true);

  private final int[] ages = new int[MessageCodec.MAX_REQUESTS];
  private boolean ended;

  /** Reserves a number; returns false while all are taken. */
  boolean tryReserve() {
    return free.tryAcquire();
  }

  /**
   * Waits like the other method, but at most this long; an interrupt of the thread ends the wait.
   */
  boolean reserve(long millis) throws InterruptedException {
    return free.tryAcquire(millis, TimeUnit.MILLISECONDS);
  }

  /** Counts a tick; returns for how many ticks the oldest request has waited. */
  synchronized int tick() {
    int oldest = 0;
    for (int i = 0; i < calls.length; i++) {
      if (calls[i] != null) {
        ages[i]++;
        oldest = Math.max(oldest, ages[i]);
      }
    }
    return oldest;
  }

  /** Gives a reserved number to a request and returns it, or -1 when no answer can come. */
  synchronized int add(PendingRequest call) {
    if (ended) {
      free.release();
      return -1;
    }
    int number = 0;
    while (calls[number] != null) {
      number++;
    }
    calls[number] = call;
    ages[number] = 0;
    return number;
  }

  /** Removes and returns the request that an answer is for; null if there is none. */
  synchronized PendingRequest take(int number) {
    PendingRequest call = calls[number];
    if (call != null) {
      calls[number] = null;
      free.release();
    }
    return call;
  }

  /** Ends all requests, because no answer will come; returns false if that was done before. */
  boolean end() {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    for (int i = 0; i < calls.length; i++) {
      PendingRequest call = take(i);
      if (call != null) {
        call.done(null);
      }
    }
    return true;
  }
}
