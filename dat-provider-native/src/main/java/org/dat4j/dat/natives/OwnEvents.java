package org.dat4j.dat.natives;

import org.dat4j.dat.DatObject;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EventNumber;

/**
 * The events of a dispatcher that the library does not tell: each is queued behind what the library
 * has told by then, but for overflows, which are met while another dispatcher's lock is held.
 */
final class OwnEvents {

  private final NativeEvd evd;
  private final NativeIa adapter;
  private final EvdLock lock;
  private final EventIntake intake;

  /**
   * For one dispatcher.
   *
   * @param evd where the events come
   * @param adapter its own
   * @param lock its lock
   * @param intake its queue
   */
  OwnEvents(NativeEvd evd, NativeIa adapter, EvdLock lock, EventIntake intake) {
    this.evd = evd;
    this.adapter = adapter;
    this.lock = lock;
    this.intake = intake;
  }

  /** Queues the flushed completion of a transfer that the library does not take any more. */
  void flush(NativeEp ep, long cookie) {
    lock.lockFromWaiter();
    try {
      intake.drainAll();
      addFlushed(ep, cookie);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Queues flushed completions of all that is posted.
   *
   * @param ep the endpoint
   * @param queue what it has posted, with completions that come here
   * @return whether there was anything
   */
  boolean flushAll(NativeEp ep, PostedQueue queue) {
    lock.lockFromWaiter();
    try {
      intake.drainAll();
      int outstanding = queue.outstanding();
      for (int i = 0; i < outstanding; i++) {
        long key = queue.oldestKey();
        addFlushed(ep, queue.cookie(key));
        queue.complete(key);
      }
      return outstanding > 0;
    } finally {
      lock.unlock();
    }
  }

  private void addFlushed(NativeEp ep, long cookie) {
    intake.next().setDto(evd, ep, cookie, DtoStatus.ERR_FLUSHED, 0);
    intake.add();
  }

  /** Tells of the end of an establishment that the library does not tell. */
  void ended(EventNumber number, NativeEp ep) {
    lock.lockFromWaiter();
    try {
      intake.drainAll();
      addEnd(number, ep);
    } finally {
      lock.unlock();
    }
  }

  /** Tells of the end of a connection that the device has told of and the library does not. */
  void failed(NativeEp ep) {
    lock.lockFromWaiter();
    try {
      intake.drainAll();
      if (ep.connection().endsByError()) {
        addEnd(EventNumber.CONNECTION_EVENT_BROKEN, ep);
      }
    } finally {
      lock.unlock();
    }
  }

  private void addEnd(EventNumber number, NativeEp ep) {
    intake.next().setConnection(number, evd, ep, new byte[0]);
    intake.add();
  }

  /** Queues a connection request that was handed on. */
  void request(NativeCr request, DatObject point, long connQual) {
    lock.lockFromWaiter();
    try {
      intake.drainAll();
      intake
          .next()
          .setConnectionRequest(evd, point, adapter.iaAttr().iaAddress(), connQual, request);
      intake.add();
    } finally {
      lock.unlock();
    }
  }

  /** Tells of the first loss of another dispatcher since an event was taken from it. */
  void overflowed(NativeEvd of) {
    lock.lockFromWaiter();
    try {
      int reason = EvdAsyncErrorReason.OVERFLOW_ERROR.value();
      intake.next().setAsync(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, evd, of, reason);
      intake.add();
    } finally {
      lock.unlock();
    }
  }
}
