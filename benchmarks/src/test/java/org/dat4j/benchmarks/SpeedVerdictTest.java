package org.dat4j.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedVerdictTest {

  private final SpeedVerdict verdict = new SpeedVerdict(3);

  private void run(double ratio) {
    verdict.beginRun();
    verdict.add("send", new double[] {2 * ratio, 3 * ratio}, new double[] {2, 2.1});
  }

  @Test
  void twoGoodRunsAreEnough() {
    run(1.1);
    assertTrue(verdict.needsRun());
    run(0.9);
    assertFalse(verdict.needsRun());
    assertTrue(verdict.losses().isEmpty());
  }

  @Test
  void oneSlowRunIsRepeatedAndForgiven() {
    run(1.5);
    run(1.0);
    assertTrue(verdict.needsRun());
    run(1.0);
    assertFalse(verdict.needsRun());
    assertTrue(verdict.losses().isEmpty());
  }

  @Test
  void runsThatOverlapTellNothing() {
    for (int i = 0; i < 3; i++) {
      verdict.beginRun();
      double ratio = verdict.add("send", new double[] {2.6, 3}, new double[] {2, 2.8});
      assertEquals(1.3, ratio, 1e-9);
    }
    assertTrue(verdict.losses().isEmpty());
  }

  @Test
  void twoSlowRunsAreALoss() {
    run(1.21);
    run(1.3);
    assertFalse(verdict.needsRun());
    assertEquals(List.of("send"), verdict.losses());
  }
}
