package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.spi.ContextTable;
import org.junit.jupiter.api.Test;

/** The endpoint that an event names, and the time for which an EVD refers to an endpoint. */
class FeedTableTest {
  private final EventQueue queue = new EventQueue(4);
  private final FeedTable feeds = new FeedTable(queue);
  private final ReceiveQueue first = new ReceiveQueue(new ContextTable<>(), 4, 1);
  private final ReceiveQueue second = new ReceiveQueue(new ContextTable<>(), 4, 1);

  private class Take implements EventRing.Sink {
    private FeedTable.Feed named;

    @Override
    public FeedTable.Feed feed(int number) {
      return feeds.get(number);
    }

    @Override
    public boolean dto(
        DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length) {
      named = feed;
      return true;
    }

    @Override
    public boolean software(DatEvent out, Object pointer) {
      return true;
    }

    @Override
    public boolean rare(DatEvent out, Object event, long cookie, int status) {
      return true;
    }
  }

  @Test
  void anEndpointWithoutQueuedEventsIsForgottenWhenItIsDetached() {
    int number = feeds.attach(null, first);
    assertSame(first, feeds.get(number).source());
    feeds.detach(number);
    assertNull(feeds.get(number));
  }

  @Test
  void aQueuedEventNamesItsEndpointUntilItIsTaken() {
    int number = feeds.attach(null, first);
    assertTrue(queue.offer(number, 0, 1, 0));
    feeds.detach(number);
    int other = feeds.attach(null, second);
    assertNotEquals(number, other, "the number is in use by the queued event");
    Take take = new Take();
    assertTrue(queue.poll(take, null));
    assertSame(first, take.named.source());
    feeds.detach(other);
    assertNull(feeds.get(number));
    assertEquals(number, feeds.attach(null, second));
    assertNotNull(feeds.get(number));
  }

  /** Its number is another endpoint's as soon as the event is out of the ring. */
  @Test
  void theEndpointIsFoundBeforeTheEventIsTaken() {
    int number = feeds.attach(null, first);
    assertTrue(queue.offer(number, 0, 1, 0));
    feeds.detach(number);
    Take take =
        new Take() {
          @Override
          public boolean dto(
              DatEvent out, int taken, FeedTable.Feed feed, int status, long cookie, long length) {
            assertEquals(number, feeds.attach(null, second), "the number is free again");
            super.dto(out, taken, feed, status, cookie, length);
            return true;
          }
        };
    assertTrue(queue.poll(take, null));
    assertSame(first, take.named.source());
  }

  /** As of a thread that has found the stream wanted just before another thread detached it. */
  @Test
  void completionThatComesAfterItsStreamWasDetachedIsPassedOver() {
    CompletionStream late = new CompletionStream(null, null, 0, first);
    int number = feeds.attach(null, first);
    assertTrue(queue.put(number, 0, 1, 0, late) >= 0);
    late.detach();
    feeds.detach(number);
    assertTrue(queue.put(number, 0, 2, 0, late) < 0);
    assertTrue(queue.offer(feeds.attach(null, second), 0, 3, 0));
    Take take = new Take();
    assertTrue(queue.poll(take, null));
    assertSame(first, take.named.source());
    assertTrue(queue.poll(take, null));
    assertSame(second, take.named.source());
    assertFalse(queue.poll(take, null));
  }
}
