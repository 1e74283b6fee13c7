package org.dat4j.dat.tcp;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The places for connections of one adapter. Who comes in has one from when it is let in, whatever
 * becomes of it; a connection made by the adapter itself has one while it stands, and is never
 * refused one. Any thread; never blocks.
 */
final class Places {

  /** One connection's place. */
  static final class Place {

    private final AtomicInteger taken;
    private final AtomicBoolean given = new AtomicBoolean();

    private Place(AtomicInteger taken) {
      this.taken = taken;
    }

    /** The connection is over; only the first call has an effect. */
    void giveBack() {
      if (given.compareAndSet(false, true)) {
        taken.decrementAndGet();
      }
    }
  }

  private final int most;
  private final AtomicInteger taken = new AtomicInteger();

  /**
   * Makes places.
   *
   * @param most how many, 0 for any number
   */
  Places(int most) {
    this.most = most;
  }

  /** A place for a connection that comes in; null when there is none left. */
  Place enter() {
    int now = taken.getAndUpdate(count -> hasRoom(count) ? count + 1 : count);
    return hasRoom(now) ? new Place(taken) : null;
  }

  private boolean hasRoom(int count) {
    return most == 0 || count < most;
  }

  /** A place for a connection made by this side. */
  Place enterAnyhow() {
    taken.incrementAndGet();
    return new Place(taken);
  }
}
