package org.dat4j.dat.udapl;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread of the native backend that disconnects an endpoint gracefully: it lets posted requests
 * complete before it calls libdapl's disconnect. {@link EpTeardown} says when they are complete.
 * The library's own graceful disconnect would flush them (dapls_ib_disconnect). The thread ends
 * with the connection or the endpoint.
 */
final class GracefulDisconnect implements Runnable {

  private static final System.Logger LOG = System.getLogger(GracefulDisconnect.class.getName());
  private static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final NativeEp ep;
  private boolean failed;

  /** Which graceful disconnect of the endpoint this is. */
  private final int which;

  private GracefulDisconnect(NativeEp ep, int which) {
    this.ep = ep;
    this.which = which;
  }

  /**
   * Starts the thread.
   *
   * @param which the number of that disconnect; it leaves later ones alone
   */
  static void start(NativeEp ep, int which) {
    Thread thread = new Thread(new GracefulDisconnect(ep, which), "dat4j-" + ep + "-disconnect");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    long start = System.nanoTime();
    long waited = 0;
    while (!isOver(waited)) {
      // What drains does so soon; a peer that takes nothing may keep it for long.
      LockSupport.parkNanos(this, Math.max(MIN_NANOS, Math.min(MAX_NANOS, waited / 8)));
      waited = System.nanoTime() - start;
    }
  }

  /** Tries again behind a failure: no other thread would end the connection. */
  private boolean isOver(long waited) {
    try {
      return ep.disconnectIfDrained(which, waited);
    } catch (RuntimeException | Error e) {
      if (!failed) {
        failed = true;
        LOG.log(System.Logger.Level.WARNING, ep + ": a graceful disconnect is tried again", e);
      }
      return false;
    }
  }
}
