package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A thread that waits and drives meanwhile, and the loop that sleeps beside it. */
@Timeout(240)
class DriverWaitTest extends DriverScene {

  /** Long enough for the loop to sleep for good, short enough for a timer of its own. */
  private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(12);

  /** A lease that was not renewed is lost after twice this time. */
  private static final long KEPT = TimeUnit.MICROSECONDS.toNanos(100);

  private static final int ROUNDS = 20;
  private static final int SPANS = 5;

  /** Waits as the one that drives; what was in the making before may end a wait at once. */
  private void waitFor(long nanos, long each) {
    long end = System.nanoTime() + nanos;
    lead();
    while (System.nanoTime() - end < 0) {
      driver.awaitIo(NEVER, each);
    }
  }

  /**
   * A wait renews the lease as it ends: the loop, woken by that, and any other caller would find it
   * as old as the wait.
   */
  @Test
  void whoHasWaitedStillDrives() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    // A stall of this thread costs the lead, too, but not every time.
    int kept = 0;
    for (int left = SPANS; left > 0 && kept <= ROUNDS / 2; left--) {
      kept = keptLeads();
    }
    assertTrue(kept > ROUNDS / 2, "kept after " + kept + " of " + ROUNDS + " waits");
  }

  private int keptLeads() throws InterruptedException {
    int kept = 0;
    for (int i = 0; i < ROUNDS; i++) {
      kept += isLeftAloneAfterAWait() ? 1 : 0;
    }
    return kept;
  }

  /** Whether another thread that polls at the end of a wait of this one does not get the lease. */
  private boolean isLeftAloneAfterAWait() throws InterruptedException {
    CountDownLatch ready = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean drives = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              ready.countDown();
              while (!over.get()) {
                Thread.onSpinWait();
              }
              driver.poll();
              drives.set(driver.isDriving());
            });
    other.start();
    ready.await();
    waitFor(WAIT, WAIT);
    over.set(true);
    other.join();
    return !drives.get();
  }

  /** A poll every 50 us dates the lease every 0.8 ms only, which the loop has to find out. */
  @Test
  void whoPollsSlowlyStillDrives() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    int least = Integer.MAX_VALUE;
    for (int i = 0; i < SPANS; i++) {
      lead();
      int lost = 0;
      long end = System.nanoTime() + ROUNDS * WAIT / 2;
      while (System.nanoTime() - end < 0) {
        lost += driver.isDriving() ? 0 : 1;
        driver.poll();
        long next = System.nanoTime() + KEPT / 2;
        while (System.nanoTime() - next < 0) {
          Thread.onSpinWait();
        }
      }
      least = Math.min(least, lost);
    }
    assertTrue(least < ROUNDS, "lost the lead " + least + " times in " + ROUNDS * WAIT / 2 + " ns");
  }

  /** Ends the waits of a thread, from some time on, until told to stop. */
  private Thread waker(Thread whom, long after, CountDownLatch over) {
    Thread waker =
        new Thread(
            () -> {
              long begin = System.nanoTime();
              do {
                LockSupport.parkNanos(WAIT);
                if (System.nanoTime() - begin >= after) {
                  driver.wakeup(whom);
                }
              } while (over.getCount() > 0);
            });
    waker.start();
    return waker;
  }

  @Test
  void theLoopTakesOverFromAWaiterThatDoesNotComeBack() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    CountDownLatch over = new CountDownLatch(1);
    // Time itself: the loop sleeps for good only beside a wait that lasts.
    Thread waker = waker(Thread.currentThread(), 3 * WAIT, over);
    waitFor(2 * WAIT, Long.MAX_VALUE);
    over.countDown();
    waker.join();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (driver.isDriving() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(KEPT);
    }
    assertFalse(driver.isDriving(), "nobody looks after connections");
  }

  @Test
  void aSecondWaiterLeavesTheFirstAlone() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    CountDownLatch over = new CountDownLatch(1);
    Thread first = waiting(over);
    while (driver.round() == 0) {
      LockSupport.parkNanos(KEPT);
    }
    int before = driver.round();
    long end = System.nanoTime() + ROUNDS * WAIT;
    while (System.nanoTime() - end < 0) {
      driver.awaitIo(NEVER, WAIT);
    }
    int changes = driver.round() - before;
    over.countDown();
    CountDownLatch gone = new CountDownLatch(1);
    Thread waker = waker(first, 0, gone);
    first.join();
    gone.countDown();
    waker.join();
    assertTrue(changes < ROUNDS / 2, "another wait " + changes + " times");
  }

  @Test
  void whoWaitsBesideAThreadThatPollsIsWoken() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    lead();
    CountDownLatch over = new CountDownLatch(1);
    Thread second = waiting(over);
    // It drives for a while where this thread comes late, and is sent away by the next poll.
    while (LockSupport.getBlocker(second) != NEVER) {
      driver.poll();
    }
    over.countDown();
    driver.wakeup(second);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (second.isAlive() && System.nanoTime() - deadline < 0) {
      driver.poll();
    }
    assertFalse(second.isAlive(), "still parked");
  }

  @Test
  void aWaiterDoesNotSpinOverWhatAnotherThreadHolds() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 0);
    try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
      assertTrue(client.isConnected());
      long span = TimeUnit.MILLISECONDS.toNanos(100);
      long least = Long.MAX_VALUE;
      for (int i = 0; i < SPANS; i++) {
        lead();
        long end = System.nanoTime() + span;
        long waits = 0;
        while (System.nanoTime() - end < 0) {
          driver.awaitIo(NEVER, span);
          waits++;
        }
        least = Math.min(least, waits);
      }
      assertTrue(least < span / KEPT, least + " waits in " + span + " ns");
    }
  }
}
