package org.dat4j.rsm.natives;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Counts for how long the machine has stood still: a thread that looks at the clock every few
 * milliseconds did not come to do so. Thread-safe.
 */
final class Standstills {
  static final long NAP = TimeUnit.MILLISECONDS.toNanos(10);

  /** What a busy machine lets a thread wait for is none. */
  static final long NOTABLE = TimeUnit.MILLISECONDS.toNanos(50);

  private static final Standstills HERE = watching();

  private final LongSupplier clock;
  private long last;
  private long stood;

  /** Looks when it is asked only. */
  Standstills(LongSupplier clock) {
    this.clock = clock;
    last = clock.getAsLong();
  }

  private static Standstills watching() {
    Standstills made = new Standstills(System::nanoTime);
    Thread thread =
        new Thread(
            () -> {
              while (true) {
                LockSupport.parkNanos(NAP);
                made.nanos();
              }
            },
            "standstills");
    thread.setDaemon(true);
    thread.start();
    return made;
  }

  /** Those of this machine. */
  static Standstills here() {
    return HERE;
  }

  /** How long in all, up to now: who asks may be the first that runs again. */
  synchronized long nanos() {
    long now = clock.getAsLong();
    if (now - last > NOTABLE) {
      stood += now - last - NAP;
    }
    last = now;
    return stood;
  }
}
