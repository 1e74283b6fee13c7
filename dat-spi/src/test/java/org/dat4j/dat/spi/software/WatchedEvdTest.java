package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.junit.jupiter.api.Test;

/** The waits step by step: what happens while an event is being written, and as a wait ends. */
class WatchedEvdTest {

  private static final long LIMIT_MICROS = 20_000_000;

  /** An EVD that takes a step of the test's before it takes an event out. */
  private final class Stepped extends WatchedEvd {
    private Runnable step = () -> {};

    Stepped() {
      super(ia, queue, cno, EvdFlags.SOFTWARE);
      attachCno(cno);
    }

    /** A step for the next poll or the next try to take an event, whichever comes first. */
    void next(Runnable action) {
      Runnable once =
          () -> {
            step = () -> {};
            fabric.atNextPoll(() -> {});
            action.run();
          };
      step = once;
      fabric.atNextPoll(once);
    }

    @Override
    boolean take(DatEvent event) {
      step.run();
      return queue.poll(sink, event);
    }

    @Override
    void dropAll() {
      throw new AssertionError("nobody frees it");
    }

    @Override
    protected int implQlen() {
      return queue.capacity();
    }

    @Override
    protected int implDequeue(DatEvent event) {
      return take(event) ? DatReturn.SUCCESS : DatReturn.QUEUE_EMPTY;
    }
  }

  private final EventRing.Sink sink =
      new EventRing.Sink() {
        @Override
        public boolean dto(
            DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length) {
          out.setSoftware(cookie);
          return true;
        }

        @Override
        public boolean software(DatEvent out, Object pointer) {
          throw new AssertionError(pointer);
        }

        @Override
        public boolean rare(DatEvent out, Object event, long cookie, int status) {
          throw new AssertionError(event);
        }
      };

  private final StubFabric fabric = new StubFabric();
  private final SoftIa ia = fabric.open();
  private final SoftCno cno = (SoftCno) ia.createCno(null);
  private final EventQueue queue = new EventQueue(8);
  private final Stepped evd = new Stepped();
  private final DatEvent event = new DatEvent();
  private final CnoTrigger trigger = new CnoTrigger();

  private void publish(long place) {
    queue.publish(place, 0, 0, place, 0);
  }

  /** What a poster does when its event is there. */
  private void signalEvent() {
    VarHandle.fullFence();
    evd.signal();
  }

  private void assertToldOnce() {
    assertEquals(DatReturn.SUCCESS, cno.await(0, trigger));
    assertSame(evd, trigger.evd());
    assertNotTold();
  }

  private void assertNotTold() {
    assertEquals(DatReturn.QUEUE_EMPTY, cno.await(0, trigger));
  }

  @Test
  void eventThatAWaiterTookIsNotToldToTheObject() {
    long place = queue.claim();
    evd.next(() -> publish(place));
    assertEquals(DatReturn.SUCCESS, evd.await(LIMIT_MICROS, 1, event));
    assertEquals(place, event.pointer());
    assertNotTold();
    signalEvent();
    assertNotTold();
  }

  @Test
  void eventThatAWaiterCountedIsNotToldToTheObject() {
    long first = queue.claim();
    long second = queue.claim();
    evd.next(
        () -> {
          publish(first);
          publish(second);
        });
    assertEquals(DatReturn.SUCCESS, evd.await(LIMIT_MICROS, 2, event));
    assertEquals(first, event.pointer());
    assertEquals(1, event.more());
    signalEvent();
    assertNotTold();
  }

  @Test
  void eventBeingWrittenAsTheWaitEndsIsToldAndNotCounted() {
    long first = queue.claim();
    long second = queue.claim();
    publish(first);
    assertEquals(DatReturn.SUCCESS, evd.await(LIMIT_MICROS, 1, event));
    assertEquals(0, event.more());
    publish(second);
    signalEvent();
    assertToldOnce();
  }

  @Test
  void eventThatComesAsTheWaitEndsIsTold() {
    long first = queue.claim();
    publish(first);
    evd.next(
        () -> {
          publish(queue.claim());
          signalEvent();
        });
    assertEquals(DatReturn.SUCCESS, evd.await(LIMIT_MICROS, 1, event));
    assertEquals(0, event.more());
    assertToldOnce();
  }

  @Test
  void thresholdIsNotReachedByAnEventBeingWritten() {
    long first = queue.claim();
    long second = queue.claim();
    publish(first);
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 2, event));
    assertEquals(1, event.more());
    publish(second);
    assertEquals(DatReturn.SUCCESS, evd.await(0, 2, event));
    assertEquals(1, event.more());
  }

  @Test
  void eventAfterTheEndOfAWaitIsTheObjects() {
    long place = queue.claim();
    evd.next(
        () -> {
          evd.setUnwaitable();
          publish(place);
          signalEvent();
        });
    DatException ended = assertThrows(DatException.class, () -> evd.await(LIMIT_MICROS, 1, event));
    assertEquals(DatSubtype.INVALID_STATE_EVD_UNWAITABLE, ended.subtype());
    assertToldOnce();
    assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    assertEquals(place, event.pointer());
  }

  @Test
  void eventBeforeTheEndOfAWaitIsNotTheObjects() {
    evd.next(
        () -> {
          publish(queue.claim());
          evd.setUnwaitable();
          signalEvent();
        });
    assertThrows(DatException.class, () -> evd.await(LIMIT_MICROS, 1, event));
    assertNotTold();
  }

  @Test
  void eventOfADisabledEvdIsNotToldByAPosterThatComesLate() {
    evd.disable();
    publish(queue.claim());
    evd.enable();
    signalEvent();
    assertNotTold();
    publish(queue.claim());
    signalEvent();
    assertToldOnce();
  }

  @Test
  void eventsOfAnEvdWithoutAnObjectAreNotToldToALaterOne() {
    evd.modifyCno(null);
    publish(queue.claim());
    signalEvent();
    evd.modifyCno(cno);
    signalEvent();
    assertNotTold();
    publish(queue.claim());
    signalEvent();
    assertToldOnce();
  }

  /** What an await does that has passed its check when the queue gets shorter. */
  @Test
  void waitForMoreEventsThanAResizeHasLeftIsRefused() {
    Evd resized = ia.createEvd(128, null, EvdFlags.SOFTWARE);
    resized.resize(40);
    DatException refused =
        assertThrows(DatException.class, () -> ((SoftEvd) resized).implAwait(0, 100, event));
    assertEquals(DatReturn.INVALID_PARAMETER, refused.type());
    resized.free();
  }

  @Test
  void aProgramsLockOnAnEvdDoesNotDelayAChangeOfItsCno() {
    synchronized (evd) {
      assertTimeoutPreemptively(Duration.ofSeconds(20), () -> evd.modifyCno(null));
    }
    assertNull(evd.cno());
  }
}
