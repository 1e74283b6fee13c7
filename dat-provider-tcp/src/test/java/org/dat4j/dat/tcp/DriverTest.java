package org.dat4j.dat.tcp;

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
import org.dat4j.dat.spi.software.Turn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The driver by itself: what waits to be written, and what the loop does when it can do nothing.
 */
@Timeout(240)
class DriverTest extends DriverScene {

  private static final int SMALL = 64;
  private static final int AT_ONCE = 4;
  private static final int LONG = 16;
  private static final int WRITES = 32;
  private static final int ALL_EVERY = 4;
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
    public void afterwards() {
      // Nobody waits.
    }
  }

  private Count count = new Count();
  private Burst burst = new Burst(driver, new Turn(count));

  private final Thread player = Thread.currentThread();

  /** The loop has taken the lead from this thread. */
  private boolean lost;

  /** Something to be tried again. */
  private interface Scene {
    void play() throws Exception;
  }

  /**
   * Plays a scene as the thread that drives. A stall of this thread lets the loop take the lead
   * back: such a scene shows nothing, whatever came of it, and is played again.
   */
  private void driving(Scene scene) throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    for (int left = TRIES; left > 0; left--) {
      lead();
      lost = false;
      count = new Count();
      burst = new Burst(driver, new Turn(count));
      try {
        scene.play();
        return;
      } catch (AssertionError e) {
        look();
        if (!lost || left == 1) {
          throw e;
        }
      }
    }
  }

  private void look() {
    lost |= !driver.isDriving();
  }

  private int poll() {
    look();
    return driver.poll();
  }

  private int atOnce(int posts) {
    int written = 0;
    for (int i = 0; i < posts; i++) {
      written += burst.waits(SMALL) ? 0 : 1;
      if (Thread.currentThread() == player) {
        // The last of many takes the lead back, and nobody would see that it had been lost.
        look();
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
            assertEquals(AT_ONCE, atOnce(AT_ONCE), "round " + round);
          }
          assertEquals(0, count.rounds.get(), "nothing was left to the driver");
        });
  }

  @Test
  void theFirstRequestsAfterAWaitDoNotWait() throws Exception {
    driving(
        () -> {
          for (int round = 0; round < 10; round++) {
            look();
            driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
            assertEquals(AT_ONCE, atOnce(AT_ONCE), "round " + round);
          }
          assertEquals(0, count.rounds.get(), "nothing was left to the driver");
        });
  }

  @Test
  void aLongWaitWithoutInputEnds() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    long wait = TimeUnit.MILLISECONDS.toNanos(40);
    for (int i = 0; i < SPANS; i++) {
      // The first ends a wait the loop has just begun to look at, others those it sleeps beside.
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
          assertEquals(AT_ONCE, atOnce(LONG), "the first burst");
          assertTrue(poll() > 0, "a poll that wrote has done something");
          assertEquals(1, count.rounds.get(), "one write for the rest of the burst");
          assertEquals(0, atOnce(LONG), "the burst after a long one");
          poll();
          assertEquals(2, count.rounds.get(), "one write for the whole burst");
        });
  }

  @Test
  void aBurstIsWrittenTogetherByTheNextWait() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(AT_ONCE, atOnce(LONG));
          driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
          assertEquals(1, count.rounds.get(), "one write for the rest of the burst");
        });
  }

  @Test
  void aBurstIsWrittenByAWaitForWhichAnotherHasTheSelector() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(AT_ONCE, atOnce(LONG));
          until(channels::take);
          try {
            look();
            driver.awaitIo(NEVER, 1);
          } finally {
            channels.give();
          }
          assertEquals(1, count.rounds.get(), "one write for the rest of the burst");
        });
  }

  /** What came between the waiter's look and the select has woken nobody. */
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
  void whatWaitsIsWrittenBeforeOthersAreLetRun() throws Exception {
    driving(
        () -> {
          poll();
          atOnce(AT_ONCE);
          assertTrue(burst.waits(SMALL), "the poster drives");
          look();
          driver.giveWay();
          assertEquals(1, count.rounds.get());
        });
  }

  @Test
  void whoLetsOthersRunLeavesACallerAloneThatBlocks() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    CountDownLatch blocks = new CountDownLatch(1);
    AtomicBoolean over = new AtomicBoolean();
    Thread waiting =
        new Thread(
            () -> {
              while (!over.get()) {
                driver.awaitIo(
                    () -> {
                      blocks.countDown();
                      return over.get();
                    },
                    Long.MAX_VALUE);
              }
            });
    waiting.start();
    try {
      assertTrue(blocks.await(30, TimeUnit.SECONDS), "it is about to block");
      assertEquals(0, driver.giveWay());
      assertFalse(driver.isDriving());
    } finally {
      over.set(true);
      driver.wakeup(waiting);
      waiting.join();
    }
  }

  @Test
  void whatHadInputLastIsReadFirstBehindAYieldAndTheOthersAreNotForgotten() throws Exception {
    List<String> read = new ArrayList<>();
    driver.direct().add(new Noted(read, "silent", 0));
    driver.direct().add(new Noted(read, "busy", 1));
    driving(
        () -> {
          look();
          driver.giveWay();
          read.clear();
          for (int i = 0; i < 2 * ALL_EVERY; i++) {
            look();
            driver.giveWay();
          }
          int others = Collections.frequency(read, "silent");
          assertEquals(2 * ALL_EVERY, Collections.frequency(read, "busy"), read::toString);
          assertEquals(2, others, read::toString);
          assertEquals("busy", read.get(0));
        });
  }

  /** A connection that writes down who was read, and says that so much was done. */
  private record Noted(List<String> read, String name, int done) implements Polled {
    @Override
    public int poll() {
      read.add(name);
      return done;
    }

    @Override
    public void placed(int at) {
      // Nobody asks where it is.
    }

    @Override
    public void select(boolean now) {
      // Its input is not the selector's.
    }
  }

  @Test
  void longRequestsAndThreadsThatDoNotDriveNeverWait() throws Exception {
    driving(
        () -> {
          poll();
          assertEquals(AT_ONCE, atOnce(LONG));
          assertFalse(burst.waits(1 << 20), "a long request");
          int[] written = new int[1];
          Thread stranger = new Thread(() -> written[0] = atOnce(LONG - 1));
          poll();
          stranger.start();
          stranger.join(TimeUnit.SECONDS.toMillis(30));
          assertEquals(LONG - 1, written[0], "posts of a thread that does not drive");
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {SMALL, 1 << 20})
  void whoWritesToManyConnectionsLooksForInputBetween(int length) throws Exception {
    driving(
        () -> {
          poll();
          for (int lap = 0; lap < 3; lap++) {
            int round = driver.round();
            for (int i = 1; i < WRITES; i++) {
              assertFalse(new Burst(driver, new Turn(count)).waits(length), "another connection");
              look();
              assertEquals(round, driver.round(), "lap " + lap + ", request " + i);
            }
            assertFalse(burst.waits(length), "another connection");
            look();
            assertEquals(round + 1, driver.round(), "lap " + lap);
          }
          assertEquals(0, count.rounds.get(), "nothing was left to the driver");
        });
  }

  @Test
  void whoWaitsBetweenItsWritesDoesNotLookForInputBesides() throws Exception {
    driving(
        () -> {
          poll();
          for (int i = 0; i < 2 * WRITES; i++) {
            look();
            driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
            int round = driver.round();
            assertFalse(new Burst(driver, new Turn(count)).waits(SMALL), "another connection");
            look();
            assertEquals(round, driver.round(), "request " + i);
          }
        });
  }

  @Test
  void whatWaitsIsWrittenThoughItsPosterNeverPollsAgain() throws Exception {
    driving(
        () -> {
          poll();
          atOnce(AT_ONCE);
          assertTrue(burst.waits(SMALL), "the poster drives");
        });
    assertTrue(count.first.await(30, TimeUnit.SECONDS), "the loop writes it");
  }

  @Test
  void aPosterThatNeverPollsComesToDrive() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    assertFalse(driver.isDriving());
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    boolean drives = false;
    // One look: a stall between two of them lets the loop take the lead back.
    while (!drives && System.nanoTime() - end < 0) {
      burst.waits(SMALL);
      drives = driver.isDriving();
    }
    assertTrue(drives);
  }

  /** Has the loop take the lead from the calling thread. */
  private void lose() {
    lead();
    until(() -> !driver.isDriving());
    assertFalse(driver.isDriving(), "the loop takes the lead from who has stopped");
  }

  private boolean drivesAfterWrite() {
    assertFalse(new Burst(driver, new Turn(count)).waits(SMALL), "another connection");
    return driver.isDriving();
  }

  @Test
  void whoWritesToManyConnectionsHasTheLeadAgainThatTheLoopTook() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    lose();
    AtomicBoolean drives = new AtomicBoolean();
    until(
        () -> {
          // One look: a stall between two of them lets the loop take the lead back.
          drives.set(drivesAfterWrite());
          return drives.get();
        });
    assertTrue(drives.get());
  }

  @Test
  void whoWritesNowAndThenLeavesTheLeadToTheLoop() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    lose();
    for (int i = 0; i < 2 * WRITES; i++) {
      assertFalse(drivesAfterWrite(), "request " + i);
      pause(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Test
  void whoHasNeverDrivenLeavesTheLeadToTheLoop() throws Exception {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    lose();
    AtomicBoolean drives = new AtomicBoolean();
    Thread stranger =
        new Thread(
            () -> {
              for (int i = 0; i < 4 * WRITES && !drives.get(); i++) {
                drives.set(drivesAfterWrite());
              }
            });
    stranger.start();
    stranger.join();
    assertFalse(drives.get());
  }

  @Test
  void whoHandlesInputForLongKeepsTheLead() throws Exception {
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
        lead();
        until(() -> driver.poll() > 0);
      }
    }
    assertTrue(kept.get(), "the loop took the lead from who handles input");
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
      // What an interruption of the machine is charged with is not in every one of a few spans.
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
