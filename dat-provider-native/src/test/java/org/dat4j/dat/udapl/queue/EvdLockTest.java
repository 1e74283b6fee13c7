package org.dat4j.dat.udapl.queue;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The turns of a thread that waits on an EVD and of those that come in between. */
@Timeout(60)
class EvdLockTest {

  private final EvdLock lock = new EvdLock();
  private final CountDownLatch end = new CountDownLatch(1);

  private static Thread started(Runnable run) {
    Thread thread = new Thread(run, "turn");
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }

  /** Has the lock until the end. */
  private void keep() {
    lock.lockFromWaiter();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    } finally {
      lock.unlock();
    }
  }

  @Test
  void waiterLetsNoMoreThreadsInThanWereThere() throws InterruptedException {
    lock.lock();
    Thread first = started(this::keep);
    Thread waiter = started(lock::letOthersIn);
    Thread second = started(this::keep);
    lock.unlock();
    waiter.join(TimeUnit.SECONDS.toMillis(10));
    boolean starved = waiter.isAlive();
    end.countDown();
    first.join();
    second.join();
    waiter.join();
    assertFalse(starved);
  }
}
