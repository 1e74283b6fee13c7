package org.dat4j.dat.udapl;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ParamLayout;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.queue.CompletionCredits;
import org.dat4j.dat.udapl.queue.CompletionSlots;
import org.dat4j.dat.udapl.queue.EvdLock;
import org.dat4j.dat.udapl.queue.PostedQueue;

/**
 * An EVD of the native backend, which gets its events from an EVD of the uDAPL library.
 *
 * <p>Every library call for it is made under one lock, so a free waits for the calls in progress. A
 * waiting thread holds the lock for slices of at most 10 ms. Between slices it checks for an
 * interrupt, a free, its time limit, and threads that want the lock. None of these ends the
 * library's own wait.
 *
 * <p>A wait counts events by taking them from the library into a queue of our own, from which later
 * calls are served first. The library can neither wait for several without giving early answers nor
 * say how many there are.
 */
final class NativeEvd extends AbstractEvd {

  /** Least length we offer. */
  private static final int MIN_LENGTH = 32;

  /**
   * How many more events the library holds than we offer. What we have no room for is lost as the
   * contract says; the library must not lose any, because it never returns from the end of an
   * endpoint whose flushed receives found no room.
   */
  private static final int SPARE = 64;

  /**
   * Least length of an EVD for connection requests: libdapl rejects a request that finds no room
   * twice (dapli_connection_request and dapls_cr_callback), the second time in freed memory.
   */
  private static final int MIN_REQUESTS = 4096;

  private final NativeIa adapter;
  private final EvdLock lock = new EvdLock();
  private final EventPump pump;
  private final SyntheticEvents synthetic;
  private final EvdWaiter waiter;
  private final CnoNotifier cnoNotifier;
  private final CompletionCredits credits;
  private final WatchedTransferEvds watched = new WatchedTransferEvds();
  private final boolean ownedByAdapter;

  /** Not this EVD's monitor: the program may hold that while it waits for an event. */
  private final Object overflowLock = new Object();

  private boolean watchedForOverflow;

  private NativeEvd(
      NativeIa adapter, NativeCno cno, long handle, int flags, int qlen, boolean ownedByAdapter) {
    super(adapter, cno, flags);
    this.adapter = adapter;
    this.ownedByAdapter = ownedByAdapter;
    int length = queryLength(handle);
    this.credits = new CompletionCredits(length);
    this.cnoNotifier = new CnoNotifier(this, cno);
    this.pump =
        new EventPump(this, adapter, handle, qlen > 0 ? qlen : length, credits, cnoNotifier);
    this.synthetic = new SyntheticEvents(this, adapter, lock, pump);
    this.waiter = new EvdWaiter(this, lock, pump);
  }

  static NativeEvd create(NativeIa adapter, int minQlen, NativeCno cno, int flags) {
    int qlen = Math.min(Math.max(minQlen, MIN_LENGTH), adapter.iaAttr().maxEvdQlen());
    int length = qlen + SPARE;
    if ((flags & EvdFlags.CR) != 0) {
      length = Math.max(length, MIN_REQUESTS);
    }
    length = Math.min(length, adapter.iaAttr().maxEvdQlen());
    int streams = flags;
    if ((flags & EvdFlags.ASYNC) != 0) {
      // The library makes such a one at the open only; see alsoTake for what comes here.
      streams = flags & ~EvdFlags.ASYNC | EvdFlags.SOFTWARE;
    }
    long handle = adapter.createEvd(length, streams, adapter.where("createEvd"));
    try {
      NativeEvd evd = new NativeEvd(adapter, cno, handle, flags, qlen, false);
      adapter.registerHandle(handle, evd);
      if (cno != null) {
        cno.attach(evd);
      }
      return evd;
    } catch (RuntimeException | Error e) {
      // The program has no EVD to free.
      adapter.unregisterHandle(handle, adapter.objectOf(handle));
      LibDat.dat_evd_free(handle);
      throw e;
    }
  }

  /** Makes the asynchronous EVD, which the library creates at the open and ends at the close. */
  static NativeEvd ofAdapter(NativeIa adapter, long handle) {
    NativeEvd evd = new NativeEvd(adapter, null, handle, EvdFlags.ASYNC, 0, true);
    adapter.registerHandle(handle, evd);
    return evd;
  }

  private int queryLength(long evd) {
    NativeMemory param = NativeMemory.allocate(ParamLayout.EvdParam.SIZE);
    int ret = LibDat.dat_evd_query(evd, EvdField.EVD_QLEN, param.address());
    int length = param.getInt(ParamLayout.EvdParam.EVD_QLEN);
    NativeErrors.check(ret, adapter.where("createEvd"), "dat_evd_query");
    return Math.max(1, length);
  }

