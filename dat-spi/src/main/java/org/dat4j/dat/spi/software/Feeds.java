package org.dat4j.dat.spi.software;

import java.util.ArrayDeque;
import java.util.Arrays;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.spi.Errors;

/**
 * The endpoints that feed a dispatcher, by number. A number given back is used again only when all
 * events that were queued by then have been taken, so an event always names its own endpoint.
 */
final class Feeds {

  private record Retired(int feed, long position) {}

  private final EventQueue queue;
  private final ArrayDeque<Retired> retired = new ArrayDeque<>();
  private volatile Ep[] feeds = new Ep[2];

  /** Shared queues by feed; null as long as there is none. */
  private volatile SharedReceives[] sources;

  private int count;

  Feeds(EventQueue queue) {
    this.queue = queue;
  }

  Ep get(int feed) {
    return feeds[feed];
  }

  /** A completion of a feed was taken. */
  void reaped(int feed) {
    SharedReceives[] now = sources;
    if (now != null && feed < now.length && now[feed] != null) {
      now[feed].reaped();
    }
  }

  /**
   * Takes an endpoint in.
   *
   * @param ep the endpoint
   * @param source whose completions come with this number, or null
   * @return the number
   */
  synchronized int attach(Ep ep, SharedReceives source) {
    Retired oldest = retired.peek();
    int feed;
    if (oldest != null && queue.passed(oldest.position)) {
      retired.remove();
      feed = oldest.feed;
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
    Ep[] now = feeds;
    if (feed >= now.length) {
      now = Arrays.copyOf(now, now.length * 2);
    }
    now[feed] = ep;
    feeds = now;
    if (source != null || sources != null) {
      SharedReceives[] all = sources == null ? new SharedReceives[now.length] : sources;
      all = Arrays.copyOf(all, now.length);
      all[feed] = source;
      sources = all;
    }
    return feed;
  }

  synchronized void detach(int feed) {
    retired.add(new Retired(feed, queue.end()));
  }
}
