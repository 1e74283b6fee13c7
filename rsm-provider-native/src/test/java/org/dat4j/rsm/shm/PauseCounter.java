package org.dat4j.rsm.shm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * A counter of the time for which the machine has stood still, which tests subtract from their
 * waits. A thread reads the clock every few milliseconds; the time by which it is late counts.
 * Thread-safe.
 */
final class PauseCounter {
  static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);

  /** The shortest delay that counts; shorter ones happen on a busy machine. */
  static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(50);

  private static final PauseCounter HERE = watching();

  private final LongSupplier clock;
  private long last;
  private long stood;

  /** Makes a counter that reads the clock only when {@link #nanos} is called. */
  PauseCounter(LongSupplier clock) {
    this.clock = clock;
    last = clock.getAsLong();
  }

  private static PauseCounter watching() {
    PauseCounter made = new PauseCounter(System::nanoTime);
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                LockSupport.parkNanos(NAP);
                made.nanos();
              }
            },
            "pauses");
    thread.setDaemon(true);
    thread.start();
    return made;
  }

  /** Returns the counter of this machine. */
  static PauseCounter here() {
    return HERE;
  }

  /** Returns the total up to now, including a pause that this call is the first to notice. */
  synchronized long nanos() {
    long now = clock.getAsLong();
    if (now - last > NOTABLE) {
      stood += now - last - NAP;
    }
    last = now;
    return stood;
  }
}
