package org.dat4j.dat.tcp.progress;

/**
 * A write to a connection's socket that the posting thread leaves to the next thread that makes
 * progress for the tcp adapter, see {@link Driver#defer}. One object stands for all requests of a
 * connection that wait, and is listed once.
 */
public abstract class DeferredWrite {

  private volatile boolean listed;

  /** Next one in the list of the driver. */
  private DeferredWrite next;

  /** Marks this as listed; false when it already is. Called by one thread at a time. */
  final boolean enlist() {
    if (listed) {
      return false;
    }
    listed = true;
    return true;
  }

  final void next(DeferredWrite following) {
    next = following;
  }

  /**
   * Removes this from its list; later posts list it again.
   *
   * @return the next one in the list
   */
  final DeferredWrite unlink() {
    DeferredWrite following = next;
    next = null;
    listed = false;
    return following;
  }

  /** Writes the requests that wait. */
  protected abstract void write();

  /**
   * Reports what {@link #write} has thrown.
   *
   * @param cause what was thrown
   */
  protected abstract void failed(Throwable cause);
}
