package org.dat4j.tools.rsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class FigureTest {
  private static Figure.Result result(double nanos, double same, double most, long allocated) {
    return new Figure.Result("x", nanos, same, most, allocated);
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
    assertEquals(Figure.Result.HEADINGS.size(), result(1, 1, 1, 1).row().size());
  }

  @Test
  void whatIsNotTheOperationIsTakenOffBothSides() {
    Figure figure =
        new Figure("x", FigureTest::pause, 0.5).atMost(2, FigureTest::pause).without(1_000);
    Figure.Result result = figure.measure(3, 50);
    // Each round takes 20 us: less one, halved.
    assertTrue(result.nanos() >= 9_500 && result.limitNanos() >= 9_500, result.toString());
    assertEquals(0, result.allocated());
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
