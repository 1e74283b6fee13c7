package org.dat4j.conformance.kernel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Thread of a busy second party: makes rounds of calls until it is closed. One round has ended when
 * {@link #begin} returns. Its pauses leave the processor to the test.
 */
public abstract class BusyThread implements AutoCloseable {
  private static final long PAUSE_NANOS = 500_000;
  private static final long PATIENCE_MILLIS = 10_000;

  private final CountDownLatch firstRound = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "suite-busy");
  private volatile boolean ending;
  private volatile Throwable fault;

  /** For subclasses; their constructors call {@link #begin}. */
  protected BusyThread() {}

  /**
   * Makes one round.
   *
   * @param number from 0
   * @return false if no further round is possible, which is no fault
   */
  protected abstract boolean round(int number);

  /**
   * Starts the thread and waits for the end of its first round.
   *
   * @throws AssertionError if that does not come, or what its calls have met
   */
  protected final void begin() {
    thread.setDaemon(true);
    thread.start();
    boolean begun;
    try {
      begun = firstRound.await(TimeFactor.micros(PATIENCE_MILLIS), TimeUnit.MICROSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      begun = false;
    }
    if (!begun) {
      close();
      throw new AssertionError("the second party's own traffic does not begin");
    }
    rethrow();
  }

  private void run() {
    try {
      for (int number = 0; !ending && round(number); number++) {
        firstRound.countDown();
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | AssertionError e) {
      fault = e;
    } finally {
      firstRound.countDown();
    }
  }

  private void rethrow() {
    if (fault != null) {
      throw new AssertionError("the second party's own traffic: " + fault.getMessage(), fault);
    }
  }

  /**
   * Tells whether the thread has to end, so that its calls may be cut short.
   *
   * @return true once {@link #close} was called
   */
  protected final boolean isEnding() {
    return ending;
  }

  /**
   * Ends the thread.
   *
   * @throws AssertionError with what its calls have met
   */
  @Override
  public void close() {
    ending = true;
    try {
      thread.join(TimeFactor.micros(PATIENCE_MILLIS) / 1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    rethrow();
  }
}
