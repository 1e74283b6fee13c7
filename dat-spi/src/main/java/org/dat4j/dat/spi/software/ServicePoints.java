package org.dat4j.dat.spi.software;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The service points of one adapter of a software backend, in a table by connection qualifier. A
 * reserved service point ends in the middle of a request's arrival, where its transport may not be
 * able to close the listener at once. The next service point on the same qualifier waits for that.
 */
final class ServicePoints {

  private static final long PATIENCE_MILLIS = 2000;

  private final Fabric fabric;
  private final Map<Long, Acceptor> live = new ConcurrentHashMap<>();

  /** The qualifiers whose listener is being closed; guarded by this. */
  private final Set<Long> ending = new HashSet<>();

  ServicePoints(Fabric fabric) {
    this.fabric = fabric;
  }

  /**
   * Listens.
   *
   * @param connQual the qualifier, 0 for any
   * @param acceptor gets the requests
   * @return the listener, to be ended here
   */
  Listener listen(long connQual, Acceptor acceptor) {
    awaitEnd(connQual);
    Listener listener = fabric.listen(connQual, acceptor);
    try {
      live.put(listener.connQual(), acceptor);
    } catch (RuntimeException | Error e) {
      close(listener);
      throw e;
    }
    return listener;
  }

  /**
   * Finds the service point that listens on a qualifier through this adapter; null when none does.
   */
  Acceptor find(long connQual) {
    return live.get(connQual);
  }

  /** Stops listening. */
  void close(Listener listener) {
    live.remove(listener.connQual());
    listener.close();
  }

  /** Stops listening, inside of an upcall of the acceptor. */
  void closeInside(Listener listener) {
    long connQual = listener.connQual();
    synchronized (this) {
      ending.add(connQual);
    }
    live.remove(connQual);
    listener.closeInside(() -> ended(connQual));
  }

  private synchronized void ended(long connQual) {
    ending.remove(connQual);
    notifyAll();
  }

  private synchronized void awaitEnd(long connQual) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    try {
      while (ending.contains(connQual) && System.nanoTime() - deadline < 0) {
        wait(1);
      }
    } catch (InterruptedException e) {
      // The listener then finds the qualifier in use, if it still is.
      Thread.currentThread().interrupt();
    }
  }
}
