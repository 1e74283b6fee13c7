package org.dat4j.dat.spi.software;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.spi.Errors;

/**
 * The table of the endpoints whose completions go to one EVD of a software backend, by the number
 * that names an endpoint in queued events. A number given back is used again only when all events
 * that were queued by then have been taken, so an event always names its own endpoint. From then on
 * nothing here refers to the endpoint.
 */
final class FeedTable {

  /**
   * An endpoint and the queue whose completions come with its number.
   *
   * @param ep the endpoint
   * @param source the queue, where the slot of a taken completion goes back to
   */
  record Feed(Ep ep, WorkRequestRing source) {}

  private record Retired(int feed, long position) {}

  private final EventQueue queue;
  private final ArrayDeque<Retired> retired = new ArrayDeque<>();
  private final ArrayDeque<Integer> free = new ArrayDeque<>();
  private volatile Feed[] feeds = new Feed[2];
  private int count;

  FeedTable(EventQueue queue) {
    this.queue = queue;
  }

  /** The endpoint of a number, null when the number is given back and nothing queued bears it. */
  Feed get(int number) {
    return feeds[number];
  }

  /**
   * Takes an endpoint in.
   *
   * @param ep the endpoint
   * @param source the queue whose completions come with this number
   * @return the number
   */
  synchronized int attach(Ep ep, WorkRequestRing source) {
    reclaim();
    Integer unused = free.poll();
    int feed;
    if (unused != null) {
      feed = unused;
    } else {
      if (count == EventRing.MAX_FEEDS) {
        throw Errors.resources(
            "Ia.createEp",
            DatSubtype.RESOURCE_TEVD,
            "endpoints of one EVD",
            count,
            "spread endpoints over several EVDs");
      }
      feed = count++;
    }
    Feed[] now = feeds;
    if (feed >= now.length) {
      now = Arrays.copyOf(now, now.length * 2);
    }
    now[feed] = new Feed(ep, source);
    feeds = now;
    return feed;
  }

  synchronized void detach(int feed) {
    retired.add(new Retired(feed, queue.end()));
    reclaim();
  }

  private void reclaim() {
    Retired oldest = retired.peek();
    while (oldest != null && queue.passed(oldest.position)) {
      retired.remove();
      feeds[oldest.feed] = null;
      free.add(oldest.feed);
      oldest = retired.peek();
    }
  }
}
