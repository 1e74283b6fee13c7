package org.dat4j.dat.tcp.progress;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.spi.software.Waiter;

/**
 * A wait of one thread in the selector, until a connection of a tcp adapter's I/O driver has input
 * or a time limit is over. Used by the thread that has locked the selector, mostly the holder of
 * the lease.
 */
final class InputWait {

  /**
   * The loop ends a wait of at least this length, instead of a timer of its own. The loop checks
   * every 1 or 2 ms anyhow, and setting a timer costs a noticeable part of a round trip.
   */
  private static final long LOOP_TIMED_WAIT = TimeUnit.MILLISECONDS.toNanos(20);

  private final DriverLease lease;
  private final SharedSelector selector;
  private final PolledConnections connections;

  InputWait(DriverLease lease, SharedSelector selector, PolledConnections connections) {
    this.lease = lease;
    this.selector = selector;
    this.connections = connections;
  }

  /** Blocks until input, a wake-up, or a time limit; does not block when the waiter is ready. */
  void await(Thread caller, Waiter waiter, long nanos) {
    boolean ownTimer = nanos < LOOP_TIMED_WAIT;
    long millis = ownTimer ? Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos)) : 0;
    select(caller, waiter, ownTimer ? Long.MAX_VALUE : nanos, millis);
  }

  /**
   * Blocks in select unless the lease is lost or the waiter is ready.
   *
   * @param limit nanoseconds after which the loop ends the select
   * @param millis time limit of the select itself, 0 for none
   */
  void select(Thread caller, Waiter waiter, long limit, long millis) {
    connections.selectAll();
    selector.announce(caller, limit);
    try {
      if (lease.holder() == caller && !selector.isClosing() && !waiter.ready()) {
        selector.select(millis);
      }
    } finally {
      // Before the loop can see that nobody selects: it would find a lease as old as the wait.
      if (lease.holder() == caller) {
        lease.renew();
      }
      selector.announceEnd();
    }
  }
}
