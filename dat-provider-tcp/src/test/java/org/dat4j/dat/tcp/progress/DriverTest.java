package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.tcp.connection.WriteCoalescer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the driver alone: deferred writes, and the loop when it can do nothing. */
@Timeout(240)
class DriverTest extends DriverScene {

  private static final int SMALL_LENGTH = 64;
  private static final int IMMEDIATE_WRITES = 4;
  private static final int BURST_LENGTH = 16;
  private static final int WRITES_BEFORE_POLL = 32;
  private static final int POLL_ALL_EVERY = 4;
  private static final int TRIES = 20;
  private static final int SPANS = 5;

  /** Counts its rounds. */
  private static final class Count implements Turn.Work {
    final AtomicInteger rounds = new AtomicInteger();
    final CountDownLatch first = new CountDownLatch(1);

    @Override
    public void work(Turn turn) {
      rounds.incrementAndGet();
      first.countDown();
    }

    @Override
    public void afterRelease() {
      // No thread waits.
    }
  }

  private final List<Throwable> failed = new ArrayList<>();
  private Count count = new Count();
  private WriteCoalescer coalescer = coalescer();

  private WriteCoalescer coalescer() {
    return new WriteCoalescer(driver, new Turn(count), failed::add);
  }

  /** The thread of the test that runs. */
  private volatile Thread player;

  /** The loop has taken the lease from this thread. */
  private boolean leaseLost;

  /** Something to be tried again. */
  private interface Scene {
    void play() throws Exception;
  }

  /**
   * Plays a scene as the thread that drives. A stall of this thread lets the loop take the lease
   * back: such a scene shows nothing, whatever came of it, and is played again.
   */
  private void driving(Scene scene) throws Exception {
    player = Thread.currentThread();
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    for (int left = TRIES; left > 0; left--) {
      takeLease();
      leaseLost = false;
      count = new Count();
      coalescer = coalescer();
      try {
        scene.play();
        return;
      } catch (AssertionError e) {
        pollOnce();
        if (!leaseLost || left == 1) {
          throw e;
        }
      }
    }
  }

  private void pollOnce() {
    leaseLost |= !driver.isDriving();
  }

  private int poll() {
    pollOnce();
    return driver.poll();
  }

  private int writesAtOnce(int posts) {
    int written = 0;
    for (int i = 0; i < posts; i++) {
      written += coalescer.shouldDefer(SMALL_LENGTH) ? 0 : 1;
      if (Thread.currentThread() == player) {
        // The last write of many reclaims the lease, so its loss would stay unnoticed.
        pollOnce();
      }
    }
    return written;
  }

  @Test
  void theFirstRequestsAfterAPollDoNotWait() throws Exception {
    driving(
        () -> {
          for (int round = 0; round < 10; round++) {
            poll();
            assertEquals(IMMEDIATE_WRITES, writesAtOnce(IMMEDIATE_WRITES), "round " + round);
          }
          assertEquals(0, count.rounds.get(), "nothing was left to the driver");
        });
  }

  @Test
  void theFirstRequestsAfterAWaitDoNotWait() throws Exception {
    driving(
        () -> {
          for (int round = 0; round < 10; round++) {
            pollOnce();
            driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
            assertEquals(IMMEDIATE_WRITES, writesAtOnce(IMMEDIATE_WRITES), "round " + round);
          }
          assertEquals(0, count.rounds.get(), "nothing was left to the driver");
        });
  }

