package org.dat4j.dat.natives;

import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatException;

/**
 * Has the peer told that a failed transfer has ended the connection, in a thread of its own, as the
 * program that took the completion is not to wait: when the endpoint has rested as {@link CmQuiet}
 * says. Where the program frees or resets it before, that does it.
 */
final class BrokenConnection implements Runnable {

  private static final System.Logger LOG = System.getLogger(BrokenConnection.class.getName());

  private final NativeEp ep;
  private final long began = System.nanoTime();

  private BrokenConnection(NativeEp ep) {
    this.ep = ep;
  }

  static void start(NativeEp ep) {
    Thread thread = new Thread(new BrokenConnection(ep), "dat4j-" + ep + "-broken");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    // So that the end is known here, too, where the program does not look.
    EpQueues.settle(ep.connectEvd());
    // No lock is held meanwhile: the program goes on.
    long left;
    while ((left = began + CmQuiet.PATIENCE_NANOS - System.nanoTime()) > 0) {
      LockSupport.parkNanos(this, left);
    }
    try {
      ep.tellPeer();
    } catch (DatException e) {
      LOG.log(System.Logger.Level.DEBUG, ep + ": its peer is told when it is freed", e);
    }
  }
}
