package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.FieldHandles;

/**
 * The position in an EVD's queue up to which the CNO or a waiter was notified of events, or
 * notifications were dropped. They are dropped while the EVD is disabled. It belongs to the EVD,
 * whatever CNO that has at the time.
 *
 * <p>An event is never told to both. A thread that moves the position on without a trigger does so
 * before the condition of the EVD permits triggers. It moves the position up to the events that had
 * arrived until then. A thread that triggers first looks how far events have arrived, and then at
 * the condition.
 */
final class NotificationCursor {

  private static final VarHandle NOTIFIED_TO =
      FieldHandles.find(MethodHandles.lookup(), NotificationCursor.class, "notifiedTo", long.class);
  private static final VarHandle WAKE_MARK =
      FieldHandles.find(MethodHandles.lookup(), NotificationCursor.class, "wakeMark", long.class);

  private final EventQueue events;

  /** The place of the first event that was given to nobody yet. */
  private volatile long notifiedTo;

  /**
   * The place behind the last event that wakes, where streams decide about waking by themselves.
   */
  volatile long wakeMark;

  /**
   * Makes the position of an EVD without events.
   *
   * @param events of the EVD
   */
  NotificationCursor(EventQueue events) {
    this.events = events;
  }

  /** How far events have arrived by now. */
  long arrived() {
    return events.arrived(notifiedTo);
  }

  /** Events before a place are not the CNO's. */
  void skip(long to) {
    raise(NOTIFIED_TO, to);
  }

  /** An event that is there wakes; its stream decides about that. */
  void markWake(long position) {
    raise(WAKE_MARK, position + 1);
  }

  /** Whether an event that wakes has not been taken out. */
  boolean hasUntakenWake() {
    return !events.passed(wakeMark);
  }

  private void raise(VarHandle place, long to) {
    long now;
    do {
      now = (long) place.getVolatile(this);
    } while (now < to && !place.compareAndSet(this, now, to));
  }

  /**
   * Makes events the CNO's.
   *
   * @param to how far events have arrived
   * @param controlled whether only marked events wake
   * @return whether it is to be triggered; true for one thread only
   */
  boolean claim(long to, boolean controlled) {
    for (; ; ) {
      long from = notifiedTo;
      if (to <= from) {
        return false;
      }
      long last = wakeMark;
      if (controlled && (last <= from || last > to)) {
        return false;
      }
      if (NOTIFIED_TO.compareAndSet(this, from, to)) {
        return true;
      }
    }
  }
}
