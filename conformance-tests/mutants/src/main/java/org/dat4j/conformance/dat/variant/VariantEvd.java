package org.dat4j.conformance.dat.variant;

import java.util.EnumSet;
import java.util.Set;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.ForwardingEvd;

/**
 * The EVD of a DAT honest variant, a correct provider that uses freedoms of the manual pages: it
 * shows events late, and those of different endpoints in other orders. The suite has to accept it.
 * It hides only what the program has not been told of by a count, a CNO or a return.
 */
final class VariantEvd extends ForwardingEvd {
  /** How often an event is late, 1 in this many looks. */
  private static final int LOOKS_PER_DELAY = 6;

  /** As {@link #LOOKS_PER_DELAY}, for an EVD that is looked at very often. */
  private static final int LOOKS_PER_RARE_DELAY = 128;

  /** How often a completion of another endpoint comes first, 1 in this many takes. */
  private static final int LOOKS_PER_SWAP = 3;

  private static final int MANY_LOOKS = 2_000;
  private static final long NANOS = 1_000;

  private final DatVariantLayer layer;
  private final Set<DatFreedom> late = EnumSet.noneOf(DatFreedom.class);

  /** The kinds of events that come here, each by the freedom to show it late. */
  private final Set<DatFreedom> fed = EnumSet.noneOf(DatFreedom.class);

  private int waiters;
  private int looks;
  private boolean hidden;
  private long hiddenUntil;
  private int told;
  private long known;

  /** A completion that a look has taken behind one of another endpoint; the next look gets it. */
  private DatEvent held;

  VariantEvd(DatVariantLayer layer, Evd delegate) {
    super(layer, delegate);
    this.layer = layer;
    int flags = delegate.query().evdFlags();
    if ((flags & EvdFlags.CR) != 0) {
      feed(DatFreedom.LATE_CONNECTION_REQUESTS);
    }
    if ((flags & EvdFlags.ASYNC) != 0) {
      feed(DatFreedom.LATE_ASYNC);
    }
  }

  /** Notes that events of a kind come here, which are late if the variant has that freedom. */
  synchronized void feed(DatFreedom kind) {
    fed.add(kind);
    if (layer.uses(kind)) {
      late.add(kind);
    }
  }

  // --- late events

  /** Returns until when a look finds nothing, or 0 if it is to be made. */
  private synchronized long hiddenUntil() {
    if (late.isEmpty() || waiters > 0 || told > 0 || known != layer.notifications()) {
      return 0;
    }
    long now = System.nanoTime();
    if (hidden) {
      if (now - hiddenUntil < 0) {
        return hiddenUntil;
      }
      hidden = false;
      return 0;
    }
    if (layer.below(++looks < MANY_LOOKS ? LOOKS_PER_DELAY : LOOKS_PER_RARE_DELAY) > 0) {
      return 0;
    }
    hidden = true;
    hiddenUntil = now + layer.delayNanos();
    return hiddenUntil;
  }

  /** Notes what a look has told the program. */
  private synchronized void noteOutcome(int outcome, long notifications, int more) {
    if (outcome == DatReturn.SUCCESS || outcome == DatReturn.TIMEOUT_EXPIRED) {
      told = more;
    } else if (outcome == DatReturn.QUEUE_EMPTY) {
      told = 0;
      known = notifications;
    }
  }

  private synchronized void noteTaken() {
    told = Math.max(0, told - 1);
  }

  private boolean isLive() {
    try {
      delegate().getHandleType();
      return true;
    } catch (DatException freed) {
      return false;
    }
  }

  @Override
  public int postSe(DatEvent event) {
    int outcome = super.postSe(event);
    synchronized (this) {
      known = -1;
    }
    return outcome;
  }

  @Override
  public int dequeue(DatEvent event) {
    if (event == null) {
      return super.dequeue(null);
    }
    if (takeHeld(event)) {
      return DatReturn.SUCCESS;
    }
    if (hiddenUntil() != 0 && isLive()) {
      return DatReturn.QUEUE_EMPTY;
    }
    long notifications = layer.notifications();
    int outcome = super.dequeue(event);
    if (outcome == DatReturn.SUCCESS) {
      noteTaken();
      alter(event);
      takeOtherFirst(event);
    } else {
      noteOutcome(outcome, notifications, 0);
    }
    return outcome;
  }

  @Override
  public int await(long timeoutMicros, int threshold, DatEvent event) {
    if (event == null) {
      return super.await(timeoutMicros, threshold, null);
    }
    if (holds()) {
      return awaitBehindHeld(timeoutMicros, threshold, event);
    }
    boolean waitable =
        threshold == 1
            && timeoutMicros >= 0
            && timeoutMicros <= DatConstants.TIMEOUT_INFINITE
            && isWaitable();
    long left = timeoutMicros;
    long until = hiddenUntil();
    boolean finite = timeoutMicros > 0 && timeoutMicros != DatConstants.TIMEOUT_INFINITE;
    if (until != 0 && waitable && timeoutMicros != 0) {
      long start = System.nanoTime();
      DatVariantLayer.spinUntil(
          finite ? Math.min(until - start, timeoutMicros * NANOS) + start : until);
      left = finite ? Math.max(0, timeoutMicros - (System.nanoTime() - start) / NANOS) : left;
    }
    addWaiters(1);
    int outcome;
    try {
      // Another look may hold an event only while no thread waits.
      outcome =
          holds() ? awaitBehindHeld(left, threshold, event) : super.await(left, threshold, event);
    } finally {
      addWaiters(-1);
    }
    if (outcome == DatReturn.TIMEOUT_EXPIRED) {
      layer.delay(DatFreedom.LATE_TIMEOUTS);
    }
    noteOutcome(outcome, 0, event.more());
    if (outcome == DatReturn.SUCCESS) {
      alter(event);
    }
    return outcome;
  }

