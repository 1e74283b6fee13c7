package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseTolerantTimeLimitTest {
  private static final long WAIT_MILLIS = 1000;

  private final AtomicLong clock = new AtomicLong(-5);
  private final PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(WAIT_MILLIS, clock::get);

  private void pass(double millis) {
    clock.addAndGet((long) (TimeUnit.MILLISECONDS.toNanos(1) * millis * TimeFactor.value()));
  }

  @Test
  void aStallOfAMinuteIsNotTakenForTheWholeWait() {
    for (int stalls = 0; stalls < 10; stalls++) {
      pass(60_000);
      assertFalse(limit.isOver());
    }
  }

  @Test
  void limitIsReachedWhenTheClockIsReadAllTheTime() {
    for (int looks = 0; looks < 100; looks++) {
      pass(10);
      assertFalse(limit.isOver(), "10 ms times " + looks);
    }
    pass(10);
    assertTrue(limit.isOver());
  }
}
