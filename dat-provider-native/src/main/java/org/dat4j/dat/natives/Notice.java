package org.dat4j.dat.natives;

/**
 * What the notification object of a dispatcher has been told. Guarded by the dispatcher's lock, but
 * {@link #isEnabled} and {@link #object}.
 */
final class Notice {

  private final NativeEvd evd;
  private volatile NativeCno object;
  private volatile boolean enabled = true;

  /** Events that have come from the library or the program so far. */
  private long arrived;

  /** Of these, how many the notification object need not be told of any more. */
  private long told;

  Notice(NativeEvd evd, NativeCno object) {
    this.evd = evd;
    this.object = object;
  }

  /** The notification object, or null. */
  NativeCno object() {
    return object;
  }

  boolean isEnabled() {
    return enabled;
  }

  /** One more event has come. */
  void arrived() {
    arrived++;
  }

  /** What has come so far was somebody else's. */
  void forget() {
    told = arrived;
  }

  /**
   * Triggers when an event has arrived that is the notification object's.
   *
   * @param waiter whether a waiter takes the events
   */
  void tell(boolean waiter) {
    NativeCno now = object;
    if (now != null && arrived != told && enabled && !waiter) {
      told = arrived;
      now.trigger(evd);
    }
  }

  /** Enables or disables; what came while it was disabled is told to nobody. */
  void enable(boolean enable) {
    if (!enabled) {
      forget();
    }
    enabled = enable;
  }

  /** Changes the notification object; a trigger that nobody has seen goes along while disabled. */
  void change(NativeCno next) {
    NativeCno old = object;
    boolean goesAlong = old != null && !enabled && old.withdraw(evd);
    if (old != null) {
      old.detach(evd);
    }
    object = next;
    forget();
    if (next != null) {
      next.attach(evd);
      if (goesAlong) {
        next.trigger(evd);
      }
    }
  }
}