  // --- other orders

  private synchronized boolean takeHeld(DatEvent event) {
    if (held == null) {
      return false;
    }
    event.set(held);
    held = null;
    return true;
  }

  private synchronized boolean holds() {
    return held != null;
  }

  /** Returns whether a completion of an endpoint is held, which the program has not taken. */
  synchronized boolean holdsOf(Ep ep) {
    return held != null && held.ep() == ep;
  }

  /** Returns whether all transfers whose completions come here are Receives, or all requests. */
  private boolean isOfOneDirection() {
    return fed.contains(DatFreedom.LATE_RECEIVES) != fed.contains(DatFreedom.LATE_REQUESTS);
  }

  /**
   * Takes the completion behind one that was taken. It comes first where it is one of another
   * endpoint; the other is held for the next look.
   */
  private synchronized void takeOtherFirst(DatEvent event) {
    if (held != null
        || waiters > 0
        || !layer.uses(DatFreedom.OTHER_ENDPOINT_FIRST)
        || !isOfOneDirection()
        || event.number() != EventNumber.DTO_COMPLETION_EVENT
        || layer.below(LOOKS_PER_SWAP) > 0) {
      return;
    }
    DatEvent behind = new DatEvent();
    if (super.dequeue(behind) != DatReturn.SUCCESS) {
      return;
    }
    noteTaken();
    alter(behind);
    held = behind;
    if (behind.number() == EventNumber.DTO_COMPLETION_EVENT && behind.ep() != event.ep()) {
      held = new DatEvent().set(event);
      event.set(behind);
    }
  }

  /** Waits for events behind the one that is held, which counts as the first of them. */
  private int awaitBehindHeld(long timeoutMicros, int threshold, DatEvent event) {
    DatEvent behind = new DatEvent();
    int outcome =
        threshold == 1
            ? super.await(0, 1, behind)
            : super.await(timeoutMicros, Math.max(threshold, 2) - 1, behind);
    boolean found = outcome == DatReturn.SUCCESS;
    if (found) {
      alter(behind);
    } else if (outcome != DatReturn.TIMEOUT_EXPIRED) {
      return outcome;
    } else if (threshold > 1) {
      event.setMore(behind.more() + 1);
      return outcome;
    }
    boolean takes;
    synchronized (this) {
      takes = held != null;
      event.set(takes ? held : behind);
      if (takes) {
        held = found ? behind : null;
      }
    }
    if (!takes) {
      // Another thread has taken the held one meanwhile.
      return found ? outcome : super.await(timeoutMicros, threshold, event);
    }
    event.setMore(found ? behind.more() + 1 : 0);
    return DatReturn.SUCCESS;
  }

  private synchronized void addWaiters(int change) {
    waiters += change;
  }

  private boolean isWaitable() {
    try {
      return (query().evdState() & EvdState.WAITABLE) != 0;
    } catch (DatException freed) {
      return false;
    }
  }

  @Override
  public void resize(int minQlen) {
    int most = query().ia().query().iaAttr().maxEvdQlen();
    boolean shrinks = minQlen > 0 && minQlen < query().evdQlen();
    if (shrinks && layer.uses(DatFreedom.EVD_SHRINKS_NEVER)) {
      throw new DatException(
          DatReturn.INVALID_STATE,
          DatSubtype.NO_SUBTYPE,
          toString(),
          "minQlen",
          String.valueOf(minQlen),
          "this queue is never made shorter");
    }
    layer.withOtherCode(
        DatFreedom.LONG_RESIZE_IS_WRONG,
        minQlen > most,
        DatReturn.INSUFFICIENT_RESOURCES,
        DatReturn.INVALID_PARAMETER,
        () -> {
          super.resize(layer.more(DatFreedom.MORE_EVENTS_RESIZED, minQlen, most));
          return null;
        });
  }

  /** Changes an event that was taken, where the pages allow it. */
  private void alter(DatEvent event) {
    EventNumber number = event.number();
    if (number == EventNumber.CONNECTION_EVENT_DISCONNECTED
        || number == EventNumber.CONNECTION_EVENT_BROKEN) {
      // The completions of the connection come before its end.
      layer.noteNotification();
    }
    if (number == EventNumber.CONNECTION_EVENT_TIMED_OUT
        && layer.uses(DatFreedom.TIMED_OUT_IS_UNREACHABLE)) {
      event.setConnection(
          EventNumber.CONNECTION_EVENT_UNREACHABLE, this, event.ep(), event.privateData());
    } else if (number == EventNumber.CONNECTION_EVENT_DISCONNECTED
        && layer.uses(DatFreedom.PEER_BREAKS)
        && event.ep() instanceof VariantEp ep
        && !ep.isDisconnected()) {
      event.setConnection(
          EventNumber.CONNECTION_EVENT_BROKEN, this, event.ep(), event.privateData());
    }
  }
}
