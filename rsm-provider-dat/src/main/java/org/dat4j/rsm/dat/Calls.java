package org.dat4j.rsm.dat;

import java.util.concurrent.Semaphore;

/** The requests of one side of a control connection that wait for their answers, by number. */
final class Calls {
  private final Call[] calls = new Call[Codec.MAX_REQUESTS];
  private final Semaphore free = new Semaphore(Codec.MAX_REQUESTS);
  private boolean ended;

  /** Waits for a number. */
  void reserve() {
    free.acquireUninterruptibly();
  }

  /** As the other, and an interrupt of the thread ends the wait. */
  void reserveInterruptibly() throws InterruptedException {
    free.acquire();
  }

  boolean tryReserve() {
    return free.tryAcquire();
  }

  /** Gives a reserved number to a call, or -1 where no answer can come any more. */
  synchronized int add(Call call) {
    if (ended) {
      free.release();
      return -1;
    }
    int number = 0;
    while (calls[number] != null) {
      number++;
    }
    calls[number] = call;
    return number;
  }

  /** The call that an answer is for; null if there is none. */
  synchronized Call take(int number) {
    Call call = calls[number];
    if (call != null) {
      calls[number] = null;
      free.release();
    }
    return call;
  }

  /** No answer will come; false if that was said before. */
  boolean end() {
    synchronized (this) {
      if (ended) {
        return false;
      }
      ended = true;
    }
    for (int i = 0; i < calls.length; i++) {
      Call call = take(i);
      if (call != null) {
        call.done(null);
      }
    }
    return true;
  }
}
