package example.heap;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;

/** Counts the signals posted to a segment of the example provider that no wait has taken yet. */
final class SignalCount {

  /** How often a waiting thread looks whether its segment still lives. */
  private static final long SLICE_MILLIS = 20;

  private int count;

  synchronized void post(boolean drop) {
    if (!drop || count == 0) {
      count++;
      notify();
    }
  }

  /** Takes a signal; false if there is none. */
  synchronized boolean take() {
    if (count == 0) {
      return false;
    }
    count--;
    return true;
  }

  /**
   * Takes a signal, waiting for it.
   *
   * @param timeoutMillis 0 polls, negative waits without limit
   * @param live ends the wait when it turns false
   * @return as {@code AbstractSegment.implAwait}
   */
  synchronized int await(int timeoutMillis, BooleanSupplier live) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!take()) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime() + 999_999);
      if (!live.getAsBoolean() || timeoutMillis >= 0 && left <= 0) {
        return RsmReturn.TIMEOUT;
      }
      try {
        wait(timeoutMillis < 0 ? SLICE_MILLIS : Math.min(left, SLICE_MILLIS));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return RsmReturn.INTERRUPTED;
      }
    }
    return RsmReturn.SUCCESS;
  }
}
