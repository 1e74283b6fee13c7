package org.dat4j.dat.natives;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.natives.abi.EventMemory;
import org.dat4j.dat.natives.abi.LibDat2;
import org.dat4j.dat.natives.abi.NativeMemory;
import org.dat4j.dat.natives.abi.ParamLayout2;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractEvd;

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

  private static final long SLICE_MICROS = 10_000;
  private static final long SHORTEST_SLICE_MICROS = 1_000;
  private static final long STEP_NANOS = 50_000;
  private static final long SPIN_NANOS =
      Runtime.getRuntime().availableProcessors() > 1 ? 20_000 : 0;
  private static final int TAKEN = -1;
  private static final int ENDED = -2;
  private static final int TRANSFERS = EvdFlags.DTO | EvdFlags.RMR_BIND;

  /**
   * Least length of a dispatcher of transfers: the library never returns from the end of an
   * endpoint whose flushed receives found no room.
   */
  private static final int LEAST_TRANSFERS = 256;

  /**
   * Least length of a dispatcher of connection requests: libdapl rejects a request that finds no
   * room twice (dapli_connection_request and dapls_cr_callback), the second time in freed memory.
   */
  private static final int LEAST_REQUESTS = 4096;

  private static final VarHandle WAITING;

  static {
    try {
      WAITING = MethodHandles.lookup().findVarHandle(NativeEvd.class, "waiting", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final NativeIa adapter;
  private final EventMemory raw = new EventMemory();
  private final Out out = new Out();
  private final EventQueue taken = new EventQueue();
  private final SpinLock lock = new SpinLock();
  private final AtomicInteger lockWanted = new AtomicInteger();
  private final boolean ownedByAdapter;
  private final int qlen;
  private long handle;
  private volatile boolean waiting;
  private volatile boolean waitable = true;
  private volatile boolean enabled = true;
  private volatile PostedQueue[] feeders = {};
  private volatile boolean overcommitted;
  private Guest[] guests = {};
  private volatile NativeEvd[] transfers = {};

  /**
   * A dispatcher that the library made for an adapter opened with this one as its asynchronous one.
   *
   * @param handle the library's handle
   * @param reader knows the objects of that adapter
   */
  private record Guest(long handle, EventReader reader) {}

  private NativeEvd(NativeIa adapter, long handle, int flags, int qlen, boolean ownedByAdapter) {
    super(adapter, null, flags);
    this.adapter = adapter;
    this.handle = handle;
    this.ownedByAdapter = ownedByAdapter;
    this.qlen = qlen > 0 ? qlen : queryLength(handle);
  }

  static NativeEvd create(NativeIa adapter, int minQlen, int flags) {
    int length = minQlen;
    if ((flags & TRANSFERS) != 0) {
      length = Math.max(minQlen, Math.min(LEAST_TRANSFERS, adapter.iaAttr().maxEvdQlen()));
    }
    boolean requests = (flags & EvdFlags.CR) != 0;
    if (requests) {
      length = Math.max(length, Math.min(LEAST_REQUESTS, adapter.iaAttr().maxEvdQlen()));
    }
    int streams = flags;
    if ((flags & EvdFlags.ASYNC) != 0) {
      // The library makes such a one at the open only; see alsoTake for what comes here.
      streams = flags & ~EvdFlags.ASYNC | EvdFlags.SOFTWARE;
    }
    Out out = new Out();
    int ret = LibDat2.dat_evd_create(adapter.handle(), length, 0, streams, out.address(0));
    long handle = out.getLong(0);
    NativeErrors.check(ret, adapter.where("createEvd"), "dat_evd_create");
    return adopt(adapter, handle, flags, requests ? minQlen : 0, false);
  }

  /** The asynchronous dispatcher that the library made at the open and ends at the close. */
  static NativeEvd ofAdapter(NativeIa adapter, long handle) {
    return adopt(adapter, handle, EvdFlags.ASYNC, 0, true);
  }

  private static NativeEvd adopt(
      NativeIa adapter, long handle, int flags, int qlen, boolean ofAdapter) {
    NativeEvd evd = new NativeEvd(adapter, handle, flags, qlen, ofAdapter);
    adapter.name(handle, evd);
    return evd;
  }

  private int queryLength(long evd) {
    NativeMemory param = NativeMemory.allocate(ParamLayout2.EvdParam.SIZE);
    int ret = LibDat2.dat_evd_query(evd, EvdField.EVD_QLEN, param.address());
    int length = param.getInt(ParamLayout2.EvdParam.EVD_QLEN);
    NativeErrors.check(ret, adapter.where("createEvd"), "dat_evd_query");
    return Math.max(1, length);
  }

  /**
   * The library's handle, for calls that the first layer protects against a free.
   *
   * @return the handle
   */
  long handle() {
    return handle;
  }

  @Override
  protected int implQlen() {
    return qlen;
  }

  @Override
  protected int implState() {
    return (enabled ? EvdState.ENABLED : EvdState.DISABLED)
        | (waitable ? EvdState.WAITABLE : EvdState.UNWAITABLE)
        | EvdState.CONFIG_THRESHOLD;
  }

  @Override
  protected int implDequeue(DatEvent event) {
    if (waiting) {
      throw waiterPresent("dequeue");
    }
    settleTransfers();
    lock.lock();
    try {
      if (taken.size() > 0) {
        taken.take(event);
        return DatReturn.SUCCESS;
      }
      return poll(event);
    } finally {
      lock.unlock();
    }
  }

  /** Takes one event from the library; under the lock. */
  private int poll(DatEvent event) {
    while (true) {
      if (handle == 0) {
        checkLive("dequeue");
        return DatReturn.ABORT;
      }
      int ret = LibDat2.dat_evd_dequeue(handle, raw.address());
      int type = Ret.rawType(ret);
      if (type == Ret.QUEUE_EMPTY) {
        return guests.length > 0 && takeFromGuest(event)
            ? DatReturn.SUCCESS
            : DatReturn.QUEUE_EMPTY;
      }
      if (type != Ret.SUCCESS) {
        throw NativeErrors.of(ret, where("dequeue"), "dat_evd_dequeue");
      }
      boolean found = adapter.reader().read(raw, this, event);
      releaseHeld();
      if (found) {
        return DatReturn.SUCCESS;
      }
      if (taken.size() > 0) {
        taken.take(event);
        return DatReturn.SUCCESS;
      }
    }
  }

  private boolean takeFromGuest(DatEvent event) {
    for (Guest guest : guests) {
      while (Ret.rawType(LibDat2.dat_evd_dequeue(guest.handle(), raw.address())) == Ret.SUCCESS) {
        if (guest.reader().read(raw, this, event)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Takes events of another adapter's asynchronous dispatcher, too.
   *
   * @param dispatcher the library's handle
   * @param reader knows the objects of that adapter
   */
  void alsoTake(long dispatcher, EventReader reader) {
    lockFromWaiter();
    try {
      guests = Arrays.copyOf(guests, guests.length + 1);
      guests[guests.length - 1] = new Guest(dispatcher, reader);
    } finally {
      lock.unlock();
    }
  }

  /** Undoes {@link #alsoTake}; events that have arrived are kept. */
  void takeNoLonger(long dispatcher) {
    lockFromWaiter();
    try {
      if (handle != 0) {
        drain(Integer.MAX_VALUE);
      }
      guests = Arrays.stream(guests).filter(g -> g.handle() != dispatcher).toArray(Guest[]::new);
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected int implAwait(long timeoutMicros, int threshold, DatEvent event) {
    if (!WAITING.compareAndSet(this, false, true)) {
      throw waiterPresent("await");
    }
    try {
      return awaitUntil(deadline(timeoutMicros), threshold, event);
    } finally {
      waiting = false;
    }
  }

  private static long deadline(long timeoutMicros) {
    return timeoutMicros == DatConstants.TIMEOUT_INFINITE
        ? Long.MAX_VALUE
        : System.nanoTime() + timeoutMicros * 1000;
  }

  private int awaitUntil(long deadline, int threshold, DatEvent event) {
    long spinEnd = System.nanoTime() + SPIN_NANOS;
    while (true) {
      if (!waitable) {
        throw unwaitable();
      }
      int queued = takeIf(threshold, event);
      if (queued < 0) {
        return queued == ENDED ? DatReturn.ABORT : DatReturn.SUCCESS;
      }
      if (Thread.currentThread().isInterrupted()) {
        return DatReturn.INTERRUPTED_CALL;
      }
      long now = System.nanoTime();
      long left = deadline == Long.MAX_VALUE ? Long.MAX_VALUE : deadline - now;
      if (left <= 0) {
        event.setMore(queued);
        return DatReturn.TIMEOUT_EXPIRED;
      }
      if (now - spinEnd < 0) {
        Thread.onSpinWait();
      } else {
        sleep(left);
      }
    }
  }

  /** Takes the oldest event if there are enough; answers how many there are if not. */
  private int takeIf(int threshold, DatEvent event) {
    settleTransfers();
    letOthersIn();
    lock.lock();
    try {
      if (handle == 0) {
        return ENDED;
      }
      drain(qlen);
      int queued = taken.size();
      if (queued < threshold) {
        return queued;
      }
      taken.take(event);
      event.setMore(queued - 1);
      return TAKEN;
    } finally {
      lock.unlock();
    }
  }

  /** Sleeps until something happens, a slice at most. */
  private void sleep(long nanos) {
    long slice = Math.min(nanos / 1000, SLICE_MICROS);
    if ((flags() & TRANSFERS) != 0) {
      // The library counts milliseconds here and does not sleep for a part of one.
      slice -= slice % SHORTEST_SLICE_MICROS;
    }
    if (slice == 0) {
      LockSupport.parkNanos(this, Math.min(nanos, STEP_NANOS));
      return;
    }
    letOthersIn();
    lock.lock();
    try {
      if (handle != 0) {
        waitInLibrary((int) slice);
      }
    } finally {
      lock.unlock();
    }
  }

  private void waitInLibrary(int micros) {
    int ret = LibDat2.dat_evd_wait(handle, micros, 1, raw.address(), out.address(0));
    int type = Ret.rawType(ret);
    if (type == Ret.SUCCESS) {
      store();
    } else if (type != Ret.TIMEOUT_EXPIRED
        && type != Ret.QUEUE_EMPTY
        && type != DatReturn.INTERRUPTED_CALL) {
      throw NativeErrors.of(ret, where("await"), "dat_evd_wait");
    }
  }

  private void letOthersIn() {
    while (lockWanted.get() > 0) {
      LockSupport.parkNanos(this, STEP_NANOS);
    }
  }

  private void store() {
    if (adapter.reader().read(raw, this, taken.next())) {
      taken.commit();
    }
    releaseHeld();
  }

  /** Queues the completions that had to wait for the one that was just read. */
  private void releaseHeld() {
    if (!adapter.readsAreLate()) {
      return;
    }
    for (PostedQueue queue : feeders) {
      while (queue.hasHeld()) {
        if (adapter.reader().readHeld(queue, this, taken.next())) {
          taken.commit();
        }
      }
    }
  }

  /** Takes what the library has, up to a number of events; under the lock. */
  private void drain(int limit) {
    while (taken.size() < limit) {
      int ret = LibDat2.dat_evd_dequeue(handle, raw.address());
      int type = Ret.rawType(ret);
      if (type == Ret.QUEUE_EMPTY) {
        drainGuests(limit);
        return;
      }
      if (type != Ret.SUCCESS) {
        if (taken.size() > 0) {
          return;
        }
        throw NativeErrors.of(ret, where("dequeue"), "dat_evd_dequeue");
      }
      store();
    }
  }

  private void drainGuests(int limit) {
    if (guests.length > 0) {
      while (taken.size() < limit && takeFromGuest(taken.next())) {
        taken.commit();
      }
    }
  }

  /** Takes the lock even if a thread is waiting, within a slice. */
  private void lockFromWaiter() {
    lockWanted.incrementAndGet();
    lock.lock();
    lockWanted.decrementAndGet();
  }

  /**
   * Takes all events from the library, so that they are read while what they name still exists.
   * Does nothing to a freed dispatcher.
   */
  void settle() {
    lockFromWaiter();
    try {
      if (handle != 0) {
        drain(Integer.MAX_VALUE);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Takes what has completed on endpoints that tell this dispatcher of their connection: libdapl
   * finds out that a connection is broken only when the failed transfer is taken from it.
   */
  private void settleTransfers() {
    for (NativeEvd evd : transfers) {
      evd.settleUnlessWaiting();
    }
  }

  /** Makes {@link #settleTransfers} look at a dispatcher of transfers, too. */
  synchronized void watch(NativeEvd evd) {
    NativeEvd[] more = Arrays.copyOf(transfers, transfers.length + 1);
    more[more.length - 1] = evd;
    transfers = more;
  }

  /** Undoes one {@link #watch}. */
  synchronized void watchNoLonger(NativeEvd evd) {
    NativeEvd[] now = transfers;
    for (int i = 0; i < now.length; i++) {
      if (now[i] == evd) {
        NativeEvd[] less = Arrays.copyOf(now, now.length - 1);
        System.arraycopy(now, i + 1, less, i, less.length - i);
        transfers = less;
        return;
      }
    }
  }

  /** {@link #settle()} that waits for nobody; a waiter takes the events anyway. */
  void settleUnlessWaiting() {
    if (!waiting) {
      settle();
    }
  }

  /** Counts one more queue whose completions come here. */
  synchronized void feed(PostedQueue queue) {
    PostedQueue[] more = Arrays.copyOf(feeders, feeders.length + 1);
    more[more.length - 1] = queue;
    feedBy(more);
  }

  /** Undoes {@link #feed}. */
  synchronized void feedNoLonger(PostedQueue queue) {
    feedBy(Arrays.stream(feeders).filter(f -> f != queue).toArray(PostedQueue[]::new));
  }

  private void feedBy(PostedQueue[] queues) {
    long sum = 0;
    for (PostedQueue queue : queues) {
      sum += queue.limit();
    }
    feeders = queues;
    overcommitted = sum > qlen;
  }

  /**
   * Whether one more transfer could complete here without overflow. A lost completion would make
   * the library wait for it for ever when the endpoint ends.
   */
  boolean hasRoom() {
    return !overcommitted || isRoomLeft();
  }

  private boolean isRoomLeft() {
    PostedQueue[] queues = feeders;
    int outstanding = 0;
    for (PostedQueue queue : queues) {
      outstanding += queue.outstanding();
    }
    // Each of the others may be posting its next one now.
    return outstanding + queues.length <= qlen;
  }

  /** Queues the flushed completion of a transfer that the library does not take any more. */
  void flush(NativeEp ep, long cookie) {
    lockFromWaiter();
    try {
      if (handle != 0) {
        drain(Integer.MAX_VALUE);
      }
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
    lockFromWaiter();
    try {
      if (handle != 0) {
        drain(Integer.MAX_VALUE);
      }
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
    taken.next().setDto(this, ep, cookie, DtoStatus.ERR_FLUSHED, 0);
    taken.commit();
  }

  @Override
  protected void implEnable(boolean enable) {
    lockFromWaiter();
    try {
      if (handle == 0) {
        checkLive(enable ? "enable" : "disable");
        return;
      }
      int ret = enable ? LibDat2.dat_evd_enable(handle) : LibDat2.dat_evd_disable(handle);
      NativeErrors.check(
          ret, where(enable ? "enable" : "disable"), enable ? "dat_evd_enable" : "dat_evd_disable");
      enabled = enable;
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void implWaitable(boolean mayWait) {
    // Not the library's: its call does not end the sleep of a waiter for transfers.
    waitable = mayWait;
  }

  @Override
  protected void implFree() {
    lockFromWaiter();
    try {
      if (!ownedByAdapter) {
        adapter.freed(this, LibDat2.dat_evd_free(handle), "dat_evd_free");
      }
      adapter.unname(handle, this);
      handle = 0;
      dropTaken();
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void implDestroy() {
    try {
      implFree();
    } finally {
      // Refused or not, the adapter's close ends it: a waiter must not call the library again.
      lockFromWaiter();
      handle = 0;
      lock.unlock();
    }
  }

  /** Connection requests that nobody has seen are rejected. */
  private void dropTaken() {
    DatEvent event = new DatEvent();
    while (taken.size() > 0) {
      taken.take(event);
      Cr request = event.cr();
      if (request != null) {
        request.close();
      }
    }
  }
}
