package org.dat4j.benchmarks.program;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WarmUpTest {

  private long now;
  private long compiled;
  private final WarmUp warmUp =
      new WarmUp(TimeUnit.MILLISECONDS.toNanos(600), 0, () -> now, () -> compiled);

  private boolean isOverAt(long millis, long compilerMillis) {
    now = TimeUnit.MILLISECONDS.toNanos(millis);
    compiled = compilerMillis;
    return warmUp.isOver();
  }

  @Test
  void warmUpEndsAfterItsTimeIfNothingIsCompiled() {
    assertFalse(isOverAt(0, 0));
    assertFalse(isOverAt(599, 0));
    assertTrue(isOverAt(600, 0));
  }

  @Test
  void warmUpGoesOnWhileTheCompilerWorks() {
    assertFalse(isOverAt(0, 0));
    assertFalse(isOverAt(600, 500));
    assertFalse(isOverAt(700, 500));
    assertTrue(isOverAt(800, 505));
  }

  @Test
  void compilerThatNeverSettlesEndsTheWarmUpLate() {
    assertFalse(isOverAt(0, 0));
    for (long millis = 600; millis < 3000; millis += 200) {
      assertFalse(isOverAt(millis, millis));
    }
    assertTrue(isOverAt(3000, 3000));
  }

  @Test
  void slowTransportWarmsUpForTheLeastNumberOfSteps() {
    WarmUp slow = new WarmUp(TimeUnit.MILLISECONDS.toNanos(600), 4, () -> now, () -> 0);
    for (int step = 1; step <= 4; step++) {
      now += TimeUnit.MILLISECONDS.toNanos(2000);
      assertFalse(slow.isOver(), "step " + step);
    }
    now += TimeUnit.MILLISECONDS.toNanos(500);
    assertTrue(slow.isOver());
  }

  @Test
  void transportThatHardlyStepsEndsTheWarmUpAtTheLatestTime() {
    WarmUp stuck = new WarmUp(TimeUnit.MILLISECONDS.toNanos(600), 1000, () -> now, () -> 0);
    assertFalse(stuck.isOver());
    now += TimeUnit.MILLISECONDS.toNanos(11_999);
    assertFalse(stuck.isOver());
    now += TimeUnit.MILLISECONDS.toNanos(1);
    assertTrue(stuck.isOver());
  }
}