  /**
   * Returns the library's handle, for calls that the first layer of the SPI protects against a
   * free.
   *
   * @return the handle
   */
  long handle() {
    return pump.handle();
  }

  /**
   * Returns the credits: which queues complete here, and whether there is room for one more
   * completion.
   */
  CompletionCredits credits() {
    return credits;
  }

  /** Reports ends of connections that the library does not report. */
  void lookForEndings() {
    adapter.endedConnections().scan();
  }

  /** Returns the EVDs for DTOs of those endpoints whose connection events come here. */
  WatchedTransferEvds watched() {
    return watched;
  }

  @Override
  protected int implQlen() {
    return pump.qlen();
  }

  @Override
  protected int implState() {
    return (cnoNotifier.isEnabled() ? EvdState.ENABLED : EvdState.DISABLED)
        | (waiter.isWaitable() ? EvdState.WAITABLE : EvdState.UNWAITABLE)
        | EvdState.CONFIG_THRESHOLD;
  }

  // --- events to the program

  @Override
  protected int implDequeue(DatEvent event) {
    if (waiter.isWaiting()) {
      throw waiterPresent("dequeue");
    }
    settleTransfers();
    lock.lock();
    try {
      int ret = pump.poll(event);
      if (ret == DatReturn.ABORT) {
        checkLive("dequeue");
      }
      return ret;
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected int implAwait(long timeoutMicros, int threshold, DatEvent event) {
    if (!waiter.begin(threshold)) {
      throw waiterPresent("await");
    }
    int ret;
    try {
      // A resize may have come since the first check. It looks for a wait behind it as well.
      checkThreshold(threshold);
      ret = waiter.await(timeoutMicros, threshold, event);
    } finally {
      lock.lock();
      // Those were the waiter's; what has come later is for the CNO.
      cnoNotifier.discardCounted();
      waiter.end();
      pump.triggerCno();
      lock.unlock();
    }
    if (ret == EvdWaiter.ABORTED) {
      throw unwaitable();
    }
    return ret;
  }

  @Override
  protected void implWaitable(boolean mayWait) {
    // Not the library's: its call does not end the sleep of a waiter for transfers.
    lock.lockFromWaiter();
    try {
      if (!mayWait) {
        // What has come by now was the waiter's.
        pump.drainAll();
        cnoNotifier.markCounted();
      }
      waiter.setWaitable(mayWait);
    } finally {
      lock.unlock();
    }
    waiter.wake();
  }

  // --- events from the library

  /**
   * Takes all events from the library, so that they are read while what they name still exists.
   * Does nothing to a freed EVD.
   */
  void settle() {
    lock.lockFromWaiter();
    try {
      pump.drainAll();
    } finally {
      lock.unlock();
    }
  }

  /** Notes that the event just read completes a DTO that was posted there. In the lock. */
  void completes(CompletionSlots slots) {
    pump.completes(slots);
  }

  /** Forgets the outstanding DTOs of a queue after a reset of its endpoint; not during a post. */
  void forget(PostedQueue queue) {
    lock.lockFromWaiter();
    try {
      queue.forget();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Does as {@link #settle()} does, but without waiting: a waiting thread takes the events anyway.
   */
  void settleUnlessWaiting() {
    if (!waiter.isWaiting()) {
      settle();
    }
  }

  /**
   * Takes what has completed on endpoints that report their connection to this EVD: libdapl finds
   * out that a connection is broken only when the failed transfer is taken from it.
   */
  void settleTransfers() {
    watched.settle();
    if ((flags() & EvdFlags.CONNECTION) != 0) {
      adapter.reportFailedConnections();
      lookForEndings();
    }
  }

  /** Takes the events of this EVD and of those drained with it, without waiting. */
  void look() {
    settleTransfers();
    settleUnlessWaiting();
  }

  /**
   * Takes events of another adapter's asynchronous EVD, too.
   *
   * @param shared the library's handle
   * @param converter knows the objects of that adapter
   */
  void alsoTake(long shared, EventConverter converter) {
    lock.lockFromWaiter();
    try {
      pump.addSharedAsync(shared, converter);
    } finally {
      lock.unlock();
    }
  }

  /** Undoes {@link #alsoTake}; events that have arrived are kept. */
  void takeNoLonger(long shared) {
    lock.lockFromWaiter();
    try {
      pump.removeSharedAsync(shared);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the receives of an endpoint with a shared queue, too. */
  void alsoTake(SrqReceiveEvd share) {
    lock.lockFromWaiter();
    try {
      pump.addShare(share);
    } finally {
      lock.unlock();
    }
  }

  /** Undoes the other; events that have arrived are kept. */
  void takeNoLonger(SrqReceiveEvd share) {
    lock.lockFromWaiter();
    try {
      pump.removeShare(share);
    } finally {
      lock.unlock();
    }
  }

  // --- events of ours

  /** Returns the source of events that the library does not report. */
  SyntheticEvents synthetic() {
    return synthetic;
  }

  @Override
  protected int implPostSe(DatEvent event) {
    lock.lockFromWaiter();
    try {
      if (handle() == 0) {
        checkLive("postSe");
        return DatReturn.ABORT;
      }
      pump.drainAll();
      if (pump.size() >= pump.qlen()) {
        return DatReturn.QUEUE_FULL;
      }
      pump.next().setSoftware(event.pointer()).setEvd(this);
      pump.add();
    } finally {
      lock.unlock();
    }
    waiter.wake();
    return DatReturn.SUCCESS;
  }

  // --- room and overflow

  /** Events were lost for the first time since one was taken; under the lock. */
  void lost() {
    if (ia().asyncEvd() instanceof NativeEvd async && async != this) {
      async.synthetic.overflowed(this);
    }
  }

  /**
   * Has waiters for asynchronous errors notice an overflow of this one; after a change of queues.
   */
  void watchForOverflow() {
    synchronized (overflowLock) {
      boolean may = handle() != 0 && credits.mostOutstanding() > pump.qlen();
      if (may != watchedForOverflow
          && ia().asyncEvd() instanceof NativeEvd async
          && async != this) {
        watchedForOverflow = may;
        if (may) {
          async.watched.add(this);
        } else {
          async.watched.remove(this);
        }
      }
    }
  }

  /**
   * Changes how many events may be queued. Only our own count changes: the library's call waits for
   * itself, and what it holds is taken from it into our queue, which grows.
   */
  @Override
  protected void implResize(int minQlen) {
    lock.lockFromWaiter();
    try {
      pump.drainAll();
      if (pump.size() > minQlen) {
        throw Errors.state(
            where("resize"),
            DatSubtype.NO_SUBTYPE,
            "events queued",
            pump.size(),
            "take events out first, or ask for at least as many");
      }
      int length;
      do {
        length = Math.max(minQlen, waiter.wanted());
        pump.setQlen(length);
        // A wait that began meanwhile counts on the length before.
      } while (waiter.wanted() > length);
    } finally {
      lock.unlock();
    }
    watchForOverflow();
  }

  // --- the CNO

  /** Notes that a wait has counted the events that have come so far; called under the lock. */
  void countArrivals() {
    cnoNotifier.markCounted();
  }

  /** Triggers the CNO when an event has arrived for it; called under the lock. */
  void triggerCno() {
    cnoNotifier.trigger(waiter.isWaiting());
  }

  @Override
  protected void implModifyCno(AbstractCno newCno) {
    lock.lockFromWaiter();
    try {
      if (handle() == 0) {
        checkLive("modifyCno");
        return;
      }
      // What has arrived by now is the old one's.
      pump.drainAll();
      cnoNotifier.change((NativeCno) newCno);
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void implEnable(boolean enable) {
    lock.lockFromWaiter();
    try {
      String call = enable ? "enable" : "disable";
      if (handle() == 0) {
        checkLive(call);
        return;
      }
      int ret = enable ? LibDat.dat_evd_enable(handle()) : LibDat.dat_evd_disable(handle());
      NativeErrors.check(ret, where(call), enable ? "dat_evd_enable" : "dat_evd_disable");
      pump.drainAll();
      cnoNotifier.enable(enable);
    } finally {
      lock.unlock();
    }
  }

  // --- the end

  @Override
  protected void implFree() {
    lock.lockFromWaiter();
    try {
      if (!ownedByAdapter) {
        long handle = handle();
        adapter.free(this, () -> LibDat.dat_evd_free(handle), "dat_evd_free");
      }
      adapter.unregisterHandle(handle(), this);
      pump.detach();
      pump.dropTaken();
    } finally {
      lock.unlock();
    }
    watchForOverflow();
    NativeCno last = cnoNotifier.object();
    if (last != null) {
      last.detachFreed(this);
    }
  }

  @Override
  protected void implDestroy() {
    try {
      implFree();
    } finally {
      // Refused or not, the adapter's close ends it: a waiter must not call the library again.
      lock.lockFromWaiter();
      pump.detach();
      lock.unlock();
    }
  }
}
