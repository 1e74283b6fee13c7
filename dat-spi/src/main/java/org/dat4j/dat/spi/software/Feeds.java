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

  private final EventRing ring;
  private final ArrayDeque<Retired> retired = new ArrayDeque<>();
  private volatile Ep[] feeds = new Ep[2];
  private int count;

  Feeds(EventRing ring) {
    this.ring = ring;
  }

  Ep get(int feed) {
    return feeds[feed];
  }

  synchronized int attach(Ep ep) {
    Retired oldest = retired.peek();
    int feed;
    if (oldest != null && ring.passed(oldest.position)) {
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
    return feed;
  }

  synchronized void detach(int feed) {
    retired.add(new Retired(feed, ring.tail()));
  }
}
