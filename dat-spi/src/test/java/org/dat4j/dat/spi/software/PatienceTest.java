package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a wait lets others run before it blocks. */
class PatienceTest {

  private static final long LONG_MICROS = 1_000_000;
  private static final long SHORT_MICROS = 999;
  private static final long TAKEN = TimeUnit.MICROSECONDS.toNanos(200);
  private static final int TRIES = 100;

  private static Patience patience() {
    return new Patience(0, true);
  }

  /** Begins a wait that has found nothing yet. */
  private static void begin(Patience patience, long micros) {
    patience.begin(micros);
    assertFalse(patience.isOver());
  }

  /** How many waits in a row block without giving way. */
  private static int blocks(Patience patience) {
    for (int i = 0; ; i++) {
      begin(patience, LONG_MICROS);
      if (patience.givesWay()) {
        return i;
      }
    }
  }

  /** Lets a wait that has given way do so again, until it blocks. */
  private static void inVain(Patience patience) {
    do {
      patience.gaveWay(false);
    } while (patience.givesWay());
  }

  @Test
  void aWaitGivesWayTwice() {
    // A stall of this thread looks like somebody else's being busy.
    boolean twice = false;
    for (int i = 0; i < TRIES && !twice; i++) {
      Patience patience = patience();
      begin(patience, LONG_MICROS);
      assertTrue(patience.givesWay());
      patience.gaveWay(false);
      twice = patience.givesWay();
      patience.gaveWay(false);
      assertFalse(patience.givesWay());
    }
    assertTrue(twice);
  }

  @Test
  void aShortWaitAndOneThatMayNotDoNot() {
    Patience patience = patience();
    begin(patience, SHORT_MICROS);
    assertFalse(patience.givesWay());
    Patience never = new Patience(0, false);
    begin(never, LONG_MICROS);
    assertFalse(never.givesWay());
  }

  @Test
  void whereItIsInVainItIsLeftOutMoreAndMoreOften() {
    Patience patience = patience();
    assertEquals(0, blocks(patience));
    for (int left = 1; left < 1 << 14; left = 2 * left + 1) {
      inVain(patience);
      assertEquals(left, blocks(patience));
    }
    inVain(patience);
    assertEquals((1 << 14) - 1, blocks(patience), "and not more often than that");
  }

  @Test
  void whereItHelpsTheNextWaitDoesItAgain() {
    boolean again = false;
    for (int i = 0; i < TRIES && !again; i++) {
      Patience patience = patience();
      assertEquals(0, blocks(patience));
      inVain(patience);
      assertEquals(1, blocks(patience));
      patience.gaveWay(true);
      begin(patience, LONG_MICROS);
      again = patience.givesWay();
    }
    assertTrue(again);
  }

  @Test
  void whereSomebodyBusyTakesTheProcessorItIsInVain() {
    Patience patience = patience();
    assertEquals(0, blocks(patience));
    long began = System.nanoTime();
    while (System.nanoTime() - began < TAKEN) {
      Thread.onSpinWait();
    }
    patience.gaveWay(true);
    assertFalse(patience.givesWay());
    assertEquals(1, blocks(patience));
  }
}
