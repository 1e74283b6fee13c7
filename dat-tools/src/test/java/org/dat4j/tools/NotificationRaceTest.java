package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A notification that were lost in a race would leave the only event of a round untaken. */
class NotificationRaceTest {

  private static final long LIMIT = TimeUnit.SECONDS.toNanos(60);
  private static final long SLICE_MICROS = 100_000;

  /** The most rounds. Each takes several changes of threads, which are slow on a busy machine. */
  private static final int ROUNDS = 3000;

  private static final int MIN_ROUNDS = 100;
  private static final long ENOUGH = TimeUnit.SECONDS.toNanos(20);

  private final AtomicBoolean over = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicInteger failures = new AtomicInteger();
  private Ia ia;
  private Cno cno;

  @BeforeEach
  void open() {
    ia = DatRegistry.builder().config("", "test").build().openIa("loopback0");
    cno = ia.createCno(null);
  }

  @AfterEach
  void close() throws InterruptedException {
    over.set(true);
    for (Thread thread : threads) {
      thread.join(60_000);
    }
    ia.close();
    assertEquals(0, failures.get(), "threads that failed");
  }

  private void start(Runnable body) {
    Thread thread =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (RuntimeException | Error e) {
                failures.incrementAndGet();
                throw e;
              }
            });
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  /** Takes events of the EVDs that are named, and of no others. */
  private void serve(AtomicIntegerArray taken) {
    CnoTrigger trigger = new CnoTrigger();
    DatEvent event = new DatEvent();
    while (!over.get()) {
      if (cno.await(SLICE_MICROS, trigger) != DatReturn.SUCCESS) {
        continue;
      }
      try {
        while (trigger.evd().dequeue(event) == DatReturn.SUCCESS) {
          taken.incrementAndGet((Integer) event.pointer());
        }
      } catch (DatException waiterPresent) {
        // The waiter takes the event, or leaves and is followed by a notification.
        assertEquals(DatReturn.INVALID_STATE, waiterPresent.type());
      }
    }
  }

  private static boolean goesOn(int round, long begin) {
    return round <= ROUNDS && (round <= MIN_ROUNDS || System.nanoTime() - begin < ENOUGH);
  }

  private static boolean reaches(AtomicIntegerArray taken, int index, int count) {
    long start = System.nanoTime();
    while (taken.get(index) < count) {
      if (System.nanoTime() - start > LIMIT) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  @Test
  void everyEventIsFoundThroughItsNotification() throws InterruptedException {
    int evds = 3;
    AtomicIntegerArray taken = new AtomicIntegerArray(evds);
    start(() -> serve(taken));
    start(() -> serve(taken));
    AtomicInteger lost = new AtomicInteger();
    List<Thread> posters = new ArrayList<>();
    for (int i = 0; i < evds; i++) {
      Evd evd = ia.createEvd(1, cno, EvdFlags.SOFTWARE);
      int index = i;
      Thread poster =
          new Thread(
              () -> {
                DatEvent event = new DatEvent().setSoftware(index);
                long begin = System.nanoTime();
                for (int round = 1; goesOn(round, begin) && lost.get() == 0; round++) {
                  evd.postSe(event);
                  if (!reaches(taken, index, round)) {
                    lost.incrementAndGet();
                  }
                }
              });
      posters.add(poster);
      poster.start();
    }
    for (Thread poster : posters) {
      poster.join();
    }
    assertEquals(0, lost.get(), "events that nobody was told of");
  }

  @Test
  void eventThatALeavingWaiterMissesIsToldToTheObject() {
    AtomicIntegerArray taken = new AtomicIntegerArray(1);
    AtomicInteger round = new AtomicInteger();
    Evd evd = ia.createEvd(1, cno, EvdFlags.SOFTWARE);
    start(() -> serve(taken));
    start(
        () -> {
          // One direct wait a round, about as long as the post takes to come.
          DatEvent event = new DatEvent();
          for (int mine = 1; mine <= ROUNDS; mine++) {
            while (round.get() < mine && !over.get()) {
              Thread.onSpinWait();
            }
            if (over.get()) {
              return;
            }
            if (evd.await(mine % 5, 1, event) == DatReturn.SUCCESS) {
              taken.incrementAndGet(0);
            }
          }
        });
    DatEvent event = new DatEvent().setSoftware(0);
    long begin = System.nanoTime();
    for (int i = 1; goesOn(i, begin); i++) {
      round.set(i);
      for (int spin = 0; spin < i % 40; spin++) {
        Thread.onSpinWait();
      }
      assertEquals(DatReturn.SUCCESS, evd.postSe(event));
      assertTrue(reaches(taken, 0, i), "the event of round " + i + " was told to nobody");
    }
  }

  @Test
  void eventsAreToldWhileOtherCallsChangeTheEvd() {
    AtomicIntegerArray taken = new AtomicIntegerArray(1);
    Evd evd = ia.createEvd(1, cno, EvdFlags.SOFTWARE);
    start(() -> serve(taken));
    start(
        () -> {
          // Unwaitable or not does not matter to the object; resizing does not either.
          for (int i = 0; !over.get(); i++) {
            evd.setUnwaitable();
            evd.resize(33 + i % 5);
            evd.clearUnwaitable();
            evd.enable();
          }
        });
    DatEvent event = new DatEvent().setSoftware(0);
    long begin = System.nanoTime();
    for (int i = 1; goesOn(i, begin); i++) {
      assertEquals(DatReturn.SUCCESS, evd.postSe(event));
      assertTrue(reaches(taken, 0, i), "the event of round " + i + " was told to nobody");
    }
  }
}
