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

  private static final int POLLS = 16_384;

  /** Between two waits; with more in a row the selector would not look for input. */
  private static final int SOME_POLLS = 1024;

  /** A connection without input, and whether the selector looks for it. */
  private static final class Silent implements Polled {
    volatile boolean selected = true;
    int reads;

    @Override
    public int poll() {
      reads++;
      return 0;
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
    for (int i = 0; i < POLLS; i++) {
      driver.poll();
      if (i % SOME_POLLS == 0) {
        driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
      }
      assertEquals(2, selected());
    }
  }

  @Test
  void whoGetsTheLeaseBackHasNotPolledOnYet() {
    pollOn();
    until(() -> selected() == 2);
    for (int i = 0; i < SOME_POLLS; i++) {
      driver.poll();
      assertEquals(2, selected());
    }
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
