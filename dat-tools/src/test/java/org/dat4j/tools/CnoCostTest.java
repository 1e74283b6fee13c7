package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.fail;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CnoCostTest {

  /** One EVD of many is as near to the processor as the only one. */
  private static final double MAX_OF_ONE = 1.5;

  /**
   * A thousand EVDs in turn do not fit into the first caches: an event costs up to twice as much
   * for that, and up to three times where caches are small or shared with others. A walk over them
   * would cost a thousand steps, ten times as much at least.
   */
  private static final double MAX_IN_TURN = 4;

  private static final int ATTEMPTS = 10;

  /** Other work on the machine makes a run slower, never faster: one good run is proof. */
  @Test
  void costOfAnEventDoesNotGrowWithTheNumberOfEvds() {
    String runs = "";
    for (int i = 0; i < ATTEMPTS; i++) {
      double[] cost = CnoCost.measure(1000, 30);
      runs += Arrays.toString(cost) + " ";
      if (cost[1] <= MAX_OF_ONE * cost[0] && cost[2] <= MAX_IN_TURN * cost[0]) {
        return;
      }
    }
    fail("ns per event with one EVD, one busy of 1000, 1000 in turn: " + runs);
  }
}
