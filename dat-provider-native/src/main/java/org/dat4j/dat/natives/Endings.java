package org.dat4j.dat.natives;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Connected endpoints of an adapter, looked at now and then: the library may have ended a
 * connection and tell nobody (dapli_cm_active_cb drops the event of an endpoint that an
 * asynchronous error has disconnected), and siw may never flush the last transfers. After {@link
 * #PATIENCE_NANOS} this layer tells what the contract promises.
 */
final class Endings {

  /** How long the library and the device have to tell it themselves. */
  static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A connected endpoint. */
  interface Connected {
    /**
     * Makes up for what should have been told since the connection ended.
     *
     * @param now by {@link System#nanoTime}
     * @return whether nothing is left to be told of the connection
     */
    boolean isThroughAt(long now);
  }

  private final Set<Connected> connected = ConcurrentHashMap.newKeySet();
  private volatile long looked = System.nanoTime();

  void add(Connected ep) {
    connected.add(ep);
  }

  void remove(Connected ep) {
    connected.remove(ep);
  }

  /** Looks at each endpoint, at most every 50 ms; not to be called under a dispatcher's lock. */
  void look() {
    if (!connected.isEmpty()) {
      lookAt(System.nanoTime());
    }
  }

  /** {@link #look}, at a time by {@link System#nanoTime}. */
  void lookAt(long now) {
    if (now - looked < STEP_NANOS) {
      return;
    }
    looked = now;
    for (Connected ep : connected) {
      if (ep.isThroughAt(now)) {
        connected.remove(ep);
        // It may have been connected again and added before it was taken out: asked once more.
        if (!ep.isThroughAt(now)) {
          connected.add(ep);
        }
      }
    }
  }
}
