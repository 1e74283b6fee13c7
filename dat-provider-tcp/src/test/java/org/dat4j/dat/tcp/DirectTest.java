package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whether the selector looks for the input of connections that polls read by themselves. */
@Timeout(240)
class DirectTest extends DriverScene {

  private static final int FEW = 8;

  private static final int LOOKS = 16_384;

  /** Between two waits; with more in a row the selector would not look for input. */
  private static final int SOME_LOOKS = 1024;

  /** Shorter than between two looks of many in vain. */
  private static final long REST_NANOS = 500;

  private static final int TRIES = 20;

  /** A connection, mostly without input, and whether the selector looks for it. */
  private static final class Silent implements Polled {
    volatile boolean selected = true;
    int found;
    int reads;

    @Override
    public int poll() {
      reads++;
      return found;
    }

    @Override
    public void select(boolean now) {
      selected = now;
    }
  }

  private final List<Silent> wires = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    add();
    add();
  }

  private void add() {
    Silent wire = new Silent();
    wires.add(wire);
    driver.direct().add(wire);
  }

  private long selected() {
    return wires.stream().filter(wire -> wire.selected).count();
  }

  /** Polls until the selector looks for nobody: a stall of this thread makes it begin anew. */
  private void pollOn() {
    until(() -> driver.poll() == 0 && selected() == 0);
    assertEquals(0, selected());
  }

  @Test
  void whoPollsOnDoesWithoutTheSelector() {
    pollOn();
    assertTrue(wires.get(0).reads > 0);
  }

  @Test
  void aWaitBeginsWithTheSelectorLookingForAll() {
    pollOn();
    lead();
    driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
    assertEquals(2, selected());
  }

  @Test
  void theLoopThatTakesOverLooksForAll() {
    pollOn();
    until(() -> selected() == 2);
    assertEquals(2, selected());
  }

  @Test
  void whoWaitsNowAndThenNeverDoesWithoutTheSelector() {
    Silent wire = wires.get(0);
    int waited = 0;
    while (wire.reads < LOOKS) {
      driver.poll();
      if (wire.reads - waited >= SOME_LOOKS) {
        waited = wire.reads;
        driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
      }
      assertEquals(2, selected());
    }
  }

  @Test
  void whoGetsTheLeaseBackHasNotPolledOnYet() {
    pollOn();
    until(() -> selected() == 2);
    Silent wire = wires.get(0);
    int before = wire.reads;
    while (wire.reads - before < SOME_LOOKS) {
      driver.poll();
      assertEquals(2, selected());
    }
  }

  @Test
  void whoHasLookedInVainRestsBeforeTheNextLook() {
    lead();
    Silent wire = wires.get(0);
    int polls = 0;
    int before = wire.reads;
    long begin = System.nanoTime();
    while (wire.reads - before < SOME_LOOKS) {
      assertEquals(0, driver.poll());
      polls++;
    }
    long nanos = System.nanoTime() - begin;
    // A lease that was lost and taken back begins with a look, at most one in many rests.
    String pace = SOME_LOOKS + " looks in " + nanos + " ns and " + polls + " polls";
    assertTrue(nanos / REST_NANOS >= SOME_LOOKS - 1, pace);
  }

  @Test
  void whoHasFoundInputLooksAgainAtOnce() {
    Silent wire = wires.get(0);
    wire.found = 1;
    until(() -> driver.poll() > 0);
    int most = 0;
    for (int i = 0; i < TRIES && most < TRIES; i++) {
      int before = wire.reads;
      for (int j = 0; j < TRIES; j++) {
        driver.poll();
      }
      // A stall of this thread gives the lease away.
      most = Math.max(most, wire.reads - before);
    }
    assertEquals(TRIES, most);
  }

  @Test
  void aConnectionThatComesLaterDoesWithoutTheSelectorToo() {
    pollOn();
    add();
    pollOn();
  }

  @Test
  void ofTooManyConnectionsTheSelectorLooksForAll() {
    pollOn();
    while (wires.size() <= FEW) {
      add();
    }
    until(() -> driver.poll() == 0 && selected() == wires.size());
    assertEquals(FEW + 1, selected());
  }
}
