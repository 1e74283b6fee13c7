package org.dat4j.dat.natives;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.natives.abi.Codes;
import org.dat4j.dat.natives.abi.EventMemory;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * What one endpoint takes from a shared receive queue.
 *
 * <p>libdapl names the queue where a completion should name the endpoint (dapli_evd_cqe_to_event),
 * so that nobody can tell the endpoints of one dispatcher apart. Therefore each of them has a
 * dispatcher of the library of its own for its receives, as long as it lives, and the program's
 * dispatcher takes the events from there.
 */
final class SrqShare {

  /** Events that the dispatcher holds beside the buffers of the queue. */
  static final int SPARE = 64;

  private final NativeIa adapter;
  private final NativeSrq srq;
  private final long evd;
  private final EventMemory raw = new EventMemory();
  private volatile NativeEp ep;

  /** The program's; null for none. */
  private volatile NativeEvd dispatcher;

  /** Under the lock of the adapter's shares. */
  private boolean ended;

  private SrqShare(NativeIa adapter, NativeSrq srq, long evd) {
    this.adapter = adapter;
    this.srq = srq;
    this.evd = evd;
  }

  static SrqShare create(NativeIa adapter, NativeSrq srq) {
    int length = adapter.iaAttr().maxRecvPerSrq() + SPARE;
    long evd = adapter.createEvd(length, EvdFlags.DTO, adapter.where("createEpWithSrq"));
    return new SrqShare(adapter, srq, evd);
  }

  NativeSrq srq() {
    return srq;
  }

  /** The library's dispatcher of its receives. */
  long evd() {
    return evd;
  }

  /** From now on its completions are looked for. */
  void begin(NativeEp owner) {
    ep = owner;
    srq.add(this);
  }

  /** The program's dispatcher changes. */
  void deliverTo(NativeEvd now) {
    dispatcher = now;
  }

  /** Takes what has completed from the library; a waiter does that anyway. */
  void settle() {
    NativeEvd now = dispatcher;
    if (now != null) {
      now.settleUnlessWaiting();
    } else {
      drop();
    }
  }

  /**
   * Takes one completion; under the lock of the dispatcher.
   *
   * @param to the program's dispatcher
   * @param event filled if there is one
   * @return whether there is one
   */
  boolean take(NativeEvd to, DatEvent event) {
    SpinLock lock = adapter.shares();
    lock.lock();
    try {
      while (!ended && Ret.rawType(LibDat.dat_evd_dequeue(evd, raw.address())) == Ret.SUCCESS) {
        long entry = raw.dtoCookie();
        if (Codes.eventNumber(raw.number()) == Codes.DTO_COMPLETION_EVENT
            && srq.isOutstanding(entry)) {
          DtoStatus status = DtoStatus.of(Codes.dtoStatus(raw.dtoStatus()));
          if (status != DtoStatus.SUCCESS) {
            status = srq.failure(entry, status);
          }
          long cookie = srq.complete(entry);
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

  /** Takes completions that go to no dispatcher. */
  private void drop() {
    DatEvent event = new DatEvent();
    while (take(null, event)) {
      event.clear();
    }
  }

  /** The endpoint is gone. If the library still has one, its dispatcher and its queue stay. */
  void end() {
    drop();
    srq.remove(this);
    SpinLock lock = adapter.shares();
    lock.lock();
    try {
      ended = true;
    } finally {
      lock.unlock();
    }
    if (!isFreed()) {
      srq.stays();
      adapter.leftOfSrqs().add(this::isFreed);
    }
  }

  /** Has the library free the dispatcher; false while an endpoint of the library uses it. */
  private boolean isFreed() {
    return Ret.isSuccess(LibDat.dat_evd_free(evd));
  }
}
