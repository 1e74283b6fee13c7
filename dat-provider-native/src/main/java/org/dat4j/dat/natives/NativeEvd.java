package org.dat4j.dat.natives;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.Errors;

/**
 * A dispatcher of the library.
 *
 * <p>Every call of the library for it is made under one lock, so that a free waits for the calls in
 * progress and nobody uses what it has destroyed. A waiter holds the lock for a slice of at most 10
 * ms at a time; between slices it looks for an interrupt, a free, the end of its time and others
 * who want the lock. The library's own waits can be ended by none of these.
 *
 * <p>A wait counts events by taking them from the library into a queue of our own, from which later
 * calls are served first: the library can neither wait for several without giving early answers nor
 * say how many there are.
 */
final class NativeEvd extends AbstractEvd {

  /** Least length we offer. */
  private static final int LEAST = 32;

  /**
   * How many more events the library holds than we offer. What we have no room for is lost as the
   * contract says; the library must not lose any, because it never returns from the end of an
   * endpoint whose flushed receives found no room.
   */
  private static final int SPARE = 64;

  /**
   * Least length of a dispatcher of connection requests: libdapl rejects a request that finds no
   * room twice (dapli_connection_request and dapls_cr_callback), the second time in freed memory.
   */
  private static final int LEAST_REQUESTS = 4096;

  private final NativeIa adapter;
  private final EvdLock lock = new EvdLock();
  private final EventIntake intake;
  private final OwnEvents own;
  private final EvdWaiter waiter;
  private final Notice notice;
  private final Room room;
  private final Watched watched = new Watched();
  private final boolean ownedByAdapter;
  private boolean watchedForOverflow;

  private NativeEvd(
      NativeIa adapter, NativeCno cno, long handle, int flags, int qlen, boolean ownedByAdapter) {
    super(adapter, cno, flags);
    this.adapter = adapter;
    this.ownedByAdapter = ownedByAdapter;
    int length = queryLength(handle);
    this.room = new Room(length);
    this.notice = new Notice(this, cno);
    this.intake = new EventIntake(this, adapter, handle, qlen > 0 ? qlen : length, room, notice);
    this.own = new OwnEvents(this, adapter, lock, intake);
    this.waiter = new EvdWaiter(this, lock, intake);
  }

  static NativeEvd create(NativeIa adapter, int minQlen, NativeCno cno, int flags) {
    int qlen = Math.min(Math.max(minQlen, LEAST), adapter.iaAttr().maxEvdQlen());
    int length = qlen + SPARE;
    if ((flags & EvdFlags.CR) != 0) {
      length = Math.max(length, LEAST_REQUESTS);
    }
    length = Math.min(length, adapter.iaAttr().maxEvdQlen());
    int streams = flags;
    if ((flags & EvdFlags.ASYNC) != 0) {
      // The library makes such a one at the open only; see alsoTake for what comes here.
      streams = flags & ~EvdFlags.ASYNC | EvdFlags.SOFTWARE;
    }
    long handle = adapter.createEvd(length, streams, adapter.where("createEvd"));
    NativeEvd evd = new NativeEvd(adapter, cno, handle, flags, qlen, false);
    adapter.name(handle, evd);
    if (cno != null) {
      cno.attach(evd);
    }
    return evd;
  }