  @Test
  void aLongWaitWithoutInputEnds() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    long wait = TimeUnit.MILLISECONDS.toNanos(40);
    for (int i = 0; i < SPANS; i++) {
      // The first wake-up ends a wait that the loop has just begun to check, the others end waits
      // while the loop sleeps.
      driver.poll();
      long begin = System.nanoTime();
      for (long left = wait; left > 0; left = wait - (System.nanoTime() - begin)) {
        driver.awaitIo(() -> false, left);
      }
    }
  }

  @Test
  void aWaitThatEndsAnotherLeavesNoLimitBehind() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    Thread me = Thread.currentThread();
    for (int i = 0; i < SPANS; i++) {
      CountDownLatch over = new CountDownLatch(1);
      Thread waker =
          new Thread(
              () -> {
                do {
                  driver.wakeup(me);
                  LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                } while (over.getCount() > 0);
              });
      driver.poll();
      // Without input and without limit: only the other thread ends it.
      waker.start();
      driver.awaitIo(() -> false, Long.MAX_VALUE);
      over.countDown();
      waker.join();
      long begin = System.nanoTime();
      long wait = TimeUnit.MILLISECONDS.toNanos(25);
      for (long left = wait; left > 0; left = wait - (System.nanoTime() - begin)) {
        driver.awaitIo(() -> false, left);
      }
    }
  }

  @Test
  void aThreadThatWakesItselfIsNotKeptAwake() {
    long span = TimeUnit.MILLISECONDS.toNanos(50);
    // A thread may wake up for no reason, though not every time.
    long longest = 0;
    for (int i = 0; i < SPANS && longest < span / 2; i++) {
      driver.wakeup(Thread.currentThread());
      long begin = System.nanoTime();
      LockSupport.parkNanos(span);
      longest = Math.max(longest, System.nanoTime() - begin);
    }
    assertTrue(longest >= span / 2, "parked for " + longest + " ns of " + span);
  }

  @Test
  void aBurstIsWrittenTogetherByTheNextPoll() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(IMMEDIATE_WRITES, writesAtOnce(BURST_LENGTH), "the first burst");
          assertTrue(poll() > 0, "a poll that wrote has done something");
          assertEquals(1, count.rounds.get(), "one write for the rest of the burst");
          assertEquals(0, writesAtOnce(BURST_LENGTH), "the burst after a long one");
          poll();
          assertEquals(2, count.rounds.get(), "one write for the whole burst");
        });
  }

  @Test
  void aBurstIsWrittenTogetherByTheNextWait() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(IMMEDIATE_WRITES, writesAtOnce(BURST_LENGTH));
          driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
          assertEquals(1, count.rounds.get(), "one write for the rest of the burst");
        });
  }

  @Test
  void aBurstIsWrittenByAWaitForWhichAnotherHasTheSelector() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(IMMEDIATE_WRITES, writesAtOnce(BURST_LENGTH));
          until(selector::tryLock);
          try {
            pollOnce();
            driver.awaitIo(NEVER, 1);
          } finally {
            selector.locked = false;
          }
          assertEquals(1, count.rounds.get(), "one write for the rest of the burst");
        });
  }

  /** Input between the waiter's check and the select has woken no thread. */
  @Test
  void aWaiterIsAskedOnceMoreBeforeItBlocks() throws Exception {
    long begin = System.nanoTime();
    driving(
        () -> {
          for (int i = 0; i < SPANS; i++) {
            driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(20));
          }
        });
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
    assertTrue(seconds < 20, "blocked for " + seconds + " s");
  }

  @Test
  void deferredWritesAreWrittenBeforeAYield() throws Exception {
    driving(
        () -> {
          poll();
          writesAtOnce(IMMEDIATE_WRITES);
          assertTrue(coalescer.shouldDefer(SMALL_LENGTH), "the poster drives");
          pollOnce();
          driver.yieldAndPoll();
          assertEquals(1, count.rounds.get());
        });
  }

  @Test
  void aYieldTakesNoLeaseFromACallerThatBlocks() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    CountDownLatch blocks = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              while (!over.get()) {
                driver.awaitIo(
                    () -> {
                      // Asked before it parks, too, where the loop has the selector.
                      if (selector.selecting() == Thread.currentThread()) {
                        blocks.countDown();
                      }
                      return over.get();
                    },
                    Long.MAX_VALUE);
              }
            });
    waiting.start();
    try {
      assertTrue(blocks.await(30, TimeUnit.SECONDS), "it is about to block");
      assertEquals(0, driver.yieldAndPoll());
      assertFalse(driver.isDriving());
    } finally {
      over.set(true);
      driver.wakeup(waiting);
      waiting.join();
    }
  }

  @Test
  void theLastActiveConnectionIsPolledAfterEachYieldAndTheOthersRarely() throws Exception {
    List<String> read = new ArrayList<>();
    driver.connections().add(new RecordedPollable(read, "silent", 0));
    driver.connections().add(new RecordedPollable(read, "busy", 1));
    driving(
        () -> {
          pollOnce();
          driver.yieldAndPoll();
          read.clear();
          for (int i = 0; i < 2 * POLL_ALL_EVERY; i++) {
            pollOnce();
            driver.yieldAndPoll();
          }
          int others = Collections.frequency(read, "silent");
          assertEquals(2 * POLL_ALL_EVERY, Collections.frequency(read, "busy"), read::toString);
          assertEquals(2, others, read::toString);
          assertEquals("busy", read.get(0));
        });
  }

  /** A connection that records its polls, and reports the given work. */
  private record RecordedPollable(List<String> polled, String name, int done) implements Pollable {
    @Override
    public int poll() {
      polled.add(name);
      return done;
    }

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void onIndexAssigned(int at) {
      // The position is not used.
    }

    @Override
    public void setSelected(boolean now) {
      // Its input is not the selector's.
    }
  }

  @Test
  void longRequestsAndThreadsThatDoNotDriveNeverWait() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(IMMEDIATE_WRITES, writesAtOnce(BURST_LENGTH));
          assertFalse(coalescer.shouldDefer(1 << 20), "a long request");
          int[] written = new int[1];
          Thread stranger = new Thread(() -> written[0] = writesAtOnce(BURST_LENGTH - 1));
          poll();
          stranger.start();
          stranger.join(TimeUnit.SECONDS.toMillis(30));
          assertEquals(BURST_LENGTH - 1, written[0], "posts of a thread that does not drive");
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL_LENGTH, 1 << 20})
  void writesToManyConnectionsPollForInputBetween(int length) throws Exception {
    driving(
        () -> {
          poll();
          for (int lap = 0; lap < 3; lap++) {
            int round = driver.round();
            for (int i = 1; i < WRITES_BEFORE_POLL; i++) {
              assertFalse(coalescer().shouldDefer(length), "another connection");
              pollOnce();
              assertEquals(round, driver.round(), "lap " + lap + ", request " + i);
            }
            assertFalse(coalescer.shouldDefer(length), "another connection");
            pollOnce();
            assertEquals(round + 1, driver.round(), "lap " + lap);
          }
          assertEquals(0, count.rounds.get(), "nothing was left to the driver");
        });
  }

  @Test
  void waitsBetweenWritesReplacePolls() throws Exception {
    driving(
        () -> {
          poll();
          for (int i = 0; i < 2 * WRITES_BEFORE_POLL; i++) {
            pollOnce();
            driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
            int round = driver.round();
            assertFalse(coalescer().shouldDefer(SMALL_LENGTH), "another connection");
            pollOnce();
            assertEquals(round, driver.round(), "request " + i);
          }
        });
  }

  @Test
  void deferredWritesAreWrittenThoughTheirPosterNeverPollsAgain() throws Exception {
    driving(
        () -> {
          poll();
          writesAtOnce(IMMEDIATE_WRITES);
          assertTrue(coalescer.shouldDefer(SMALL_LENGTH), "the poster drives");
        });
    assertTrue(count.first.await(30, TimeUnit.SECONDS), "the loop writes it");
  }

  @Test
  void aPosterThatNeverPollsTakesTheLease() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    assertFalse(driver.isDriving());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    boolean drives = false;
    // Polls once: a stall between two polls lets the loop reclaim the lease.
    while (!drives && System.nanoTime() - end < 0) {
      coalescer.shouldDefer(SMALL_LENGTH);
      drives = driver.isDriving();
    }
    assertTrue(drives);
  }

  @Test
  void aThreadThatHandlesInputForLongKeepsTheLease() throws Exception {
    player = Thread.currentThread();
    AtomicBoolean kept = new AtomicBoolean();
    driver.register(
        server,
        SelectionKey.OP_ACCEPT,
        ops -> {
          if (Thread.currentThread() == player && driver.isDriving()) {
            pause(TimeUnit.MILLISECONDS.toNanos(20));
            kept.set(driver.isDriving());
          }
          return 1;
        });
    try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
      assertTrue(client.isConnected());
      // Where the loop was about to take it just when the input came, it shows nothing.
      for (int left = TRIES; left > 0 && !kept.get(); left--) {
        takeLease();
        until(() -> driver.poll() > 0);
      }
    }
    assertTrue(kept.get(), "the loop reclaimed the lease from a thread that handles input");
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Test
  void theLoopDoesNotSpinOverWhatAnotherThreadHolds() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    driver.register(
        server,
        SelectionKey.OP_ACCEPT,
        ops -> {
          seen.countDown();
          return 0;
        });
    try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
      assertTrue(client.isConnected());
      assertTrue(seen.await(30, TimeUnit.SECONDS), "the loop sees what is ready");
      long span = TimeUnit.MILLISECONDS.toNanos(500);
      // An interruption of the machine is charged in some of the spans only.
      long used = Long.MAX_VALUE;
      for (int i = 0; i < SPANS && used >= span / 3; i++) {
        long before = cpuOfLoop();
        pause(span);
        used = cpuOfLoop() - before;
      }
      assertTrue(used < span / 3, "CPU of the loop: " + used + " ns in " + span);
    }
  }

  private static long cpuOfLoop() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(LOOP))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getId()))
        .sum();
  }
}
