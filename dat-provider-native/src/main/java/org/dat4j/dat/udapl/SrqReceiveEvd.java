package org.dat4j.dat.udapl;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.udapl.abi.CodeTranslation;
import org.dat4j.dat.udapl.abi.EventMemory;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.SrqCapability;
import org.dat4j.dat.udapl.queue.SpinLock;

/**
 * The libdapl EVD of one native endpoint for the completions of the Receives that it takes from a
 * shared receive queue.
 *
 * <p>libdapl names the queue where a completion should name the endpoint (dapli_evd_cqe_to_event),
 * so the endpoints of one EVD cannot be told apart. Each endpoint therefore has an EVD of the
 * library of its own for its Receives, and the program's EVD takes the events from there.
 */
final class SrqReceiveEvd {

  private final NativeIa adapter;
  private final NativeSrq srq;
  private final long evd;
  private final EventMemory raw = new EventMemory();
  private volatile NativeEp ep;

  /** The program's; null for none. */
  private volatile NativeEvd target;

  /** Under the lock of the adapter's shares. */
  private boolean ended;

  private SrqReceiveEvd(NativeIa adapter, NativeSrq srq, long evd) {
    this.adapter = adapter;
    this.srq = srq;
    this.evd = evd;
  }

  static SrqReceiveEvd create(NativeIa adapter, NativeSrq srq) {
    int length = adapter.iaAttr().maxRecvPerSrq() + SrqCapability.SPARE_EVENTS;
    long evd = adapter.createEvd(length, EvdFlags.DTO, adapter.where("createEpWithSrq"));
    return new SrqReceiveEvd(adapter, srq, evd);
  }

  NativeSrq srq() {
    return srq;
  }

  /** Returns the handle of the library's EVD. */
  long evd() {
    return evd;
  }

  /** Starts to poll for completions of an endpoint. */
  void begin(NativeEp owner) {
    ep = owner;
    srq.add(this);
  }

  /** Changes the program's EVD that takes the completions. */
  void deliverTo(NativeEvd now) {
    target = now;
  }

  /** Takes the completions from the library, unless a waiting thread does so anyway. */
  void settle() {
    NativeEvd now = target;
    if (now != null) {
      now.settleUnlessWaiting();
    } else {
      drop();
    }
  }

  /**
   * Takes one completion; under the lock of the program's EVD.
   *
   * @param to the program's EVD
   * @param event filled if there is one
   * @return whether there is one
   */
  boolean take(NativeEvd to, DatEvent event) {
    SpinLock lock = adapter.srqLock();
    lock.lock();
    try {
      while (!ended
          && ReturnCodes.rawType(LibDat.dat_evd_dequeue(evd, raw.address()))
              == ReturnCodes.SUCCESS) {
        long entry = raw.dtoCookie();
        if (CodeTranslation.eventNumber(raw.number()) == CodeTranslation.DTO_COMPLETION_EVENT
            && srq.isOutstanding(entry)) {
          DtoStatus status = DtoStatus.of(CodeTranslation.dtoStatus(raw.dtoStatus()));
          if (status != DtoStatus.SUCCESS) {
            status = srq.failure(entry, status);
          }
          long cookie = srq.complete(entry);
          if (to == null) {
            srq.release();
          } else {
            to.completes(srq);
          }
          event.setDto(to, ep, cookie, status, status == DtoStatus.SUCCESS ? raw.dtoLength() : 0);
          if (status != DtoStatus.SUCCESS) {
            ep.transferFailed(status);
          }
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Drops completions for which the program has no EVD. */
  private void drop() {
    DatEvent event = new DatEvent();
    while (take(null, event)) {
      event.clear();
    }
  }

  /**
   * Ends the Receives of a freed endpoint. If the library still has the endpoint, the EVD and the
   * shared queue stay.
   */
  void end() {
    drop();
    srq.remove(this);
    SpinLock lock = adapter.srqLock();
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
    if (!isFreed()) {
      srq.stays();
      adapter.deferredSrqFrees().add(this::isFreed);
    }
  }

  /** Lets the library free the EVD; false while an endpoint of the library uses it. */
  private boolean isFreed() {
    return ReturnCodes.isSuccess(LibDat.dat_evd_free(evd));
  }
}
