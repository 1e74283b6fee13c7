package org.dat4j.dat.spi.software;

import org.dat4j.dat.DatEvent;

/**
 * Helper of the concurrency tests of an EVD's queue: puts numbered events in, and collects the
 * cookies of those that come out, in order.
 */
final class TakenCookies implements EventRing.Sink {

  private long cookies;

  /** The cookies as decimal digits, the first one first. */
  int digits() {
    return (int) cookies;
  }

  @Override
  public boolean dto(
      DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length) {
    // A torn event is none of the cookies of any test.
    cookies = cookies * 10 + (cookie == length && cookie == number ? cookie : 9);
    return true;
  }

  @Override
  public boolean software(DatEvent out, Object pointer) {
    cookies = cookies * 10 + 9;
    return true;
  }

  @Override
  public boolean rare(DatEvent out, Object event, long cookie, int status) {
    cookies = cookies * 10 + 9;
    return true;
  }

  /** Takes what there is. */
  TakenCookies drain(EventQueue queue) {
    boolean more;
    do {
      more = queue.poll(this, null);
    } while (more);
    return this;
  }

  /** Puts an event in that {@link #dto} knows again. */
  static void put(EventQueue queue, int cookie) {
    if (!queue.offer(cookie, 0, cookie, cookie)) {
      throw new IllegalStateException("full");
    }
  }

  /** A queue whose slots have all been used before. */
  static EventQueue used() {
    EventQueue queue = new EventQueue(32);
    TakenCookies taken = new TakenCookies();
    for (int i = 0; i < 32; i++) {
      put(queue, 1);
      queue.poll(taken, null);
    }
    return queue;
  }
}
