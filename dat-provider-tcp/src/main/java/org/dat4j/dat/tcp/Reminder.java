package org.dat4j.dat.tcp;

import java.util.function.BooleanSupplier;

/**
 * An initiator's patience with a peer that has not sent anything yet. Linux' siw, accepting, can
 * overlook the frame that comes before it listens to the stream: it lies there unread until the
 * next octets come, and both sides wait for ever. So a silent peer is sent something a few times;
 * each time takes twice as long as the one before.
 */
final class Reminder {

  /** After these a peer is silent because it has nothing to say. */
  static final int TIMES = 5;

  /** Runs something later. */
  interface Clock {
    /** Once, after that many nanoseconds, on another thread. */
    void schedule(long nanos, Runnable action);
  }

  private final Clock clock;
  private final BooleanSupplier silent;
  private final Runnable remind;
  private long nanos;
  private int left = TIMES;

  private Reminder(Clock clock, long nanos, BooleanSupplier silent, Runnable remind) {
    this.clock = clock;
    this.nanos = nanos;
    this.silent = silent;
    this.remind = remind;
  }

  /**
   * Waits for the peer.
   *
   * @param clock where it is called from
   * @param nanos before the first time; 0: never
   * @param silent whether the peer has sent nothing and the connection is not over
   * @param remind sends something
   */
  static void start(Clock clock, long nanos, BooleanSupplier silent, Runnable remind) {
    if (nanos > 0) {
      clock.schedule(nanos, new Reminder(clock, nanos, silent, remind)::look);
    }
  }

  private void look() {
    if (!silent.getAsBoolean()) {
      return;
    }
    remind.run();
    if (--left > 0) {
      nanos *= 2;
      clock.schedule(nanos, this::look);
    }
  }
}
