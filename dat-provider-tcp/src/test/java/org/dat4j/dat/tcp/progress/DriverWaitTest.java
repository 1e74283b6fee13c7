package org.dat4j.dat.tcp.progress;

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

/** Tests of a thread that waits and drives meanwhile, while the loop sleeps. */
@Timeout(240)
class DriverWaitTest extends DriverScene {

  /** Long enough for the loop to sleep for good, short enough for a timer of its own. */
  private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(12);

  /** A lease that was not renewed is lost after twice this time. */
  private static final long KEPT = TimeUnit.MICROSECONDS.toNanos(100);

  private static final int ROUNDS = 20;

  /** Longest time for the attempts of a test; one has to be undisturbed by other processes. */
  private static final long ATTEMPTS = TimeUnit.SECONDS.toNanos(30);

  private final long testBegin = System.nanoTime();

  private boolean canTryAgain() {
    return System.nanoTime() - testBegin < ATTEMPTS;
  }

  /** Waits as the driving thread; earlier work may end a wait at once. */
  private void waitFor(long nanos, long each) {
    long end = System.nanoTime() + nanos;
    takeLease();
    while (System.nanoTime() - end < 0) {
      driver.awaitIo(NEVER, each);
    }
  }

  /**
   * A wait renews the lease as it ends: the loop, woken by that, and any other caller would find it
   * as old as the wait.
   */
  @Test
  void aThreadThatHasWaitedStillDrives() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    // A stall of this thread costs the lease, too, but not every time.
    int kept;
    do {
      kept = keptLeases();
    } while (kept <= ROUNDS / 2 && canTryAgain());
    assertTrue(kept > ROUNDS / 2, "kept after " + kept + " of " + ROUNDS + " waits");
  }

  private int keptLeases() throws InterruptedException {
    int kept = 0;
    for (int i = 0; i < ROUNDS; i++) {
      kept += keepsTheLeaseAfterAWait() ? 1 : 0;
    }
    return kept;
  }

  /** Whether another thread that polls at the end of a wait of this one does not get the lease. */
  private boolean keepsTheLeaseAfterAWait() throws InterruptedException {
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

  /** A thread that polls every 50 us renews the lease often enough to keep it. */
  @Test
  void aSlowPollerStillDrives() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    int lost;
    int polls;
    do {
      takeLease();
      lost = 0;
      polls = 0;
      long end = System.nanoTime() + ROUNDS * WAIT / 2;
      while (System.nanoTime() - end < 0) {
        lost += driver.isDriving() ? 0 : 1;
        polls++;
        driver.poll();
        long next = System.nanoTime() + KEPT / 2;
        while (System.nanoTime() - next < 0) {
          Thread.onSpinWait();
        }
      }
    } while (lost * ROUNDS >= polls && canTryAgain());
    assertTrue(lost * ROUNDS < polls, "lost the lease " + lost + " times in " + polls + " polls");
  }

  /** Ends the waits of a thread, from some time on, until it is stopped. */
  private Thread waker(Thread target, long after, CountDownLatch over) {
    Thread waker =
        new Thread(
            () -> {
              long begin = System.nanoTime();
              do {
                LockSupport.parkNanos(WAIT);
                if (System.nanoTime() - begin >= after) {
                  driver.wakeup(target);
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
    // Time itself: the loop sleeps without a limit only during a wait that lasts.
    Thread waker = waker(Thread.currentThread(), 3 * WAIT, over);
    waitFor(2 * WAIT, Long.MAX_VALUE);
    over.countDown();
    waker.join();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (driver.isDriving() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(KEPT);
    }
    assertFalse(driver.isDriving(), "no thread drives");
  }

  @Test
  void aSecondWaiterLeavesTheFirstAlone() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    // A stall of the first waiter costs it the lease, and this thread keeps it for the whole span.
    int rounds;
    do {
      rounds = roundsBesideAFirstWaiter();
    } while (rounds >= ROUNDS / 2 && canTryAgain());
    assertTrue(rounds < ROUNDS / 2, "another wait " + rounds + " times");
  }

  /** {@return how often this thread has driven in about {@link #ROUNDS} waits beside another's} */
  private int roundsBesideAFirstWaiter() throws InterruptedException {
    driver.releaseLease();
    CountDownLatch over = new CountDownLatch(1);
    int idle = driver.round();
    Thread first = startWaiter(over);
    while (driver.round() == idle) {
      // It may have parked before the loop had the lease.
      driver.wakeup(first);
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
    return changes;
  }

  @Test
  void aWaiterIsWokenWhileAnotherThreadPolls() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    takeLease();
    CountDownLatch over = new CountDownLatch(1);
    Thread second = startWaiter(over);
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
      long waits;
      do {
        takeLease();
        long end = System.nanoTime() + span;
        waits = 0;
        while (System.nanoTime() - end < 0) {
          driver.awaitIo(NEVER, span);
          waits++;
        }
      } while (waits >= span / KEPT && canTryAgain());
      assertTrue(waits < span / KEPT, waits + " waits in " + span + " ns");
    }
  }

  /**
   * Nobody wakes a thread for what it has done itself. The loop has ended: it would unpark threads.
   */
  @Test
  void aThreadDoesNotParkOverWhatItsOwnDeferredWriteHasBrought() throws IOException {
    SharedSelector busy = new SharedSelector(LOOP);
    try (Driver alone =
        new Driver(LOOP, busy, loop -> new Thread(() -> {}), new InputPredictor())) {
      alone.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
      while (!alone.isDriving()) {
        alone.poll();
      }
      assertTrue(busy.tryLock(), "another thread is in the selector");
      Thread caller = Thread.currentThread();
      AtomicBoolean there = new AtomicBoolean();
      alone.defer(
          new DeferredWrite() {
            @Override
            protected void write() {
              there.set(true);
              alone.wakeup(caller);
            }

            @Override
            protected void failed(Throwable cause) {
              throw new AssertionError(cause);
            }
          });
      long begin = System.nanoTime();
      alone.awaitIo(there::get, TimeUnit.SECONDS.toNanos(5));
      long waited = System.nanoTime() - begin;
      assertTrue(there.get(), "the write was not made");
      assertTrue(waited < TimeUnit.SECONDS.toNanos(4), waited + " ns over an event that was there");
    }
  }
}
