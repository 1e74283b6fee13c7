package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PostedReceivesCostTest {

  private static final int TRIES = 10;

  /**
   * Four thousand receives in turn take room in the caches; a walk over them would cost ten times.
   */
  private static final double LIMIT = 3;

  @Test
  void aMessageCostsTheSameWithManyReceivesPosted() {
    double best = Double.MAX_VALUE;
    for (int i = 0; i < TRIES && best > LIMIT; i++) {
      double[] cost = PostedReceivesCost.measure(4000, 15, 2000);
      best = Math.min(best, cost[1] / cost[0]);
    }
    assertTrue(best <= LIMIT, "x " + best);
  }
}