  /** The asynchronous dispatcher that the library made at the open and ends at the close. */
  static NativeEvd ofAdapter(NativeIa adapter, long handle) {
    NativeEvd evd = new NativeEvd(adapter, null, handle, EvdFlags.ASYNC, 0, true);
    adapter.name(handle, evd);
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
   * The library's handle, for calls that the first layer protects against a free.
   *
   * @return the handle
   */
  long handle() {
    return intake.handle();
  }

  /** Which queues complete here, and whether there is room for one more completion. */
  Room room() {
    return room;
  }

  /** Has ends of connections told that the library keeps to itself. */
  void lookForEndings() {
    adapter.endings().look();
  }

  /** The dispatchers of transfers of the endpoints that tell this one of their connection. */
  Watched watched() {
    return watched;
  }

  @Override
  protected int implQlen() {
    return intake.qlen();
  }

  @Override
  protected int implState() {
    return (notice.isEnabled() ? EvdState.ENABLED : EvdState.DISABLED)
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
      int ret = intake.poll(event);
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
    if (!waiter.begin()) {
      throw waiterPresent("await");
    }
    int ret;
    try {
      ret = waiter.await(timeoutMicros, threshold, event);
    } finally {
      lock.lock();
      // What came meanwhile was the waiter's.
      notice.forget();
      waiter.end();
      lock.unlock();
    }
    if (ret == EvdWaiter.SENT_AWAY) {
      throw unwaitable();
    }
    return ret;
  }

  @Override
  protected void implWaitable(boolean mayWait) {
    // Not the library's: its call does not end the sleep of a waiter for transfers.
    waiter.setWaitable(mayWait);
  }

  // --- events from the library

  /**
   * Takes all events from the library, so that they are read while what they name still exists.
   * Does nothing to a freed dispatcher.
   */
  void settle() {
    lock.lockFromWaiter();
    try {
      intake.drainAll();
    } finally {
      lock.unlock();
    }
  }

  /** {@link #settle()} that waits for nobody; a waiter takes the events anyway. */
  void settleUnlessWaiting() {
    if (!waiter.isWaiting()) {
      settle();
    }
  }

  /**
   * Takes what has completed on endpoints that tell this dispatcher of their connection: libdapl
   * finds out that a connection is broken only when the failed transfer is taken from it.
   */
  void settleTransfers() {
    watched.settle();
    if ((flags() & EvdFlags.CONNECTION) != 0) {
      adapter.tellFailed();
      lookForEndings();
    }
  }

  /** Takes what has happened, here and at what this one looks after; waits for nobody. */
  void look() {
    settleTransfers();
    settleUnlessWaiting();
  }

  /**
   * Takes events of another adapter's asynchronous dispatcher, too.
   *
   * @param dispatcher the library's handle
   * @param reader knows the objects of that adapter
   */
  void alsoTake(long dispatcher, EventReader reader) {
    lock.lockFromWaiter();
    try {
      intake.addGuest(dispatcher, reader);
    } finally {
      lock.unlock();
    }
  }

  /** Undoes {@link #alsoTake}; events that have arrived are kept. */
  void takeNoLonger(long dispatcher) {
    lock.lockFromWaiter();
    try {
      intake.removeGuest(dispatcher);
    } finally {
      lock.unlock();
    }
  }

  /** Takes the receives of an endpoint with a shared queue, too. */
  void alsoTake(SrqShare share) {
    lock.lockFromWaiter();
    try {
      intake.addShare(share);
    } finally {
      lock.unlock();
    }
  }

  /** Undoes the other; events that have arrived are kept. */
  void takeNoLonger(SrqShare share) {
    lock.lockFromWaiter();
    try {
      intake.removeShare(share);
    } finally {
      lock.unlock();
    }
  }

  // --- events of ours

  /** What the library does not tell. */
  OwnEvents own() {
    return own;
  }

  @Override
  protected int implPostSe(DatEvent event) {
    lock.lockFromWaiter();
    try {
      if (handle() == 0) {
        checkLive("postSe");
        return DatReturn.ABORT;
      }
      intake.drainAll();
      if (intake.size() >= intake.qlen()) {
        return DatReturn.QUEUE_FULL;
      }
      intake.next().setSoftware(event.pointer()).setEvd(this);
      intake.add();
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
      async.own.overflowed(this);
    }
  }

  /**
   * Has waiters for asynchronous errors notice an overflow of this one; after a change of queues.
   */
  synchronized void watchForOverflow() {
    boolean may = handle() != 0 && room.mostOutstanding() > intake.qlen();
    if (may != watchedForOverflow && ia().asyncEvd() instanceof NativeEvd async && async != this) {
      watchedForOverflow = may;
      if (may) {
        async.watched.add(this);
      } else {
        async.watched.remove(this);
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
      intake.drainAll();
      if (intake.size() > minQlen) {
        throw Errors.state(
            where("resize"),
            DatSubtype.NO_SUBTYPE,
            "events queued",
            intake.size(),
            "take events out first, or ask for at least as many");
      }
      intake.setQlen(minQlen);
    } finally {
      lock.unlock();
    }
    watchForOverflow();
  }

  // --- the notification object

  /** Triggers when an event has arrived that is the notification object's; under the lock. */
  void tell() {
    notice.tell(waiter.isWaiting());
  }

  @Override
  protected void implModifyCno(AbstractCno newCno) {
    lock.lockFromWaiter();
    try {
      // What has arrived by now is the old one's.
      intake.drainAll();
      notice.change((NativeCno) newCno);
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
      intake.drainAll();
      notice.enable(enable);
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
      adapter.unname(handle(), this);
      intake.detach();
      intake.dropTaken();
    } finally {
      lock.unlock();
    }
    watchForOverflow();
    NativeCno last = notice.object();
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
      intake.detach();
      lock.unlock();
    }
  }
}
