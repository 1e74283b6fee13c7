package org.dat4j.dat.udapl;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.udapl.queue.EvdLock;
import org.dat4j.dat.udapl.queue.PostedQueue;

/**
 * A source of events that a native EVD must deliver by DAT 1.2 but does not get from the uDAPL
 * library, such as flushed completions. Each is queued after the library's earlier events.
 * Overflows are the exception: they are found under another EVD's lock.
 */
final class SyntheticEvents {

  private final NativeEvd evd;
  private final NativeIa adapter;
  private final EvdLock lock;
  private final EventPump pump;

  /**
   * Makes the source for one EVD.
   *
   * @param evd where the events come
   * @param adapter its own
   * @param lock its lock
   * @param pump its queue
   */
  SyntheticEvents(NativeEvd evd, NativeIa adapter, EvdLock lock, EventPump pump) {
    this.evd = evd;
    this.adapter = adapter;
    this.lock = lock;
    this.pump = pump;
  }

  /** Queues the flushed completion of a DTO that the library no longer takes. */
  void flush(NativeEp ep, PostedQueue queue, long cookie) {
    lock.lockFromWaiter();
    try {
      pump.drainAll();
      addFlushed(ep, queue, cookie);
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
      pump.drainAll();
      // A post that is under way may be refused: it would complete twice.
      int outstanding = queue.outstandingForGood();
      for (int i = 0; i < outstanding; i++) {
        long key = queue.oldestKey();
        queue.complete(key);
        addFlushed(ep, queue, queue.cookie(key));
      }
      return outstanding > 0;
    } finally {
      lock.unlock();
    }
  }

  private void addFlushed(NativeEp ep, PostedQueue queue, long cookie) {
    pump.next().setDto(evd, ep, cookie, DtoStatus.ERR_FLUSHED, 0);
    pump.completes(queue);
    pump.add();
  }

  /** Queues the end of a connect or accept that the library does not report. */
  void ended(EventNumber number, NativeEp ep) {
    lock.lockFromWaiter();
    try {
      pump.drainAll();
      addEnd(number, ep);
    } finally {
      lock.unlock();
    }
  }

  /** Queues the end of a connection that only the device has reported. */
  void failed(NativeEp ep) {
    lock.lockFromWaiter();
    try {
      pump.drainAll();
      if (ep.connection().breakByError()) {
        addEnd(EventNumber.CONNECTION_EVENT_BROKEN, ep);
      }
    } finally {
      lock.unlock();
    }
  }

  private void addEnd(EventNumber number, NativeEp ep) {
    pump.next().setConnection(number, evd, ep, new byte[0]);
    pump.add();
  }

  /**
   * Queues a connection request that was handed on.
   *
   * @param before the request so far, which the library does not know from here on
   * @param request takes its place
   * @return false if the EVD was freed: the request stays what it was
   */
  boolean request(NativeCr before, NativeCr request, DatObject point, long connQual) {
    lock.lockFromWaiter();
    try {
      if (pump.handle() == 0) {
        return false;
      }
      pump.drainAll();
      DatEvent event = pump.next();
      // If the adapter is being closed, that has rejected it.
      boolean arrived = adapter.addRequest(request);
      before.markUnknown();
      if (arrived) {
        event.setConnectionRequest(evd, point, adapter.iaAttr().iaAddress(), connQual, request);
        pump.add();
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Queues the first loss of another EVD since an event was taken from it. */
  void overflowed(NativeEvd of) {
    lock.lockFromWaiter();
    try {
      int reason = EvdAsyncErrorReason.OVERFLOW_ERROR.value();
      pump.next().setAsync(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, evd, of, reason);
      pump.add();
    } finally {
      lock.unlock();
    }
  }
}
