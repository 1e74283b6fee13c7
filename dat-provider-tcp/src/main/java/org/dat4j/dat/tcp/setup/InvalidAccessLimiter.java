package org.dat4j.dat.tcp.setup;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A limiter for remote addresses that may be guessing memory contexts: after many invalid accesses,
 * a tcp adapter accepts no further connection from them. {@code TerminateMapping} says which
 * refused accesses may be guesses. A context has 32 bits: a peer that may guess without limit, one
 * connection after another, finds one some day. An address at its limit gets no further connection
 * of the adapter until a minute has passed since its first guess, whatever it does meanwhile.
 * Existing connections stay. Any thread.
 */
final class InvalidAccessLimiter {

  /** Nanoseconds that a guess counts: until a minute after the first one. */
  static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Most addresses on record; a further one replaces the one that expires next. */
  static final int MAX_ADDRESSES = 1024;

  private static final System.Logger LOG = System.getLogger(InvalidAccessLimiter.class.getName());

  /** The count of one address. */
  private static final class Counter {
    private final long startedAt;
    private int count;

    Counter(long startedAt) {
      this.startedAt = startedAt;
    }
  }

  private final int limit;
  private final LongSupplier clock;

  /** In the order of the first guesses, which is the order of expiry. */
  private final Map<InetAddress, Counter> counters = new LinkedHashMap<>();

  /**
   * Creates an empty record.
   *
   * @param limit guesses of an address within a minute, 0 for any number
   * @param clock nanoseconds, as of {@link System#nanoTime()}
   */
  InvalidAccessLimiter(int limit, LongSupplier clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /** Returns a listener that counts for one address; it keeps nothing of the connection's setup. */
  Runnable listenerFor(InetAddress address) {
    return () -> count(address);
  }

  /** Counts one invalid access of an address. */
  void count(InetAddress address) {
    if (limit > 0 && reachesLimit(address)) {
      LOG.log(System.Logger.Level.DEBUG, "{0} has guessed {1} times", address, limit);
    }
  }

  /** Counts one access; true if it is the last one allowed. */
  private synchronized boolean reachesLimit(InetAddress address) {
    long now = clock.getAsLong();
    expire(now);
    if (!counters.containsKey(address) && counters.size() == MAX_ADDRESSES) {
      counters.remove(counters.keySet().iterator().next());
    }
    Counter counter = counters.computeIfAbsent(address, a -> new Counter(now));
    if (counter.count == limit) {
      return false;
    }
    counter.count++;
    return counter.count == limit;
  }

  /** Tells whether an address gets no connection for now. */
  synchronized boolean isBlocked(InetAddress address) {
    expire(clock.getAsLong());
    Counter counter = counters.get(address);
    return counter != null && counter.count == limit;
  }

  /** Returns the number of addresses on record. */
  synchronized int addressCount() {
    return counters.size();
  }

  private void expire(long now) {
    Iterator<Counter> oldest = counters.values().iterator();
    while (oldest.hasNext() && now - oldest.next().startedAt >= WINDOW_NANOS) {
      oldest.remove();
    }
  }
}
