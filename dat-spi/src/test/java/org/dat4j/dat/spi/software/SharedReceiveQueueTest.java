package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardDomain;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharedReceiveQueueTest {

  private static final int STAG = 7;
  private static final int SIZE = 1 << 12;
  private static final int SEGMENTS = 3;

  private final HazardDomain hazards = new HazardDomain();
  private final ContextTable<MemoryRegion> regions = new ContextTable<>();

  SharedReceiveQueueTest() {
    ByteBuffer memory = ByteBuffer.allocateDirect(SIZE);
    regions.putIfAbsent(
        STAG, new MemoryRegion(hazards, memory, 0, SIZE, MemPriv.LOCAL_WRITE, null));
  }

  private SharedReceiveQueue queue(int limit) {
    return new SharedReceiveQueue(regions, limit, SEGMENTS);
  }

  private static boolean post(SharedReceiveQueue queue, long cookie) {
    return queue.post(null, STAG, cookie, 1, cookie);
  }

  private static SrqReceiveQueue endpoint(SharedReceiveQueue queue) {
    return endpoint(queue, 16, () -> {});
  }

  private static SrqReceiveQueue endpoint(SharedReceiveQueue queue, int most, Runnable retry) {
    SrqReceiveQueue endpoint = new SrqReceiveQueue(queue, null, most);
    endpoint.connect(retry);
    return endpoint;
  }

  /** Takes one and completes it; -1 when there is none. */
  private static long take(ReceiveQueue endpoint) {
    long receive = endpoint.claim();
    if (receive < 0) {
      return -1;
    }
    long cookie = endpoint.cookie(receive);
    endpoint.complete();
    return cookie;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 15, 16, 17, 100})
  void holdsExactlyItsLimitUntilCompletionsAreTaken(int limit) {
    SharedReceiveQueue queue = queue(limit);
    SrqReceiveQueue endpoint = endpoint(queue);
    for (int i = 0; i < limit; i++) {
      assertTrue(post(queue, i));
    }
    assertFalse(post(queue, limit));
    for (int i = 0; i < 3 * limit; i++) {
      assertEquals(limit, queue.available());
      assertEquals(i, take(endpoint));
      assertEquals(limit - 1, queue.available());
      assertEquals(limit, queue.outstanding());
      assertFalse(post(queue, -2), "taken, but its completion is not taken");
      queue.release();
      assertEquals(limit - 1, queue.outstanding());
      assertTrue(post(queue, limit + i));
    }
  }

  @Test
  void anEndpointTakesNoMoreThanItsCap() {
    SharedReceiveQueue queue = queue(8);
    SrqReceiveQueue endpoint = endpoint(queue, 2, () -> {});
    for (int i = 0; i < 4; i++) {
      post(queue, i);
    }
    assertEquals(0, endpoint.claim());
    assertEquals(1, endpoint.claim());
    assertEquals(-1, endpoint.claim());
    assertEquals(2, endpoint.outstanding());
    endpoint.complete();
    assertEquals(2, endpoint.claim());
    assertEquals(1, queue.available());
    assertEquals(-1, endpoint(queue, 0, () -> {}).claim());
  }

  @Test
  void buffersAndTheirOrderSurviveEveryResize() {
    SharedReceiveQueue queue = queue(4);
    SrqReceiveQueue endpoint = endpoint(queue);
    int posted = 0;
    for (int limit : new int[] {20, 100, 70, 300, 60}) {
      while (queue.outstanding() < Math.min(limit, 60) && post(queue, posted)) {
        posted++;
      }
      assertTrue(queue.resize(limit));
      assertEquals(limit, queue.limit());
      while (queue.outstanding() < 60 && post(queue, posted)) {
        posted++;
      }
    }
    for (int i = 0; i < posted; i++) {
      assertEquals(posted - i, queue.available());
      assertEquals(i, take(endpoint));
    }
    assertEquals(-1, take(endpoint));
    assertEquals(0, queue.available());
  }

  @Test
  void aSizeBelowTheOutstandingBuffersIsRefusedAndChangesNothing() {
    SharedReceiveQueue queue = queue(10);
    SrqReceiveQueue endpoint = endpoint(queue);
    for (int i = 0; i < 5; i++) {
      post(queue, i);
    }
    take(endpoint);
    assertFalse(queue.resize(4));
    assertEquals(10, queue.limit());
    assertTrue(queue.resize(5));
    assertFalse(post(queue, 5));
    queue.release();
    assertTrue(post(queue, 5));
  }

  @Test
  void longestWaitingEndpointIsServedFirst() {
    SharedReceiveQueue queue = queue(8);
    List<String> served = new ArrayList<>();
    SrqReceiveQueue[] waiting = new SrqReceiveQueue[3];
    for (int i = 0; i < 3; i++) {
      int me = i;
      waiting[i] = endpoint(queue, 16, () -> served.add(me + ":" + take(waiting[me])));
      assertEquals(-1, waiting[i].claim());
      assertEquals(-1, waiting[i].claim(), "asking twice does not help");
    }
    waiting[1].disconnect();
    post(queue, 50);
    assertEquals(List.of("0:50"), served);
    assertEquals(-1, waiting[0].claim());
    post(queue, 51);
    post(queue, 52);
    assertEquals(List.of("0:50", "2:51", "0:52"), served);
    post(queue, 53);
    assertEquals(3, served.size(), "nobody waits");
    assertEquals(1, queue.available());
  }

  @Test
  void aBufferThatOneEndpointLeavesGoesToTheNext() {
    SharedReceiveQueue queue = queue(8);
    AtomicInteger retries = new AtomicInteger();
    SrqReceiveQueue lazy = endpoint(queue, 16, retries::incrementAndGet);
    SrqReceiveQueue other = endpoint(queue, 16, retries::incrementAndGet);
    lazy.claim();
    other.claim();
    post(queue, 1);
    assertEquals(2, retries.get(), "the first did not take it, so the second is asked");
    assertEquals(1, take(other));
  }

  @Test
  void concurrentPostersTakersAndResizesLoseNothing() {
    long seed = Long.getLong("dat4j.seed", System.nanoTime());
    System.out.println("SharedReceivesTest seed " + seed);
    int posters = 2;
    int takers = 3;
    int each = 20_000;
    SharedReceiveQueue queue = queue(8);
    AtomicIntegerArray seen = new AtomicIntegerArray(posters * each);
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger resizes = new AtomicInteger();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> all = new ArrayList<>();
    for (int p = 0; p < posters; p++) {
      int first = p * each;
      all.add(new Thread(() -> postAll(queue, first, first + each)));
    }
    for (int t = 0; t < takers; t++) {
      all.add(
          new Thread(
              () -> {
                SrqReceiveQueue endpoint = endpoint(queue);
                while (taken.get() < posters * each) {
                  takeOne(queue, endpoint, seen, taken, wrong);
                }
              }));
    }
    all.add(
        new Thread(
            () -> {
              Random random = new Random(seed);
              while (taken.get() < posters * each) {
                resizes.addAndGet(queue.resize(1 + random.nextInt(200)) ? 1 : 0);
                Thread.yield();
              }
            }));
    assertTimeoutPreemptively(
        Duration.ofSeconds(240),
        () -> {
          all.forEach(Thread::start);
          for (Thread thread : all) {
            thread.join();
          }
        });
    assertEquals(List.of(), List.copyOf(wrong));
    for (int i = 0; i < seen.length(); i++) {
      assertEquals(1, seen.get(i), "how often buffer " + i + " was taken");
    }
    assertTrue(resizes.get() > 0);
    assertEquals(0, queue.available());
    assertEquals(0, queue.outstanding());
  }

  @Test
  void postingWaitingTakingAndReapingAllocateNothing() {
    SharedReceiveQueue queue = queue(8);
    SrqReceiveQueue endpoint = endpoint(queue);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assertTrue(threads.isThreadAllocatedMemorySupported(), "this JVM counts allocations");
    long thread = Thread.currentThread().getId();
    int rounds = 20_000;
    rounds(queue, endpoint, rounds);
    threads.getThreadAllocatedBytes(thread);
    // What the JVM does once in a while is not in every run; what a round allocates is.
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10 && least >= rounds; i++) {
      long before = threads.getThreadAllocatedBytes(thread);
      rounds(queue, endpoint, rounds);
      least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
    }
    assertTrue(least < rounds, least + " bytes allocated in " + rounds + " rounds");
  }

  private static void rounds(SharedReceiveQueue queue, SrqReceiveQueue endpoint, int count) {
    for (int i = 0; i < count; i++) {
      endpoint.claim();
      post(queue, i);
      take(endpoint);
      queue.release();
    }
  }

  private static void postAll(SharedReceiveQueue queue, int from, int to) {
    LmrIov iov = new LmrIov(SEGMENTS);
    for (int cookie = from; cookie < to; cookie++) {
      iov.clear();
      for (int i = 0; i < 1 + cookie % SEGMENTS; i++) {
        iov.add(STAG, (cookie + i) % SIZE, 1);
      }
      while (!queue.post(iov, 0, 0, iov.count(), cookie)) {
        Thread.yield();
      }
    }
  }

  private void takeOne(
      SharedReceiveQueue queue,
      SrqReceiveQueue endpoint,
      AtomicIntegerArray seen,
      AtomicInteger taken,
      Queue<String> wrong) {
    long receive = endpoint.claim();
    if (receive < 0) {
      Thread.yield();
      return;
    }
    int cookie = (int) endpoint.cookie(receive);
    RegionSlice span = new RegionSlice();
    int segments = 1 + cookie % SEGMENTS;
    for (int i = 0; i <= segments; i++) {
      AccessResult access = endpoint.locate(receive, i, 1, null, hazards.mine(), 0, span);
      hazards.mine().clear(0);
      boolean right =
          i == segments
              ? access == AccessResult.TOO_LONG
              : access == AccessResult.OK && span.index() == (cookie + i) % SIZE;
      if (!right) {
        wrong.add("buffer " + cookie + " segment " + i + ": " + access + " at " + span.index());
      }
    }
    seen.incrementAndGet(cookie);
    endpoint.complete();
    queue.release();
    taken.incrementAndGet();
  }
}
