package org.dat4j.dat.udapl.queue;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;

/**
 * A queue of events that a native EVD has taken from the uDAPL library and the program has not
 * taken yet. They were counted by a wait, or found when an endpoint was freed. Guarded by the EVD's
 * lock.
 */
public final class PendingEvents {

  private static final int FIRST_SLOTS = 16;

  private DatEvent[] slots = new DatEvent[FIRST_SLOTS];

  /** The slots of each completion's DTO, or null. */
  private CompletionSlots[] sources = new CompletionSlots[FIRST_SLOTS];

  private int[] epochs = new int[FIRST_SLOTS];
  private int head;
  private int size;

  /**
   * Returns the number of events.
   *
   * @return 0 for none
   */
  public int size() {
    return size;
  }

  /**
   * Returns the place after the last event, to be filled.
   *
   * @return an event that counts after {@link #commit}
   */
  public DatEvent next() {
    if (size == slots.length) {
      DatEvent[] larger = new DatEvent[2 * size];
      CompletionSlots[] moreSources = new CompletionSlots[2 * size];
      int[] moreEpochs = new int[2 * size];
      for (int i = 0; i < size; i++) {
        int from = (head + i) & (size - 1);
        larger[i] = slots[from];
        moreSources[i] = sources[from];
        moreEpochs[i] = epochs[from];
      }
      slots = larger;
      sources = moreSources;
      epochs = moreEpochs;
      head = 0;
    }
    int index = (head + size) & (slots.length - 1);
    if (slots[index] == null) {
      slots[index] = new DatEvent();
    }
    return slots[index];
  }

  /**
   * Adds the event of {@link #next}.
   *
   * @param source the slots of the DTO that it completes, or null
   */
  public void commit(CompletionSlots source) {
    if (source != null) {
      int index = (head + size) & (slots.length - 1);
      sources[index] = source;
      epochs[index] = source.keepQueued();
    }
    size++;
  }

  /**
   * Takes the oldest event.
   *
   * @param to filled with it
   */
  public void take(DatEvent to) {
    DatEvent from = slots[head];
    copy(from, to);
    from.clear();
    if (sources[head] != null) {
      sources[head].releaseQueued(epochs[head]);
      sources[head] = null;
    }
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
