package org.dat4j.dat.udapl;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatException;

/**
 * A thread of the native backend that disconnects an endpoint gracefully: it lets posted requests
 * complete before it calls libdapl's disconnect. {@link EpTeardown} says when they are complete.
 * The library's own graceful disconnect would flush them (dapls_ib_disconnect). The thread ends
 * with the connection or the endpoint.
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
