package org.dat4j.benchmarks.program;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Retries the connect call of a benchmark until the other side listens or the time limit is over.
 */
final class Retry {

  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(20);
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Retry() {}

  /** Calls until it succeeds or the time is over; then the last failure is thrown. */
  static <T> T until(Callable<T> call) throws IOException {
    long begin = System.nanoTime();
    while (true) {
      try {
        return call.call();
      } catch (Exception e) {
        if (System.nanoTime() - begin > LIMIT_NANOS) {
          throw new IOException("the other side does not listen: " + e.getMessage(), e);
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }
}
