package org.dat4j.dat.tcp;

import java.net.InetAddress;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts, for each remote address, accesses to memory that was not there for it. A context is 32
 * bits: who may guess on and on, a connection each, finds one some day. An address that has used up
 * its guesses gets no further connection of the adapter until a minute has passed since the first
 * of them, whatever it does meanwhile; connections that stand may stay. Any thread.
 */
final class Guesses {

  /** How long a guess counts: to the end of the minute that the first has begun. */
  static final long NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Most addresses on record; another takes the place of the one that would be forgotten next. */
  static final int ADDRESSES = 1024;

  private static final System.Logger LOG = System.getLogger(Guesses.class.getName());

  /** Of one address. */
  private static final class Tally {
    private final long began;
    private int count;

    Tally(long began) {
      this.began = began;
    }
  }

  private final int limit;
  private final LongSupplier clock;

  /** In the order of the first guesses, which is that of being forgotten. */
  private final Map<InetAddress, Tally> tallies = new LinkedHashMap<>();

  /**
   * Makes an empty record.
   *
   * @param limit guesses of an address within a minute, 0 for any number
   * @param clock nanoseconds, as of {@link System#nanoTime()}
   */
  Guesses(int limit, LongSupplier clock) {
    this.limit = limit;
    this.clock = clock;
  }

  /** Counts for one address; a connection keeps it, and with it nothing of its start-up. */
  Runnable of(InetAddress address) {
    return () -> count(address);
  }

  /** An address has tried to reach memory that is not there for it. */
  void count(InetAddress address) {
    if (limit > 0 && usesUp(address)) {
      LOG.log(System.Logger.Level.DEBUG, "{0} has guessed {1} times", address, limit);
    }
  }

  /** Counts one; whether it is the last that the address has. */
  private synchronized boolean usesUp(InetAddress address) {
    long now = clock.getAsLong();
    forget(now);
    if (!tallies.containsKey(address) && tallies.size() == ADDRESSES) {
      tallies.remove(tallies.keySet().iterator().next());
    }
    Tally tally = tallies.computeIfAbsent(address, a -> new Tally(now));
    if (tally.count == limit) {
      return false;
    }
    tally.count++;
    return tally.count == limit;
  }

  /** Whether no connection is to be made with an address for now. */
  synchronized boolean areUsedUp(InetAddress address) {
    forget(clock.getAsLong());
    Tally tally = tallies.get(address);
    return tally != null && tally.count == limit;
  }

  /** Addresses on record. */
  synchronized int addresses() {
    return tallies.size();
  }

  private void forget(long now) {
    Iterator<Tally> oldest = tallies.values().iterator();
    while (oldest.hasNext() && now - oldest.next().began >= NANOS) {
      oldest.remove();
    }
  }
}
