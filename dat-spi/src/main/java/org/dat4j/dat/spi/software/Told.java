package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.FieldHandles;

/**
 * How far the events of one dispatcher are somebody's: told to its notification object, or to a
 * waiter instead, or to nobody as they arrived while it was disabled. The place belongs to the
 * dispatcher, whatever object it has at the time.
 *
 * <p>An event is never told to both. Who moves the place on without a trigger does so before the
 * condition of the dispatcher permits triggers, and up to where events had arrived while it did not
 * yet; who triggers looks how far events have arrived before it looks at the condition.
 */
final class Told {

  private static final VarHandle PLACE =
      FieldHandles.find(MethodHandles.lookup(), Told.class, "place", long.class);
  private static final VarHandle MARK =
      FieldHandles.find(MethodHandles.lookup(), Told.class, "mark", long.class);

  private final EventQueue events;

  /** The first event that is nobody's yet. */
  private volatile long place;

  /** Where streams decide about waking by themselves: place behind the last event that wakes. */
  private volatile long mark;

  /**
   * For a dispatcher without events.
   *
   * @param events of the dispatcher
   */
  Told(EventQueue events) {
    this.events = events;
  }

  /** How far events have arrived by now. */
  long arrived() {
    return events.arrived(place);
  }

  /** Events before a place are not the notification object's. */
  void skip(long to) {
    raise(PLACE, to);
  }

  /** An event that is there wakes; its stream decides about that. */
  void mark(long position) {
    raise(MARK, position + 1);
  }

  /** Whether an event that wakes has not been taken out. */
  boolean isMarked() {
    return !events.passed(mark);
  }

  private void raise(VarHandle place, long to) {
    long now;
    do {
      now = (long) place.getVolatile(this);
    } while (now < to && !place.compareAndSet(this, now, to));
  }

  /**
   * Makes events the notification object's.
   *
   * @param to how far events have arrived
   * @param controlled whether only marked events wake
   * @return whether it is to be triggered; true for one thread only
   */
  boolean tell(long to, boolean controlled) {
    for (; ; ) {
      long from = place;
      if (to <= from) {
        return false;
      }
      long last = mark;
      if (controlled && (last <= from || last > to)) {
        return false;
      }
      if (PLACE.compareAndSet(this, from, to)) {
        return true;
      }
    }
  }
}
