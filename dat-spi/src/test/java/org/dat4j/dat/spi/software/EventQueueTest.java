package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.dat4j.dat.DatEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventQueueTest {

  /** Remembers what it was given. */
  private static final class Memory implements EventRing.Sink {
    final List<String> taken = new ArrayList<>();

    @Override
    public boolean dto(
        DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length) {
      taken.add(number + " " + status + " " + cookie + " " + length);
      return true;
    }

    @Override
    public boolean software(DatEvent out, Object pointer) {
      taken.add("software " + pointer);
      return true;
    }

    @Override
    public boolean rare(DatEvent out, Object event, long cookie, int status) {
      taken.add("rare " + event);
      return true;
    }
  }

  /** Puts an event of the i-th kind in; answers what has to come out. */
  private static String put(EventQueue queue, int i) {
    switch (i % 3) {
      case 0:
        assertTrue(queue.offer(i, 4, -i, 3L << 30));
        return i + " 4 " + -i + " " + (3L << 30);
      case 1:
        assertTrue(queue.offerSoftware("s" + i));
        return "software s" + i;
      default:
        assertTrue(queue.offer("e" + i));
        return "rare e" + i;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 100})
  void holdsExactlyItsCapacityAndGivesEventsBackInOrder(int minimum) {
    EventQueue queue = new EventQueue(minimum);
    int capacity = queue.capacity();
    assertTrue(capacity >= minimum);
    Memory memory = new Memory();
    for (int lap = 0; lap < 5; lap++) {
      memory.taken.clear();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < capacity; i++) {
        expected.add(put(queue, i));
      }
      assertFalse(queue.offer(0, 0, 0, 0));
      assertFalse(queue.offer("one too many"));
      assertEquals(capacity, queue.count());
      while (queue.poll(memory, null)) {
        assertTrue(memory.taken.size() <= capacity);
      }
      assertEquals(expected, memory.taken);
      assertEquals(0, queue.count());
    }
  }

  @Test
  void resizedQueueKeepsItsEventsTheirOrderAndItsNewLength() {
    EventQueue queue = new EventQueue(40);
    Memory memory = new Memory();
    List<String> expected = new ArrayList<>();
    int[] lengths = {100, 64, 1000, 50, 200};
    int next = 0;
    for (int length : lengths) {
      for (int i = 0; i < 20; i++) {
        expected.add(put(queue, next++));
      }
      queue.resize(length);
      assertEquals(length, queue.capacity());
      // The rings before hold some events still: they count.
      while (queue.count() < length) {
        expected.add(put(queue, next++));
      }
      assertFalse(queue.offer("one too many"));
      while (queue.count() > 10) {
        assertTrue(queue.poll(memory, null));
      }
    }
    assertEquals(next, queue.end());
    while (queue.poll(memory, null)) {
      assertTrue(memory.taken.size() <= next);
    }
    assertEquals(expected, memory.taken);
    assertTrue(queue.passed(next));
  }

  @Test
  void ringsThatNeverHadAnEventDoNotCount() {
    EventQueue queue = new EventQueue(40);
    Memory memory = new Memory();
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      expected.add(put(queue, i));
    }
    for (int length = 50; length < 3000; length++) {
      queue.resize(length);
    }
    queue.resize(60);
    for (int i = 5; i < 60; i++) {
      expected.add(put(queue, i));
    }
    assertFalse(queue.offer("one too many"));
    assertEquals(60, queue.arrived(0));
    while (queue.poll(memory, null)) {
      assertTrue(memory.taken.size() <= 60);
    }
    assertEquals(expected, memory.taken);
    queue.resize(50);
    for (int i = 0; i < 50; i++) {
      put(queue, i);
    }
    assertFalse(queue.offer("one too many"));
  }

  /** Or a wait would take the longer the more events are queued. */
  @Test
  void eventsKnownToHaveArrivedAreNotLookedAtAgain() {
    EventRing ring = new EventRing(32);
    assertEquals(0, ring.known());
    ring.know(20);
    ring.know(10);
    assertEquals(20, ring.known());
    EventQueue queue = new EventQueue(ring);
    Memory memory = new Memory();
    // Were one of the first looked at, it would be missing.
    assertEquals(20, queue.arrived(0));
    for (int i = 0; i < 25; i++) {
      put(queue, i);
    }
    assertEquals(25, queue.arrived(0));
    assertEquals(25, ring.known());
    for (int i = 0; i < 25; i++) {
      assertTrue(queue.poll(memory, null));
    }
    queue.resize(64);
    put(queue, 25);
    assertEquals(26, queue.arrived(25));
    assertTrue(queue.poll(memory, null));
    put(queue, 26);
    assertEquals(27, queue.arrived(0));
  }

  @Test
  void placeClaimedBeforeAResizeIsFilledAfterIt() {
    EventQueue queue = new EventQueue(32);
    Memory memory = new Memory();
    long first = queue.claim();
    queue.resize(64);
    long second = queue.claim();
    queue.resize(128);
    long third = queue.claim();
    assertEquals(List.of(0L, 1L, 2L), List.of(first, second, third));
    queue.publish(third, "third", 0, 0);
    assertFalse(queue.poll(memory, null));
    assertEquals(0, queue.arrived(0));
    queue.publish(first, 1, 0, 1, 1);
    assertEquals(1, queue.arrived(0));
    queue.publish(second, "second", 0, 0);
    assertEquals(3, queue.arrived(0));
    for (int i = 0; i < 3; i++) {
      assertTrue(queue.poll(memory, null));
    }
    assertEquals(List.of("1 0 1 1", "rare second", "rare third"), memory.taken);
    assertEquals(3, queue.arrived(1));
  }

  @Test
  void severalProducersAndConsumersPassEachEventOnceAndKeepEachProducersOrder() {
    exchange(false);
  }

  @Test
  void resizesUnderLoadLoseAndReorderNothing() {
    exchange(true);
  }

  private static void exchange(boolean resizes) {
    int producers = 3;
    int consumers = 2;
    int events = 30_000;
    EventQueue queue = new EventQueue(64);
    AtomicLong sum = new AtomicLong();
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger disorder = new AtomicInteger();
    assertTimeoutPreemptively(
        Duration.ofSeconds(240),
        () -> {
          List<Thread> all = new ArrayList<>();
          for (int p = 0; p < producers; p++) {
            int feed = p;
            all.add(
                new Thread(
                    () -> {
                      for (int i = 1; i <= events; i++) {
                        while (!queue.offer(feed, 0, i, i)) {
                          Thread.yield();
                        }
                      }
                    }));
          }
          for (int c = 0; c < consumers; c++) {
            long[] last = new long[producers];
            EventRing.Sink sink =
                new EventRing.Sink() {
                  @Override
                  public boolean dto(
                      DatEvent out,
                      int number,
                      FeedTable.Feed feed,
                      int status,
                      long cookie,
                      long length) {
                    if (cookie <= last[number] || cookie != length) {
                      disorder.incrementAndGet();
                    }
                    last[number] = cookie;
                    sum.addAndGet(cookie);
                    taken.incrementAndGet();
                    return true;
                  }

                  @Override
                  public boolean software(DatEvent out, Object pointer) {
                    disorder.incrementAndGet();
                    return true;
                  }

                  @Override
                  public boolean rare(DatEvent out, Object event, long cookie, int status) {
                    disorder.incrementAndGet();
                    return true;
                  }
                };
            all.add(
                new Thread(
                    () -> {
                      while (taken.get() < producers * events) {
                        if (!queue.poll(sink, null)) {
                          Thread.yield();
                        }
                      }
                    }));
          }
          for (Thread thread : all) {
            thread.start();
          }
          for (int i = 0; resizes && taken.get() < producers * events; i++) {
            queue.resize(33 + i * 37 % 500);
            Thread.yield();
          }
          for (Thread thread : all) {
            thread.join();
          }
        });
    assertEquals(producers * events, taken.get());
    assertEquals(producers * (long) events * (events + 1) / 2, sum.get());
    assertEquals(0, disorder.get());
  }
}
