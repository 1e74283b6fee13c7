package org.dat4j.dat.udapl;

import java.util.Arrays;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.udapl.abi.EventMemory;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;
import org.dat4j.dat.udapl.queue.CompletionCredits;
import org.dat4j.dat.udapl.queue.CompletionSlots;
import org.dat4j.dat.udapl.queue.PendingEvents;
import org.dat4j.dat.udapl.queue.PostedQueue;

/**
 * A pump that moves events from an EVD of the uDAPL library into the queue of its {@link
 * NativeEvd}, or straight to the program. Guarded by the EVD's lock.
 */
final class EventPump {

  private final NativeEvd evd;
  private final NativeIa adapter;
  private final CompletionCredits credits;
  private final CnoNotifier cnoNotifier;
  private final EventMemory raw = new EventMemory();
  private final OutParams out = new OutParams();
  private final PendingEvents taken = new PendingEvents();

  /** The library's; 0 after the free. */
  private long handle;

  /** Events that the program may leave here. */
  private volatile int qlen;

  /** Events were lost since the last was taken. */
  private boolean overflowed;

  /** The event being read goes right to the program. */
  private boolean direct;

  /** The slots of the DTO that the event just read completes, or null. */
  private CompletionSlots source;

  private SharedAsyncEvd[] sharedAsync = {};

  private volatile SrqReceiveEvd[] shares = {};

  /** The share that is polled first, so that each has its turn. */
  private int turn;

  /**
   * The EVD that the library made for an adapter that was opened with this EVD as its asynchronous
   * one.
   *
   * @param handle the library's handle
   * @param converter knows the objects of that adapter
   */
  private record SharedAsyncEvd(long handle, EventConverter converter) {}

  /**
   * Begins without events.
   *
   * @param evd the EVD of the events
   * @param adapter where they come from
   * @param handle the library's
   * @param qlen how many the program may leave here
   * @param credits of the queues that complete here
   * @param cnoNotifier counts every event
   */
  EventPump(
      NativeEvd evd,
      NativeIa adapter,
      long handle,
      int qlen,
      CompletionCredits credits,
      CnoNotifier cnoNotifier) {
    this.evd = evd;
    this.adapter = adapter;
    this.handle = handle;
    this.qlen = qlen;
    this.credits = credits;
    this.cnoNotifier = cnoNotifier;
  }

  long handle() {
    return handle;
  }

  int qlen() {
    return qlen;
  }

  void setQlen(int qlen) {
    this.qlen = qlen;
  }

  int size() {
    return taken.size();
  }

  // --- to the program

  /** Takes the oldest event. */
  void take(DatEvent event) {
    taken.take(event);
    overflowed = false;
  }

  /** Takes the oldest event, if need be from the library: SUCCESS, QUEUE_EMPTY or ABORT. */
  int poll(DatEvent event) {
    if (taken.size() > 0) {
      take(event);
      return DatReturn.SUCCESS;
    }
    while (true) {
      if (handle == 0) {
        return DatReturn.ABORT;
      }
      int ret = LibDat.dat_evd_dequeue(handle, raw.address());
      int type = ReturnCodes.rawType(ret);
      if (type == ReturnCodes.QUEUE_EMPTY) {
        if (sharedAsync.length > 0 && takeFromSharedAsync(event)
            || shares.length > 0 && pollShares(event)) {
          passed();
          return DatReturn.SUCCESS;
        }
        return DatReturn.QUEUE_EMPTY;
      }
      if (type != ReturnCodes.SUCCESS) {
        throw NativeErrors.of(ret, evd.where("dequeue"), "dat_evd_dequeue");
      }
      boolean found = readDirectly(event);
      releaseHeld();
      if (found) {
        passed();
        return DatReturn.SUCCESS;
      }
      if (taken.size() > 0) {
        take(event);
        return DatReturn.SUCCESS;
      }
    }
  }

  private boolean readDirectly(DatEvent event) {
    direct = true;
    try {
      return adapter.converter().read(raw, evd, event);
    } finally {
      direct = false;
    }
  }

  /** Notes that the event just read completes a DTO that was posted there. */
  void completes(CompletionSlots slots) {
    if (direct) {
      slots.release();
    } else {
      source = slots;
    }
  }

  /** Counts an event that was handed straight to the program. */
  private void passed() {
    cnoNotifier.countArrival();
    evd.triggerCno();
  }

  // --- into the queue

  /** Returns the slot for one more event, which is filled before {@link #add}. */
  DatEvent next() {
    return taken.next();
  }

  /** Queues the event in the slot. */
  void add() {
    commit();
    evd.triggerCno();
  }

  /**
   * Adds the filled slot behind the last event of the queue; the event is lost if there is no room.
   */
  private void commit() {
    boolean keeps =
        taken.size() < qlen
            || (evd.flags() & EvdFlags.ASYNC) != 0
            || taken.next().number() == EventNumber.CONNECTION_REQUEST_EVENT;
    CompletionSlots slots = source;
    source = null;
    if (keeps) {
      taken.commit(slots);
      cnoNotifier.countArrival();
      return;
    }
    if (slots != null) {
      slots.release();
    }
    if (!overflowed) {
      overflowed = true;
      evd.lost();
    }
  }

