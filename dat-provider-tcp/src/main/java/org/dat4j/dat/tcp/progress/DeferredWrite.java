package org.dat4j.dat.tcp.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.FieldHandles;

/**
 * A write to a connection's socket that the posting thread leaves to the next thread that makes
 * progress for the tcp adapter, see {@link Driver#defer}. One object stands for all requests of a
 * connection that wait, and is listed once.
 */
public abstract class DeferredWrite {

  private static final VarHandle LISTED =
      FieldHandles.find(MethodHandles.lookup(), DeferredWrite.class, "listed", boolean.class);

  private volatile boolean listed;

  /** Next one in the list of the driver. */
  private DeferredWrite next;

  /** Marks this as listed; false when it already is. Any thread: two may post to a connection. */
  final boolean enlist() {
    return !listed && LISTED.compareAndSet(this, false, true);
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
