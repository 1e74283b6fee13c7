package org.dat4j.dat.natives;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;

/**
 * Events taken from the library and not yet by the program: what a wait has counted, what was found
 * when an endpoint was freed. Slots are kept and reused. Guarded by the dispatcher's lock.
 */
final class EventQueue {

  private static final int FIRST_SLOTS = 16;

  private DatEvent[] slots = new DatEvent[FIRST_SLOTS];
  private int head;
  private int size;

  int size() {
    return size;
  }

  /** The slot behind the last event, to be filled; it counts after {@link #commit()}. */
  DatEvent next() {
    if (size == slots.length) {
      DatEvent[] larger = new DatEvent[2 * size];
      for (int i = 0; i < size; i++) {
        larger[i] = slots[(head + i) & (size - 1)];
      }
      slots = larger;
      head = 0;
    }
    int index = (head + size) & (slots.length - 1);
    if (slots[index] == null) {
      slots[index] = new DatEvent();
    }
    return slots[index];
  }

  void commit() {
    size++;
  }

  /** Takes the oldest event. */
  void take(DatEvent to) {
    DatEvent from = slots[head];
    copy(from, to);
    from.clear();
    head = (head + 1) & (slots.length - 1);
    size--;
  }

  private static void copy(DatEvent from, DatEvent to) {
    EventNumber number = from.number();
    switch (number) {
      case DTO_COMPLETION_EVENT ->
          to.setDto(from.evd(), from.ep(), from.cookie(), from.status(), from.transferredLength());
      case RMR_BIND_COMPLETION_EVENT ->
          to.setRmrBind(from.evd(), from.rmr(), from.cookie(), from.status());
      case CONNECTION_REQUEST_EVENT ->
          to.setConnectionRequest(
              from.evd(), from.servicePoint(), from.localAddress(), from.connQual(), from.cr());
      case ASYNC_ERROR_EVD_OVERFLOW,
          ASYNC_ERROR_IA_CATASTROPHIC,
          ASYNC_ERROR_EP_BROKEN,
          ASYNC_ERROR_TIMED_OUT,
          ASYNC_ERROR_PROVIDER_INTERNAL_ERROR ->
          to.setAsync(number, from.evd(), from.asyncObject(), from.asyncReason());
      case SOFTWARE_EVENT -> to.setSoftware(from.pointer()).setEvd(from.evd());
      default -> to.setConnection(number, from.evd(), from.ep(), from.privateData());
    }
  }
}
