package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.tools.cli.CommandFailedException;
import org.junit.jupiter.api.Test;

class TimedOperationTest {
  private static TimedOperation.Result result(
      double nanos, double same, double most, long allocated) {
    return new TimedOperation.Result("x", nanos, same, most, allocated);
  }

  @Test
  void aLimitIsATimeOrARatioAndNothingIsAllocated() {
    assertTrue(result(15, 0, 15, 0).holds());
    assertTrue(!result(15.1, 0, 15, 0).holds());
    assertTrue(!result(10, 0, 15, 1).holds());
    assertTrue(result(120, 100, 1.2, 0).holds());
    assertTrue(!result(121, 100, 1.2, 0).holds());
  }

  @Test
  void aRowSaysTheLimitAndWhetherItHolds() {
    assertEquals(
        List.of("x", "10.0 ns", "-", "-", "15.0 ns, 0 B", "yes", "0 B"),
        result(10, 0, 15, 0).row());
    assertEquals(
        List.of("x", "2.00 us", "1.00 us", "2.00", "1.20, 0 B", "no", "16 B"),
        result(2000, 1000, 1.2, 16).row());
    assertEquals(List.of("x", "10.0 ns", "-", "-", "-", "-", "0 B"), result(10, 0, 0, 0).row());
    assertEquals(TimedOperation.Result.HEADINGS.size(), result(1, 1, 1, 1).row().size());
  }

  @Test
  void timeOutsideOfTheOperationIsSubtractedFromBothSides() {
    TimedOperation operation =
        new TimedOperation("x", TimedOperationTest::pause, 0.5)
            .atMost(2, TimedOperationTest::pause)
            .without(1_000);
    TimedOperation.Result result = operation.measure(3, 50);
    // Each round takes 20 us: less one, halved.
    assertTrue(result.nanos() >= 9_500 && result.limitNanos() >= 9_500, result.toString());
    assertEquals(0, result.allocated());
  }

  /** As an exchange of two processes that have to share a processor from now on. */
  @Test
  void turnsOfAnOperationThatHasBecomeSlowAreCutShort() {
    long slowFrom = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
    TimedOperation operation =
        new TimedOperation(
            "x",
            times -> {
              if (System.nanoTime() - slowFrom > 0) {
                LockSupport.parkNanos(10_000L * times);
              }
            },
            1);
    assertTimeoutPreemptively(Duration.ofSeconds(60), () -> operation.measure(3, 20));
  }

  @Test
  void interruptEndsTheMeasurement() {
    TimedOperation operation = new TimedOperation("x", TimedOperationTest::pause, 1);
    Thread.currentThread().interrupt();
    assertThrows(CommandFailedException.class, () -> operation.measure(3, 50));
    assertTrue(Thread.interrupted());
  }

  private static void pause(int times) {
    for (int i = 0; i < times; i++) {
      long end = System.nanoTime() + 20_000;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }
}
