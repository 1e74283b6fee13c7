package org.dat4j.dat.udapl;

/**
 * A notifier of the native backend that triggers the CNO of an EVD once when new events have come.
 * Guarded by the EVD's lock, except {@link #isEnabled} and {@link #object}.
 */
final class CnoNotifier {

  private final NativeEvd evd;
  private volatile NativeCno object;
  private volatile boolean enabled = true;

  /** Events that have come from the library or the program so far. */
  private long arrived;

  /** Of these, the ones for which the CNO needs no further trigger. */
  private long notified;

  /** Of these, the ones that the last wait had counted when it last looked. */
  private long counted;

  CnoNotifier(NativeEvd evd, NativeCno object) {
    this.evd = evd;
    this.object = object;
  }

  /** Returns the CNO, or null. */
  NativeCno object() {
    return object;
  }

  boolean isEnabled() {
    return enabled;
  }

  /** Counts one more event. */
  void countArrival() {
    arrived++;
  }

  /** Notes that a waiting thread has counted the events that have come so far. */
  void markCounted() {
    counted = arrived;
  }

  /** Discards the events that a wait has counted: its outcome tells of them. */
  void discardCounted() {
    notified = Math.max(notified, counted);
  }

  /** Discards the events that have come so far. */
  private void discardArrivals() {
    notified = arrived;
  }

  /**
   * Triggers the CNO if an event has come that is for it.
   *
   * @param waiter whether a waiting thread takes the events
   */
  void trigger(boolean waiter) {
    NativeCno now = object;
    if (now != null && arrived != notified && enabled && !waiter) {
      notified = arrived;
      now.trigger(evd);
    }
  }

  /** Enables or disables; events that come while it is disabled never trigger. */
  void enable(boolean enable) {
    if (!enabled) {
      discardArrivals();
    }
    enabled = enable;
  }

  /** Changes the CNO; while disabled, a trigger that no thread has taken moves to the new one. */
  void change(NativeCno next) {
    NativeCno old = object;
    if (next != null && next != old) {
      // First, as it may be refused.
      next.attach(evd);
    }
    boolean goesAlong = old != null && !enabled && old.withdraw(evd);
    if (old != null && old != next) {
      old.detach(evd);
    }
    object = next;
    discardArrivals();
    if (next != null && goesAlong) {
      next.trigger(evd);
    }
  }
}
