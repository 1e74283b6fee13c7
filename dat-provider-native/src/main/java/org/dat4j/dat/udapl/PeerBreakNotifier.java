package org.dat4j.dat.udapl;

import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.DatException;
import org.dat4j.dat.udapl.libdapl.CmThreadTracker;

/**
 * A thread of the native backend that tells the peer of a broken connection that the connection has
 * ended, after a pause that libdapl needs. {@link CmThreadTracker} demands the pause. A free or
 * reset by the program does the same before that.
 */
final class PeerBreakNotifier implements Runnable {

  private static final System.Logger LOG = System.getLogger(PeerBreakNotifier.class.getName());

  private final NativeEp ep;
  private final long began = System.nanoTime();

  private PeerBreakNotifier(NativeEp ep) {
    this.ep = ep;
  }

  static void start(NativeEp ep) {
    Thread thread = new Thread(new PeerBreakNotifier(ep), "dat4j-" + ep + "-broken");
    thread.setDaemon(true);
    try {
      thread.start();
    } catch (OutOfMemoryError e) {
      // The taker of a completion is not to suffer: the free or reset tells the peer.
      LOG.log(System.Logger.Level.WARNING, ep + ": no thread to tell its peer that it broke", e);
    }
  }

  @Override
  public void run() {
    // So that the end is known here, too, where the program does not look.
    EpQueues.settle(ep.connectEvd());
    // No lock is held meanwhile: the program goes on.
    long left;
    while ((left = began + CmThreadTracker.PATIENCE_NANOS - System.nanoTime()) > 0) {
      LockSupport.parkNanos(this, left);
    }
    try {
      ep.informPeer();
    } catch (DatException e) {
      LOG.log(System.Logger.Level.DEBUG, ep + ": its peer is told when it is freed", e);
    }
  }
}
