package org.dat4j.dat.tcp.connection;

import org.dat4j.dat.spi.software.concurrent.Timers;

/**
 * The timers that the connections of one tcp adapter share: for time limits, for stalled peers, and
 * for retries when no buffer is free.
 *
 * @param timers of the adapter
 * @param watchdog finds connections that stall in the middle of a segment or a write
 * @param bufferRetry calls connections again that wait for a buffer
 */
public record ConnectionTimers(Timers timers, Watchdog watchdog, Watchdog bufferRetry) {

  /** Period of a watchdog whose eighth part is the retry interval. */
  private static final long BUFFER_RETRY_NANOS = 40_000_000;

  /**
   * Creates the timers of an adapter.
   *
   * @param timers timers of the adapter
   * @param progressNanos limit of the watchdog, 0 for none
   * @return the timers
   */
  public static ConnectionTimers of(Timers timers, long progressNanos) {
    return new ConnectionTimers(
        timers, new Watchdog(timers, progressNanos), new Watchdog(timers, BUFFER_RETRY_NANOS));
  }
}
