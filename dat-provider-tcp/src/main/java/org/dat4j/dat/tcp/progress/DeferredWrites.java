package org.dat4j.dat.tcp.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.FieldHandles;

/**
 * A lock-free list of the socket writes that posting threads leave to the next thread that makes
 * progress for the tcp adapter.
 */
final class DeferredWrites {

  private static final VarHandle FIRST =
      FieldHandles.find(MethodHandles.lookup(), DeferredWrites.class, "first", DeferredWrite.class);

  private volatile DeferredWrite first;

  /** Adds a write unless it is listed; a thread that takes the list after this call finds it. */
  void add(DeferredWrite write) {
    // Publishes the new request. A thread that has the list unlists a write before it looks for
    // requests: either this thread finds the write unlisted, or that one finds the request.
    VarHandle.fullFence();
    if (write.enlist()) {
      DeferredWrite next;
      do {
        next = first;
        write.next(next);
      } while (!FIRST.compareAndSet(this, next, write));
    }
  }

  /** Empties the list and makes the writes; returns their number. */
  int writeAll() {
    if (first == null) {
      return 0;
    }
    int done = 0;
    DeferredWrite write = (DeferredWrite) FIRST.getAndSet(this, (DeferredWrite) null);
    while (write != null) {
      DeferredWrite next = write.unlink();
      try {
        write.write();
      } catch (RuntimeException | Error e) {
        write.failed(e);
      }
      write = next;
      done++;
    }
    return done;
  }
}
