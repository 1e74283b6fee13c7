package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import org.dat4j.dat.DatEvent;
import org.junit.jupiter.api.Test;

/** The rest that a ring keeps of events that were taken or not written to the end. */
class TakenEventsTest {

  private static final int LENGTH = EventRing.MIN_CAPACITY;

  private final EventRing ring = new EventRing(LENGTH);
  private final Taken taken = new Taken();

  private static final class Taken implements EventRing.Sink {
    private Object last;
    private long cookie;

    @Override
    public boolean dto(
        DatEvent out, int number, FeedTable.Feed feed, int status, long taken, long length) {
      cookie = taken;
      return true;
    }

    @Override
    public boolean software(DatEvent out, Object pointer) {
      last = pointer;
      return true;
    }

    @Override
    public boolean rare(DatEvent out, Object event, long taken, int status) {
      last = event;
      return true;
    }
  }

  @Test
  void objectOfTakenEventIsNotKept() {
    WeakReference<Object> object = new WeakReference<>(publishAndTake());
    for (int i = 0; i < 50 && object.get() != null; i++) {
      System.gc();
    }
    assertNull(object.get());
  }

  private Object publishAndTake() {
    Object object = new Object();
    ring.publish(ring.claim(), object, 0, 0);
    assertTrue(ring.poll(taken, null));
    assertEquals(object, taken.last);
    taken.last = null;
    return object;
  }

  @Test
  void samePointerComesAgainAndAgain() {
    Object pointer = new Object();
    for (int i = 0; i < 3 * LENGTH; i++) {
      ring.putSoftware(pointer);
      taken.last = null;
      assertTrue(ring.poll(taken, null));
      assertEquals(pointer, taken.last);
    }
  }

  @Test
  void placeOfAnEventThatMetAnErrorIsPassedOver() {
    for (int i = 0; i < 3 * LENGTH; i++) {
      ring.spoil(ring.claim());
      ring.publish(ring.claim(), 1, 0, i, 0);
      assertTrue(ring.poll(taken, null));
      assertEquals(i, taken.cookie);
      assertFalse(ring.poll(taken, null));
    }
  }
}
