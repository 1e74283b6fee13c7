package org.dat4j.dat.tcp.setup;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A limit on how many connections one tcp adapter may have, at which it accepts no more. An inbound
 * connection holds a permit from accept to close. Outbound connections count too but are never
 * refused. Any thread; never blocks.
 */
final class ConnectionLimit {

  /** A permit for one connection. */
  static final class Permit {

    private final AtomicInteger used;
    private final AtomicBoolean released = new AtomicBoolean();

    private Permit(AtomicInteger used) {
      this.used = used;
    }

    /** Returns the permit when the connection is over; only the first call has an effect. */
    void release() {
      if (released.compareAndSet(false, true)) {
        used.decrementAndGet();
      }
    }
  }

  private final int limit;
  private final AtomicInteger used = new AtomicInteger();

  /**
   * Creates a limit.
   *
   * @param limit most connections, 0 for any number
   */
  ConnectionLimit(int limit) {
    this.limit = limit;
  }

  /** Returns a permit for an inbound connection, null when the limit is reached. */
  Permit tryAcquire() {
    int before = used.getAndUpdate(count -> hasRoom(count) ? count + 1 : count);
    return hasRoom(before) ? new Permit(used) : null;
  }

  private boolean hasRoom(int count) {
    return limit == 0 || count < limit;
  }

  /** Returns a permit for an outbound connection. */
  Permit acquire() {
    used.incrementAndGet();
    return new Permit(used);
  }
}