  /** Takes what the library has, up to a number of events; nothing after the free. */
  void drain(int limit) {
    if (handle != 0) {
      takeAll(limit);
      evd.triggerCno();
    }
  }

  /** Triggers the CNO when an event has arrived for it; does nothing after the free. */
  void triggerCno() {
    if (handle != 0) {
      evd.triggerCno();
    }
  }

  /**
   * Takes all events of the library, so that they are read while the objects they name still exist.
   */
  void drainAll() {
    drain(Integer.MAX_VALUE);
  }

  private void takeAll(int limit) {
    while (taken.size() < limit) {
      int ret = LibDat.dat_evd_dequeue(handle, raw.address());
      int type = ReturnCodes.rawType(ret);
      if (type == ReturnCodes.QUEUE_EMPTY) {
        drainSharedAsync(limit);
        drainShares(limit);
        return;
      }
      if (type != ReturnCodes.SUCCESS) {
        if (taken.size() > 0) {
          return;
        }
        throw NativeErrors.of(ret, evd.where("dequeue"), "dat_evd_dequeue");
      }
      store();
    }
  }

  /** Lets the library sleep until it has an event, and takes that event; not after the free. */
  void waitInLibrary(int micros) {
    if (handle == 0) {
      return;
    }
    int ret = LibDat.dat_evd_wait(handle, micros, 1, raw.address(), out.address(0));
    int type = ReturnCodes.rawType(ret);
    if (type == ReturnCodes.SUCCESS) {
      store();
    } else if (type != ReturnCodes.TIMEOUT_EXPIRED
        && type != ReturnCodes.QUEUE_EMPTY
        && type != DatReturn.INTERRUPTED_CALL) {
      throw NativeErrors.of(ret, evd.where("await"), "dat_evd_wait");
    }
  }

  private void store() {
    if (adapter.converter().read(raw, evd, taken.next())) {
      commit();
    }
    releaseHeld();
  }

  /** Queues the completions that had to wait for the one that was just read. */
  private void releaseHeld() {
    if (!adapter.isIwarp()) {
      return;
    }
    for (PostedQueue queue : credits.feeders()) {
      while (queue.hasHeld()) {
        if (adapter.converter().readHeld(queue, evd, taken.next())) {
          commit();
        }
      }
    }
  }

  // --- asynchronous EVDs of other adapters

  private boolean takeFromSharedAsync(DatEvent event) {
    for (SharedAsyncEvd other : sharedAsync) {
      while (ReturnCodes.rawType(LibDat.dat_evd_dequeue(other.handle(), raw.address()))
          == ReturnCodes.SUCCESS) {
        if (other.converter().read(raw, evd, event)) {
          return true;
        }
      }
    }
    return false;
  }

  private void drainSharedAsync(int limit) {
    if (sharedAsync.length > 0) {
      while (taken.size() < limit && takeFromSharedAsync(taken.next())) {
        commit();
      }
    }
  }

  /** Takes events of another adapter's asynchronous EVD, too. */
  void addSharedAsync(long shared, EventConverter converter) {
    sharedAsync = Arrays.copyOf(sharedAsync, sharedAsync.length + 1);
    sharedAsync[sharedAsync.length - 1] = new SharedAsyncEvd(shared, converter);
  }

  /** Undoes {@link #addSharedAsync}; events that have arrived are kept. */
  void removeSharedAsync(long shared) {
    drainAll();
    sharedAsync =
        Arrays.stream(sharedAsync).filter(g -> g.handle() != shared).toArray(SharedAsyncEvd[]::new);
  }

  // --- shared receive queues

  /**
   * Tells whether Receives of shared queues may complete, for which the library's sleep does not
   * wait.
   */
  boolean hasShares() {
    return shares.length > 0;
  }

  private boolean pollShares(DatEvent event) {
    direct = true;
    try {
      return takeFromShare(event);
    } finally {
      direct = false;
    }
  }

  private boolean takeFromShare(DatEvent event) {
    SrqReceiveEvd[] now = shares;
    for (int i = 0; i < now.length; i++) {
      int index = (turn + i) % now.length;
      if (now[index].take(evd, event)) {
        turn = index + 1;
        return true;
      }
    }
    return false;
  }

  private void drainShares(int limit) {
    if (shares.length > 0) {
      while (taken.size() < limit && takeFromShare(taken.next())) {
        commit();
      }
    }
  }

  /** Takes the receives of an endpoint with a shared queue, too. */
  void addShare(SrqReceiveEvd share) {
    SrqReceiveEvd[] more = Arrays.copyOf(shares, shares.length + 1);
    more[more.length - 1] = share;
    shares = more;
    share.deliverTo(evd);
  }

  /** Undoes {@link #addShare}; events that have arrived are kept. */
  void removeShare(SrqReceiveEvd share) {
    drainAll();
    share.deliverTo(null);
    shares = Arrays.stream(shares).filter(s -> s != share).toArray(SrqReceiveEvd[]::new);
  }

  // --- the end

  /** Notes that the library's EVD is no longer to be called. */
  void detach() {
    handle = 0;
  }

  /** Rejects the connection requests that the program has not taken. */
  void dropTaken() {
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
