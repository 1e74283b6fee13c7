package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the driving thread, and of the cost when no thread of the program drives. */
@Timeout(240)
class ProgressTest {

  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);
  private static final int SAMPLES = 40;
  private static final int TRIES = 10;
  private static final double MOST = 1.5;
  private static final int SPANS = 5;

  /**
   * Polls in a row after which the selector watches no input; one in ten to thirty looks for input.
   */
  private static final int LONG_POLLING = 131_072;

  private final DatEvent event = new DatEvent();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /** Lets time pass: here time itself is what is tested. */
  private static void pass(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private long cpuOfLoops() {
    long sum = 0;
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("dat4j-") && thread.getName().endsWith("-loop")) {
        sum += Math.max(0, threads.getThreadCpuTime(thread.getId()));
      }
    }
    return sum;
  }

  /**
   * What is used in a span in which nothing happens: of a few, as an interruption of the machine
   * may be charged to a thread, and what was in the making before may take a while. What spins,
   * spins in all of them.
   */
  private static long leastCpuWhileIdle(LongSupplier cpu) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < SPANS && least >= MILLISECOND; i++) {
      pass(SETTLE_NANOS);
      long before = cpu.getAsLong();
      pass(IDLE_NANOS);
      least = Math.min(least, cpu.getAsLong() - before);
    }
    return least;
  }

  private static void read(AdapterPair pair, Region sink, Region source) {
    int posted =
        pair.client
            .ep()
            .postRdmaRead(
                sink.context(),
                sink.address(),
                64,
                4,
                source.context(),
                source.address(),
                CompletionFlags.DEFAULT);
    assertEquals(DatReturn.SUCCESS, posted);
  }

  @Test
  void oneSidedOperationsProgressWithinAMillisecondAfterAProgramStopsPolling() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region sink = pair.client.register(64);
      Region source = pair.server.register(64);
      StringBuilder found = new StringBuilder();
      boolean good = false;
      for (int attempt = 0; attempt < TRIES && !good; attempt++) {
        long[] samples = new long[SAMPLES];
        long[] bare = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
          long until = System.nanoTime() + MILLISECOND;
          while (System.nanoTime() < until) {
            pair.server.recvEvd().dequeue(event);
          }
          long start = System.nanoTime();
          read(pair, sink, source);
          while (pair.client.requestEvd().dequeue(event) != DatReturn.SUCCESS) {
            Thread.onSpinWait();
          }
          samples[i] = System.nanoTime() - start;
          bare[i] = bareDelay();
        }
        Arrays.sort(samples);
        Arrays.sort(bare);
        long median = samples[SAMPLES / 2];
        // On a busy machine a thread that sleeps so long is itself woken later than that.
        good = median <= Math.max(MILLISECOND, MOST * bare[SAMPLES / 2]);
        found.append(median + " ns, a bare sleeper " + bare[SAMPLES / 2] + " ns; ");
      }
      assertTrue(good, "medians of the delays: " + found);
    }
  }

  /**
   * Returns the delay of an event for a thread that checks once a millisecond, while this thread
   * spins.
   */
  private static long bareDelay() {
    AtomicInteger step = new AtomicInteger();
    Thread sleeper =
        new Thread(
            () -> {
              step.set(1);
              while (step.get() != 2) {
                LockSupport.parkNanos(MILLISECOND);
              }
              step.set(3);
            });
    sleeper.start();
    while (step.get() != 1) {
      Thread.onSpinWait();
    }
    long until =
        System.nanoTime() + MILLISECOND + ThreadLocalRandom.current().nextLong(MILLISECOND);
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    long start = System.nanoTime();
    step.set(2);
    while (step.get() != 3) {
      Thread.onSpinWait();
    }
    return System.nanoTime() - start;
  }

  @Test
  void anIdleConnectionUsesNoCpu() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      long used = leastCpuWhileIdle(this::cpuOfLoops);
      assertTrue(used < MILLISECOND, "CPU of the loops: " + used + " ns");
      assertEquals(EpState.CONNECTED, pair.client.ep().getStatus().state());
    }
  }

  @Test
  void aBlockedWaiterLeavesTheLoopAsleepAndIsWokenByInput() throws Exception {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(8);
      Region in = pair.server.register(8);
      pair.receive(pair.server, in, 1);
      FutureTask<Long> waiter =
          new FutureTask<>(
              () -> Dats.awaitDto(pair.server.recvEvd(), 1, AdapterPair.LIMIT, new DatEvent()));
      Thread thread = new Thread(waiter, "waiter");
      thread.start();
      long used = leastCpuWhileIdle(() -> cpuOfLoops() + threads.getThreadCpuTime(thread.getId()));
      pair.send(pair.client, out, 8, 2);
      assertEquals(8, waiter.get(30, TimeUnit.SECONDS));
      assertTrue(used < MILLISECOND, "CPU while idle: " + used + " ns");
    }
  }

  private void pollFor(DatConnection end, int polls) {
    for (int i = 0; i < polls; i++) {
      assertEquals(DatReturn.QUEUE_EMPTY, end.recvEvd().dequeue(event));
    }
  }

  @Test
  void aWaiterBehindLongPollingIsWokenByInput() throws Exception {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(8);
      Region in = pair.server.register(8);
      for (int i = 0; i < SPANS; i++) {
        pair.receive(pair.server, in, i);
        pollFor(pair.server, LONG_POLLING);
        Thread waiter = Thread.currentThread();
        Thread sender =
            new Thread(
                () -> {
                  while (waiter.getState() == Thread.State.RUNNABLE && !blocksInSelect(waiter)) {
                    Thread.onSpinWait();
                  }
                  pair.send(pair.client, out, 8, 2);
                });
        sender.start();
        assertEquals(8, Dats.awaitDto(pair.server.recvEvd(), i, AdapterPair.LIMIT, event));
        sender.join();
        Dats.awaitDto(pair.client.requestEvd(), 2, AdapterPair.LIMIT, event);
      }
    }
  }

  private static boolean blocksInSelect(Thread thread) {
    StackTraceElement[] stack = thread.getStackTrace();
    return stack.length > 0 && stack[0].getClassName().equals("sun.nio.ch.EPoll");
  }

  @Test
  void inputBehindLongPollingIsHandledThoughNobodyPollsOrWaits() {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region sink = pair.client.register(64);
      Region source = pair.server.register(64);
      for (int i = 0; i < SPANS; i++) {
        pollFor(pair.server, LONG_POLLING);
        read(pair, sink, source);
        assertEquals(64, Dats.awaitDto(pair.client.requestEvd(), 4, AdapterPair.LIMIT, event));
      }
    }
  }

  @Test
  void aConnectionThatWaitsForAReceiveUsesNoCpuAfterLongPolling() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < SPANS && least >= MILLISECOND; i++) {
      try (AdapterPair pair = new AdapterPair("").connect()) {
        Region out = pair.client.register(8);
        pollFor(pair.server, LONG_POLLING);
        pair.send(pair.client, out, 8, 2);
        Dats.awaitDto(pair.client.requestEvd(), 2, AdapterPair.LIMIT, event);
        pollFor(pair.server, LONG_POLLING);
        pass(SETTLE_NANOS);
        // One span: what finds no receive for a second ends the connection.
        long before = cpuOfLoops();
        pass(IDLE_NANOS);
        least = Math.min(least, cpuOfLoops() - before);
      }
    }
    assertTrue(least < MILLISECOND, "CPU of the loops: " + least + " ns");
  }

  @Test
  void anInterruptEndsAwaitAndLeavesTheConnectionAlone() throws Exception {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(8);
      Region in = pair.server.register(8);
      pair.receive(pair.server, in, 1);
      CountDownLatch started = new CountDownLatch(1);
      boolean[] kept = new boolean[1];
      FutureTask<Integer> waiter =
          new FutureTask<>(
              () -> {
                started.countDown();
                int outcome = pair.server.recvEvd().await(60_000_000, 1, new DatEvent());
                kept[0] = Thread.interrupted();
                return outcome;
              });
      Thread thread = new Thread(waiter, "waiter");
      thread.start();
      assertTrue(started.await(30, TimeUnit.SECONDS));
      pass(SETTLE_NANOS);
      thread.interrupt();
      assertEquals(DatReturn.INTERRUPTED_CALL, waiter.get(30, TimeUnit.SECONDS));
      assertTrue(kept[0], "the interrupt flag is kept");
      pair.send(pair.client, out, 8, 2);
      assertEquals(8, Dats.awaitDto(pair.server.recvEvd(), 1, AdapterPair.LIMIT, event));
    }
  }

  @Test
  void aThreadThatWaitsNextToAPollingOneIsWoken() throws Exception {
    try (AdapterPair pair = new AdapterPair("").connect()) {
      Region out = pair.client.register(8);
      Region in = pair.server.register(8);
      for (int i = 0; i < 50; i++) {
        pair.receive(pair.server, in, i);
        long cookie = i;
        FutureTask<Long> waiter =
            new FutureTask<>(
                () ->
                    Dats.awaitDto(
                        pair.server.recvEvd(), cookie, AdapterPair.LIMIT, new DatEvent()));
        new Thread(waiter, "waiter").start();
        pair.send(pair.client, out, 8, 2);
        while (!waiter.isDone()) {
          pair.server.requestEvd().dequeue(event);
        }
        assertEquals(8, waiter.get());
        Dats.awaitDto(pair.client.requestEvd(), 2, AdapterPair.LIMIT, event);
      }
    }
  }

  @Test
  void nothingIsLeftAfterClose() {
    new AdapterPair("").connect().close();
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    expectNoOwnThreads();
    // The JVM opens a file of its own now and then; what is left behind is left every time.
    long more = Long.MAX_VALUE;
    for (int attempt = 0; attempt < TRIES && more > 0; attempt++) {
      long before = system.getOpenFileDescriptorCount();
      for (int i = 0; i < 5; i++) {
        new AdapterPair("").connect().close();
      }
      expectNoOwnThreads();
      more = system.getOpenFileDescriptorCount() - before;
    }
    assertTrue(more <= 0, more + " open files more");
  }

  private static void expectNoOwnThreads() {
    long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
    while (ownThreads() > 0 && System.nanoTime() < deadline) {
      pass(SETTLE_NANOS);
    }
    assertEquals(0, ownThreads(), () -> Thread.getAllStackTraces().keySet().toString());
  }

  private static long ownThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("dat4j-"))
        .count();
  }
}
