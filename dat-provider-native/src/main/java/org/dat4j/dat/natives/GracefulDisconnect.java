package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatException;

/**
 * Waits, in a thread of its own, until what an endpoint posted before its graceful disconnect has
 * completed, and then has the library disconnect it: the library's own graceful disconnect flushes
 * (dapls_ib_disconnect). Ends when the connection or the endpoint does.
 */
final class GracefulDisconnect implements Runnable {

  private static final System.Logger LOG = System.getLogger(GracefulDisconnect.class.getName());
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final NativeEp ep;

  private GracefulDisconnect(NativeEp ep) {
    this.ep = ep;
  }

  static void start(NativeEp ep) {
    Thread thread = new Thread(new GracefulDisconnect(ep), "dat4j-" + ep + "-disconnect");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    try {
      long waited = 0;
      while (!ep.disconnectIfDrained(waited)) {
        // What drains does so soon; a peer that takes nothing may keep it for long.
        LockSupport.parkNanos(this, Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, waited / 8)));
        waited = System.nanoTime() - start;
      }
    } catch (DatException e) {
      LOG.log(System.Logger.Level.WARNING, ep + ": the graceful disconnect failed", e);
    }
  }
}
