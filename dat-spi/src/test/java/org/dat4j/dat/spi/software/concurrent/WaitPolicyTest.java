package org.dat4j.dat.spi.software.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The moments at which a wait lets others run before it blocks. */
class WaitPolicyTest {

  private static final long LONG_MICROS = 1_000_000;
  private static final long SHORT_MICROS = 999;
  private static final long TAKEN = TimeUnit.MICROSECONDS.toNanos(200);
  private static final int TRIES = 100;

  private static WaitPolicy waitPolicy() {
    return new WaitPolicy(0, true);
  }

  /** Begins a wait that has found nothing yet. */
  private static void begin(WaitPolicy waitPolicy, long micros) {
    waitPolicy.begin(micros);
    assertFalse(waitPolicy.hasTimedOut());
  }

  /** How many waits in a row block without giving way. */
  private static int blocks(WaitPolicy waitPolicy) {
    for (int i = 0; ; i++) {
      begin(waitPolicy, LONG_MICROS);
      if (waitPolicy.mayYield()) {
        return i;
      }
    }
  }

  /** Lets a wait that has given way do so again, until it blocks. */
  private static void yieldUselessly(WaitPolicy waitPolicy) {
    do {
      waitPolicy.recordYield(false);
    } while (waitPolicy.mayYield());
  }

  @Test
  void aWaitGivesWayTwice() {
    // A stall of this thread looks like somebody else's being busy.
    boolean twice = false;
    for (int i = 0; i < TRIES && !twice; i++) {
      WaitPolicy waitPolicy = waitPolicy();
      begin(waitPolicy, LONG_MICROS);
      assertTrue(waitPolicy.mayYield());
      waitPolicy.recordYield(false);
      twice = waitPolicy.mayYield();
      waitPolicy.recordYield(false);
      assertFalse(waitPolicy.mayYield());
    }
    assertTrue(twice);
  }

  @Test
  void aShortWaitAndOneThatMayNotDoNot() {
    WaitPolicy waitPolicy = waitPolicy();
    begin(waitPolicy, SHORT_MICROS);
    assertFalse(waitPolicy.mayYield());
    WaitPolicy never = new WaitPolicy(0, false);
    begin(never, LONG_MICROS);
    assertFalse(never.mayYield());
  }

  @Test
  void uselessYieldIsSkippedMoreAndMoreOften() {
    WaitPolicy waitPolicy = waitPolicy();
    assertEquals(0, blocks(waitPolicy));
    for (int left = 1; left < 1 << 14; left = 2 * left + 1) {
      yieldUselessly(waitPolicy);
      assertEquals(left, blocks(waitPolicy));
    }
    yieldUselessly(waitPolicy);
    assertEquals((1 << 14) - 1, blocks(waitPolicy), "and not more often than that");
  }

  @Test
  void usefulYieldIsRepeatedByTheNextWait() {
    boolean again = false;
    for (int i = 0; i < TRIES && !again; i++) {
      WaitPolicy waitPolicy = waitPolicy();
      assertEquals(0, blocks(waitPolicy));
      yieldUselessly(waitPolicy);
      assertEquals(1, blocks(waitPolicy));
      waitPolicy.recordYield(true);
      begin(waitPolicy, LONG_MICROS);
      again = waitPolicy.mayYield();
    }
    assertTrue(again);
  }

  @Test
  void yieldToABusyThreadIsUseless() {
    WaitPolicy waitPolicy = waitPolicy();
    assertEquals(0, blocks(waitPolicy));
    long began = System.nanoTime();
    while (System.nanoTime() - began < TAKEN) {
      Thread.onSpinWait();
    }
    waitPolicy.recordYield(true);
    assertFalse(waitPolicy.mayYield());
    assertEquals(1, blocks(waitPolicy));
  }
}
