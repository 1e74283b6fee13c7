package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DtoOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rings of posted requests and receives, which have few slots until they need more. */
@Timeout(60)
class WorkRequestRingTest {

  private static final int CONTEXT = 3;
  private static final long ADDRESS = 4096;
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

  private static RequestQueue requests(int limit) {
    return new RequestQueue(new ContextTable<>(), null, limit, 2, 1);
  }

  private static ReceiveQueue receives(int limit) {
    return new ReceiveQueue(new ContextTable<>(), limit, 2);
  }

  private static boolean post(RequestQueue queue, long cookie) {
    return queue.post(DtoOp.SEND, null, CONTEXT, ADDRESS, cookie, cookie, 0, 0, 0);
  }

  private static boolean post(ReceiveQueue queue, long cookie) {
    return queue.post(null, CONTEXT, ADDRESS, cookie, cookie, 0);
  }

  /** Takes and completes the next request; its cookie, or -1 when it is not whole. */
  private static long take(RequestQueue queue) {
    long cookie = queue.cookie(queue.number());
    boolean whole = cookie == queue.length() && queue.op() == DtoOp.SEND;
    queue.done();
    queue.complete(queue.info(queue.number()));
    queue.release();
    return whole ? cookie : -1;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4, 5, 16, 17, 64, 65, 1000})
  void aRingHoldsWhatItIsMadeForAndNoMore(int limit) {
    RequestQueue requests = requests(limit);
    ReceiveQueue receives = receives(limit);
    for (int i = 0; i < limit; i++) {
      assertTrue(post(requests, i), "request " + i);
      assertTrue(post(receives, i), "receive " + i);
    }
    assertFalse(post(requests, limit));
    assertFalse(post(receives, limit));
    assertEquals(limit, receives.outstanding());
    for (int i = 0; i < limit; i++) {
      assertTrue(requests.next());
      assertEquals(i, take(requests));
      assertEquals(i, receives.cookie(receives.claim()));
      receives.complete();
      receives.release();
    }
    assertFalse(requests.next());
    assertEquals(-1, receives.claim());
    assertTrue(requests.isIdle());
  }

  /** What is complete stays outstanding until its completion is taken. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 4, 5, 16, 64, 65})
  void aCompleteEntryIsOutstandingUntilItsSlotIsReleased(int limit) {
    ReceiveQueue receives = receives(limit);
    for (int i = 0; i < limit; i++) {
      assertTrue(post(receives, i), "receive " + i);
      receives.claim();
      receives.complete();
    }
    assertTrue(receives.isComplete());
    assertFalse(receives.isIdle());
    assertEquals(0, receives.incomplete());
    for (int i = 0; i < 3 * limit; i++) {
      assertEquals(limit, receives.outstanding());
      assertFalse(post(receives, i), "full before release " + i);
      receives.release();
      assertTrue(post(receives, i), "one slot after release " + i);
      assertEquals(i, receives.cookie(receives.claim()));
      receives.complete();
    }
  }

  @Test
  void sentOfARequestThatIsNotTakenIsRefused() {
    RequestQueue requests = requests(8);
    for (int i = 0; i < 4; i++) {
      assertTrue(post(requests, i));
    }
    String none = assertThrows(IllegalStateException.class, () -> requests.sent(0)).getMessage();
    assertTrue(none.contains("sent(0), but none is taken yet"), none);
    for (int i = 0; i < 3; i++) {
      assertTrue(requests.next());
      requests.take();
    }
    String far = assertThrows(IllegalStateException.class, () -> requests.sent(3)).getMessage();
    assertTrue(far.contains("sent(3), but requests are taken only up to 2"), far);
    assertEquals(-1, requests.completable(), "a refused call has reported nothing");
    requests.sent(2);
    assertEquals(0, requests.completable());
  }

  @Test
  void aRingForNothingTakesNothing() {
    assertFalse(post(requests(0), 1));
    assertFalse(post(receives(0), 1));
  }

  /** Entries of before and after the first need of more slots lie in different places. */
  @Test
  void entriesStayInOrderWhereverTheRingNeedsMoreSlots() {
    long seed = System.nanoTime();
    System.out.println("WorkRequestRingTest seed " + seed);
    Random random = new Random(seed);
    for (int run = 0; run < 2000; run++) {
      RequestQueue requests = requests(32);
      ReceiveQueue receives = receives(32);
      Queue<Long> posted = new ArrayDeque<>();
      int most = 1 + random.nextInt(3);
      for (long cookie = 0; cookie < 200; cookie++) {
        if (cookie == 20) {
          most = 1 + random.nextInt(32);
        }
        assertTrue(post(requests, cookie));
        assertTrue(post(receives, cookie));
        posted.add(cookie);
        while (posted.size() >= most || posted.size() > 0 && random.nextInt(3) == 0) {
          long expected = posted.remove();
          assertTrue(requests.next());
          assertEquals(expected, take(requests));
          long claimed = receives.claim();
          assertEquals(expected, receives.cookie(claimed));
          receives.complete();
          receives.release();
        }
        assertEquals(posted.size(), receives.outstanding());
      }
    }
  }

  @Test
  void aLongerQueueTakesOverAllReceivesWithTheirSegments() {
    ReceiveQueue from = receives(16);
    LmrIov iov = new LmrIov(2);
    iov.add(7, 100, 10);
    iov.add(8, 200, 20);
    for (int i = 0; i < 12; i++) {
      assertTrue(i % 2 == 0 ? from.post(iov, 0, 0, 30, i, 0) : post(from, i));
    }
    ReceiveQueue to = receives(64);
    to.adopt(from);
    assertEquals(12, to.outstanding());
    for (int i = 0; i < 12; i++) {
      long claimed = to.claim();
      assertEquals(i, to.cookie(claimed));
      assertEquals(i % 2 == 0 ? 30 : i, to.get(claimed, WorkRequestSlots.LENGTH));
      if (i % 2 == 0) {
        long[] segments = new long[2 * WorkRequestSlots.SEGMENT];
        System.arraycopy(to.segmentArray(), to.segmentBase(claimed), segments, 0, segments.length);
        assertArrayEquals(new long[] {7, 100, 10, 8, 200, 20}, segments);
      }
      to.complete();
    }
  }

  /** The size of the bursts makes the ring need more slots while both posters are at it. */
  @Test
  void entriesKeepTheirOrderWhilePostersAndTheTurnHolderGrowTheRing() throws Exception {
    for (int run = 0; run < 300; run++) {
      RequestQueue queue = requests(64);
      AtomicBoolean over = new AtomicBoolean();
      int each = 500;
      Thread[] posters = new Thread[2];
      for (int p = 0; p < posters.length; p++) {
        long first = (long) p * each;
        posters[p] =
            new Thread(
                () -> {
                  for (long cookie = first; cookie < first + each && !over.get(); ) {
                    if (post(queue, cookie)) {
                      cookie++;
                    } else {
                      Thread.yield();
                    }
                  }
                });
        posters[p].start();
      }
      long[] next = {0, each};
      try {
        long begin = System.nanoTime();
        for (int taken = 0; taken < 2 * each; ) {
          assertTrue(System.nanoTime() - begin < PATIENCE, "nothing more after " + taken);
          if (queue.next()) {
            long cookie = take(queue);
            int poster = cookie < each ? 0 : 1;
            assertEquals(next[poster]++, cookie);
            taken++;
          }
        }
      } finally {
        over.set(true);
        for (Thread poster : posters) {
          poster.join();
        }
      }
      assertTrue(queue.isIdle());
    }
  }
}
