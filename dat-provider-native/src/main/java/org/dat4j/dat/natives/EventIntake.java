package org.dat4j.dat.natives;

import java.util.Arrays;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.natives.abi.EventMemory;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * How events come from the library's dispatcher into ours, and the queue of those that the program
 * has not had yet. Everything here happens under the lock of the dispatcher.
 */
final class EventIntake {

  private final NativeEvd evd;
  private final NativeIa adapter;
  private final Room room;
  private final Notice notice;
  private final EventMemory raw = new EventMemory();
  private final Out out = new Out();
  private final EventQueue taken = new EventQueue();

  /** The library's; 0 after the free. */
  private long handle;

  /** How many events the program may leave here. */
  private volatile int qlen;

  /** Events were lost since the last was taken. */
  private boolean overflowed;

  private Guest[] guests = {};

  private volatile SrqShare[] shares = {};

  /** Which share is asked first, so that each has its turn. */
  private int turn;

  /**
   * A dispatcher that the library made for an adapter opened with this one as its asynchronous one.
   *
   * @param handle the library's handle
   * @param reader knows the objects of that adapter
   */
  private record Guest(long handle, EventReader reader) {}

  /**
   * Begins without events.
   *
   * @param evd whose events these are
   * @param adapter where they come from
   * @param handle the library's
   * @param qlen how many the program may leave here
   * @param room of the queues that complete here
   * @param notice is told of every event
   */
  EventIntake(NativeEvd evd, NativeIa adapter, long handle, int qlen, Room room, Notice notice) {
    this.evd = evd;
    this.adapter = adapter;
    this.handle = handle;
    this.qlen = qlen;
    this.room = room;
    this.notice = notice;
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
      int type = Ret.rawType(ret);
      if (type == Ret.QUEUE_EMPTY) {
        if (guests.length > 0 && takeFromGuest(event)) {
          passed();
          return DatReturn.SUCCESS;
        }
        if (shares.length > 0 && takeFromShare(event)) {
          passed();
          return DatReturn.SUCCESS;
        }
        return DatReturn.QUEUE_EMPTY;
      }
      if (type != Ret.SUCCESS) {
        throw NativeErrors.of(ret, evd.where("dequeue"), "dat_evd_dequeue");
      }
      boolean found = adapter.reader().read(raw, evd, event);
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

  /** One more event was handed to the program right away. */
  private void passed() {
    notice.arrived();
    evd.tell();
  }

  // --- into the queue

  /** The slot for one more event, to be filled before {@link #add}. */
  DatEvent next() {
    return taken.next();
  }

  /** Queues the event in the slot. */
  void add() {
    commit();
    evd.tell();
  }

  /** The slot behind the last event in our queue was filled; it is lost if there is no room. */
  private void commit() {
    boolean keeps =
        taken.size() < qlen
            || (evd.flags() & EvdFlags.ASYNC) != 0
            || taken.next().number() == EventNumber.CONNECTION_REQUEST_EVENT;
    if (keeps) {
      taken.commit();
      notice.arrived();
    } else if (!overflowed) {
      overflowed = true;
      evd.lost();
    }
  }

  /** Takes what the library has, up to a number of events; nothing after the free. */
  void drain(int limit) {
    if (handle != 0) {
      takeAll(limit);
      evd.tell();
    }
  }

  /** Takes all that the library has, so that it is read while what it names still exists. */
  void drainAll() {
    drain(Integer.MAX_VALUE);
  }

  private void takeAll(int limit) {
    while (taken.size() < limit) {
      int ret = LibDat.dat_evd_dequeue(handle, raw.address());
      int type = Ret.rawType(ret);
      if (type == Ret.QUEUE_EMPTY) {
        drainGuests(limit);
        drainShares(limit);
        return;
      }
      if (type != Ret.SUCCESS) {
        if (taken.size() > 0) {
          return;
        }
        throw NativeErrors.of(ret, evd.where("dequeue"), "dat_evd_dequeue");
      }
      store();
    }
  }

  /** Has the library sleep until it has an event, and takes that one; not after the free. */
  void waitInLibrary(int micros) {
    if (handle == 0) {
      return;
    }
    int ret = LibDat.dat_evd_wait(handle, micros, 1, raw.address(), out.address(0));
    int type = Ret.rawType(ret);
    if (type == Ret.SUCCESS) {
      store();
    } else if (type != Ret.TIMEOUT_EXPIRED
        && type != Ret.QUEUE_EMPTY
        && type != DatReturn.INTERRUPTED_CALL) {
      throw NativeErrors.of(ret, evd.where("await"), "dat_evd_wait");
    }
  }

  private void store() {
    if (adapter.reader().read(raw, evd, taken.next())) {
      commit();
    }
    releaseHeld();
  }

  /** Queues the completions that had to wait for the one that was just read. */
  private void releaseHeld() {
    if (!adapter.isIwarp()) {
      return;
    }
    for (PostedQueue queue : room.feeders()) {
      while (queue.hasHeld()) {
        if (adapter.reader().readHeld(queue, evd, taken.next())) {
          commit();
        }
      }
    }
  }

  // --- guests

  private boolean takeFromGuest(DatEvent event) {
    for (Guest guest : guests) {
      while (Ret.rawType(LibDat.dat_evd_dequeue(guest.handle(), raw.address())) == Ret.SUCCESS) {
        if (guest.reader().read(raw, evd, event)) {
          return true;
        }
      }
    }
    return false;
  }

  private void drainGuests(int limit) {
    if (guests.length > 0) {
      while (taken.size() < limit && takeFromGuest(taken.next())) {
        commit();
      }
    }
  }

  /** Takes events of another adapter's asynchronous dispatcher, too. */
  void addGuest(long dispatcher, EventReader reader) {
    guests = Arrays.copyOf(guests, guests.length + 1);
    guests[guests.length - 1] = new Guest(dispatcher, reader);
  }

  /** Undoes {@link #addGuest}; events that have arrived are kept. */
  void removeGuest(long dispatcher) {
    drainAll();
    guests = Arrays.stream(guests).filter(g -> g.handle() != dispatcher).toArray(Guest[]::new);
  }

  // --- shared receive queues

  /** Whether receives come that the library's sleep does not wait for. */
  boolean hasShares() {
    return shares.length > 0;
  }

  private boolean takeFromShare(DatEvent event) {
    SrqShare[] now = shares;
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
  void addShare(SrqShare share) {
    SrqShare[] more = Arrays.copyOf(shares, shares.length + 1);
    more[more.length - 1] = share;
    shares = more;
    share.deliverTo(evd);
  }

  /** Undoes {@link #addShare}; events that have arrived are kept. */
  void removeShare(SrqShare share) {
    drainAll();
    share.deliverTo(null);
    shares = Arrays.stream(shares).filter(s -> s != share).toArray(SrqShare[]::new);
  }

  // --- the end

  /** The library's dispatcher must not be called any more. */
  void detach() {
    handle = 0;
  }

  /** Connection requests that nobody has seen are rejected. */
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
