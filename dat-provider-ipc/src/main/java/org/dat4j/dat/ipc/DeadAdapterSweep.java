package org.dat4j.dat.ipc;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A task of an ipc adapter's input loop that deletes what the adapter of a dead process has left in
 * their common folder. {@link PrivateFolder} decides what is dead. It tries again while another
 * process has the lock of the folder, and no thread of the program waits for it.
 */
final class DeadAdapterSweep implements Runnable {

  private static final System.Logger LOG = System.getLogger(DeadAdapterSweep.class.getName());

  /** Nanoseconds for which it tries; later adapters of the folder delete what stays. */
  private static final long LIMIT = TimeUnit.SECONDS.toNanos(30);

  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(1);

  private final PrivateFolder folder;
  private final long adapter;
  private final InputLoop loop;
  private final long start = System.nanoTime();

  DeadAdapterSweep(PrivateFolder folder, long adapter, InputLoop loop) {
    this.folder = folder;
    this.adapter = adapter;
    this.loop = loop;
  }

  @Override
  public void run() {
    try {
      if (folder.sweep(adapter)) {
        return;
      }
    } catch (IOException e) {
      warn("what a dead process has left stays in " + folder.path(), e);
      return;
    }
    if (System.nanoTime() - start > LIMIT) {
      warn("another process keeps " + folder.path() + " locked: is it stopped?", null);
      return;
    }
    LockSupport.parkNanos(this, PAUSE);
    loop.later(this);
  }

  private static void warn(String what, IOException cause) {
    LOG.log(System.Logger.Level.WARNING, what, cause);
  }
}
