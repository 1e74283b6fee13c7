package org.dat4j.dat.udapl.libdapl;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A scanner that finds connected endpoints of a native adapter whose connection has ended without
 * an event from libdapl.
 *
 * <p>dapli_cm_active_cb drops the event of an endpoint that an asynchronous error has disconnected,
 * and siw may never flush the last DTOs. {@link #PATIENCE_NANOS} after the end the endpoint makes
 * up for the events that the contract promises. Program threads scan; it has no thread of its own.
 */
public final class EndedConnectionScanner {

  /** The time that the library and the device have to report the end themselves. */
  public static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A connected endpoint. */
  public interface Connected {
    /**
     * Makes up for the events that are missing since the connection ended.
     *
     * @param now by {@link System#nanoTime}
     * @return whether the connection is over and all of its events are queued
     */
    boolean isOverAt(long now);
  }

  private final Set<Connected> connected = ConcurrentHashMap.newKeySet();
  private volatile long scannedAt = System.nanoTime();

  /**
   * Adds an endpoint.
   *
   * @param ep one that is connected
   */
  public void add(Connected ep) {
    connected.add(ep);
  }

  /**
   * Removes an endpoint.
   *
   * @param ep one that was added
   */
  public void remove(Connected ep) {
    connected.remove(ep);
  }

  /** Scans the endpoints, at most every 50 ms; not to be called under an EVD's lock. */
  public void scan() {
    if (!connected.isEmpty()) {
      scanAt(System.nanoTime());
    }
  }

  /** Scans as {@link #scan} does, at a time by {@link System#nanoTime}. */
  void scanAt(long now) {
    if (now - scannedAt < STEP_NANOS) {
      return;
    }
    scannedAt = now;
    for (Connected ep : connected) {
      if (ep.isOverAt(now)) {
        connected.remove(ep);
        // It may have been connected and added again before the remove: ask once more.
        if (!ep.isOverAt(now)) {
          connected.add(ep);
        }
      }
    }
  }
}
