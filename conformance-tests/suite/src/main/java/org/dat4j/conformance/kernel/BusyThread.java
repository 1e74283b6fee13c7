package org.dat4j.conformance.kernel;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Thread of a busy second party, or of calls on other objects beside a test: makes rounds of calls
 * until it is closed. Its pauses leave the processor to the test.
 */
public abstract class BusyThread implements AutoCloseable {
  /** The rounds of {@link #tryAlone}. */
  public static final int ROUNDS_ALONE = 6;

  /** The objects that a thread calls. */
  public enum Purpose {
    /** Those of a busy second party. */
    SECOND_PARTY("suite-busy", "the calls of the second party's own thread"),
    /** Others than those of the test, on the adapter or controller under test. */
    OTHER_OBJECTS("suite-other-calls", "calls of another thread on objects of its own");

    private final String threadName;
    private final String words;

    Purpose(String threadName, String words) {
      this.threadName = threadName;
      this.words = words;
    }

    /**
     * Tells whether a thread has this purpose.
     *
     * @param thread any thread
     * @return true for one that a {@link BusyThread} of this purpose has started
     */
    public boolean isOf(Thread thread) {
      return thread.getName().equals(threadName);
    }
  }

  private static final long PAUSE_NANOS = 500_000;
  private static final long PATIENCE_MILLIS = 10_000;

  private final Purpose purpose;
  private final CountDownLatch firstRound = new CountDownLatch(1);
  private final Thread thread;
  private Runnable afterFirstRound;
  private volatile boolean ending;
  private volatile Throwable fault;

  /**
   * Makes a thread, not started.
   *
   * @param purpose what it calls
   */
  protected BusyThread(Purpose purpose) {
    this.purpose = purpose;
    this.thread = new Thread(this::run, purpose.threadName);
  }

  /**
   * Makes one round.
   *
   * @param number from 0
   * @return false if it was cut short or no further round is possible, which is no fault
   */
  protected abstract boolean round(int number);

  /**
   * Makes some rounds on the calling thread, with nothing beside them.
   *
   * @throws AssertionError with a wrong outcome
   */
  public final void tryAlone() {
    for (int number = 0; number < ROUNDS_ALONE; number++) {
      round(number);
    }
  }

  /**
   * Starts the thread and waits for the end of its first round.
   *
   * @throws AssertionError if that does not come, or what its calls have met
   */
  public final void begin() {
    start(() -> {});
    boolean begun;
    try {
      begun = firstRound.await(TimeFactor.micros(PATIENCE_MILLIS), TimeUnit.MICROSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      begun = false;
    }
    if (!begun) {
      close();
      throw new AssertionError(purpose.words + " do not begin");
    }
    rethrow();
  }

  /**
   * Starts the thread.
   *
   * @param afterFirstRound called by the thread when its first round has ended
   */
  final void start(Runnable afterFirstRound) {
    this.afterFirstRound = afterFirstRound;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      for (int number = 0; !ending && round(number); number++) {
        if (number == 0) {
          afterFirstRound.run();
          firstRound.countDown();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      fault = e;
    } finally {
      firstRound.countDown();
    }
  }

  private void rethrow() {
    if (fault != null) {
      throw new AssertionError(purpose.words + ": " + CheckFailure.describe(fault), fault);
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
    if (thread.isAlive()) {
      throw new TimeLimitFailure(
          purpose.words + ": a call has no end within " + PATIENCE_MILLIS + " ms");
    }
  }
}
