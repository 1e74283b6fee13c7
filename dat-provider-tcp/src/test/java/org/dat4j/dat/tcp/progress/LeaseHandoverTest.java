package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the loop ends a wait which begins between its check of the lease and the takeover.
 * Otherwise nothing would end that wait.
 */
@Timeout(60)
class LeaseHandoverTest extends DriverScene {

  private static final int TRIES = 50;
  private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(50);

  /** Long enough for the loop to know the pace of the polls. */
  private static final long POLLING = TimeUnit.MILLISECONDS.toNanos(1);

  /** Holds the loop between its check of the selecting thread and its next step. */
  private static final class HeldSelector extends SharedSelector {
    private boolean armed;
    private CountDownLatch holds = new CountDownLatch(1);
    private CountDownLatch selects = new CountDownLatch(1);

    HeldSelector() {
      super(LOOP);
    }

    /** Holds the loop at its next check of an expired lease that finds no selecting thread. */
    synchronized void hold() {
      armed = true;
      holds = new CountDownLatch(1);
      selects = new CountDownLatch(1);
    }

    /** Lets the loop go on. */
    synchronized void release() {
      armed = false;
      selects.countDown();
    }

    private synchronized CountDownLatch holds() {
      return holds;
    }

    private synchronized boolean isHeld() {
      boolean held = armed && Thread.currentThread().getName().equals(LOOP);
      if (held) {
        armed = false;
        holds.countDown();
      }
      return held;
    }

    private synchronized CountDownLatch selects() {
      return selects;
    }

    @Override
    boolean isLocked() {
      boolean seen = super.isLocked();
      if (!seen && isHeld()) {
        try {
          assertTrue(selects().await(20, TimeUnit.SECONDS), "no thread selects");
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return seen;
    }

    @Override
    void select(long millis) {
      if (holds().getCount() == 0) {
        selects().countDown();
      }
      super.select(millis);
    }
  }

  private final HeldSelector heldSelector = (HeldSelector) selector;

  LeaseHandoverTest() {
    super(new HeldSelector());
  }

  @BeforeEach
  void start() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
  }

  /**
   * Waits, if the loop checks the lease while this thread holds it; returns whether the loop took
   * the lease.
   */
  private boolean isTakenFromWait() {
    heldSelector.hold();
    until(() -> heldSelector.holds().getCount() == 0 || !driver.isDriving());
    if (heldSelector.holds().getCount() > 0 || !driver.isDriving()) {
      heldSelector.release();
      return false;
    }
    driver.awaitIo(NEVER, WAIT);
    return !driver.isDriving();
  }

  @Test
  void theWaitEndsWhenTheLoopHasTakenTheLease() {
    boolean taken = false;
    for (int i = 0; i < TRIES && !taken; i++) {
      // A rare poller would not be disturbed for longer.
      long end = System.nanoTime() + POLLING;
      until(() -> driver.poll() == 0 && driver.isDriving() && System.nanoTime() - end > 0);
      taken = isTakenFromWait();
    }
    assertTrue(taken);
  }
}
