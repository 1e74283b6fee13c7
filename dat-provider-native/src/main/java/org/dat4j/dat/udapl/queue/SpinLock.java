package org.dat4j.dat.udapl.queue;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.FieldHandles;

/**
 * A spin lock of the native backend around library calls that last nanoseconds: one compare-and-set
 * when it is free. A thread that finds it taken spins, then yields, then sleeps in short steps. Not
 * reentrant, not fair.
 */
public final class SpinLock {

  private static final int SPINS = 200;
  private static final int YIELDS = 50;
  private static final long STEP_NANOS = 50_000;
  private static final VarHandle HELD =
      FieldHandles.find(MethodHandles.lookup(), SpinLock.class, "held", int.class);

  @SuppressWarnings("unused") // by HELD
  private volatile int held;

  /** Takes the lock. */
  public void lock() {
    if (!HELD.compareAndSet(this, 0, 1)) {
      lockTaken();
    }
  }

  private void lockTaken() {
    for (int i = 0; !HELD.compareAndSet(this, 0, 1); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else if (i < SPINS + YIELDS) {
        Thread.yield();
      } else {
        LockSupport.parkNanos(this, STEP_NANOS);
      }
    }
  }

  /** Releases the lock. */
  public void unlock() {
    HELD.setRelease(this, 0);
  }
}
