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

class EventRingTest {

  /** Remembers what it was given. */
  private static final class Memory implements EventRing.Sink {
    final List<String> taken = new ArrayList<>();

    @Override
    public void dto(DatEvent out, int feed, int status, long cookie, long length) {
      taken.add(feed + " " + status + " " + cookie + " " + length);
    }

    @Override
    public void rare(DatEvent out, Object event) {
      taken.add("rare " + event);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 31, 32, 33, 100})
  void holdsExactlyItsCapacityAndGivesEventsBackInOrder(int minimum) {
    EventRing ring = new EventRing(minimum);
    int capacity = ring.capacity();
    assertTrue(capacity >= minimum);
    Memory memory = new Memory();
    for (int lap = 0; lap < 5; lap++) {
      memory.taken.clear();
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < capacity; i++) {
        boolean rare = i % 3 == 2;
        assertTrue(rare ? ring.offer("e" + i) : ring.offer(i, 4, -i, 3L << 30));
        expected.add(rare ? "rare e" + i : i + " 4 " + -i + " " + (3L << 30));
      }
      assertFalse(ring.offer(0, 0, 0, 0));
      assertFalse(ring.offer("one too many"));
      assertEquals(capacity, ring.count());
      while (ring.poll(memory, null)) {
        assertTrue(memory.taken.size() <= capacity);
      }
      assertEquals(expected, memory.taken);
      assertEquals(0, ring.count());
    }
  }

  @Test
  void severalProducersAndConsumersPassEachEventOnceAndKeepEachProducersOrder() {
    int producers = 3;
    int consumers = 2;
    int events = 30_000;
    EventRing ring = new EventRing(64);
    AtomicLong sum = new AtomicLong();
    AtomicInteger taken = new AtomicInteger();
    AtomicInteger disorder = new AtomicInteger();
    assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () -> {
          List<Thread> all = new ArrayList<>();
          for (int p = 0; p < producers; p++) {
            int feed = p;
            all.add(
                new Thread(
                    () -> {
                      for (int i = 1; i <= events; i++) {
                        while (!ring.offer(feed, 0, i, i)) {
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
                  public void dto(DatEvent out, int feed, int status, long cookie, long length) {
                    if (cookie <= last[feed] || cookie != length) {
                      disorder.incrementAndGet();
                    }
                    last[feed] = cookie;
                    sum.addAndGet(cookie);
                    taken.incrementAndGet();
                  }

                  @Override
                  public void rare(DatEvent out, Object event) {
                    disorder.incrementAndGet();
                  }
                };
            all.add(
                new Thread(
                    () -> {
                      while (taken.get() < producers * events) {
                        if (!ring.poll(sink, null)) {
                          Thread.yield();
                        }
                      }
                    }));
          }
          for (Thread thread : all) {
            thread.start();
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
