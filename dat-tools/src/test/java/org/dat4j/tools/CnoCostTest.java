package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CnoCostTest {

  private static final double MOST = 1.5;
  private static final int ATTEMPTS = 5;

  /** Other work on the machine makes a run slower, never faster: one good run is proof. */
  @Test
  void costOfAnEventDoesNotGrowWithTheNumberOfDispatchers() {
    String runs = "";
    for (int i = 0; i < ATTEMPTS; i++) {
      double[] cost = CnoCost.measure(1000, 30);
      runs += Arrays.toString(cost) + " ";
      if (cost[1] <= MOST * cost[0] && cost[2] <= MOST * cost[0]) {
        return;
      }
    }
    fail("ns per event with one dispatcher, one busy of 1000, 1000 in turn: " + runs);
  }
}
