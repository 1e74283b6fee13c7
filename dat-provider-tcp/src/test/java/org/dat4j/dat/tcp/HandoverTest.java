package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The loop takes the lease from a thread that begins to wait between the look at it and the taking.
 * Its wait ends: nobody would look after its time limit any more.
 */
@Timeout(60)
class HandoverTest extends DriverScene {

  private static final int TRIES = 50;
  private static final long WAIT = TimeUnit.MILLISECONDS.toNanos(50);

  /** Long enough for the loop to know the pace of the polls. */
  private static final long POLLING = TimeUnit.MILLISECONDS.toNanos(1);

  /** Holds the loop between its look at who has the selector and what it does then. */
  private static final class HeldLook extends Channels {
    private boolean armed;
    private CountDownLatch holds = new CountDownLatch(1);
    private CountDownLatch selects = new CountDownLatch(1);

    HeldLook() {
      super(LOOP);
    }

    /** Holds the loop at its next look for an expired lease that finds nobody. */
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
    boolean areTaken() {
      boolean seen = super.areTaken();
      if (!seen && isHeld()) {
        try {
          assertTrue(selects().await(20, TimeUnit.SECONDS), "nobody selects");
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

  private final HeldLook look = (HeldLook) channels;

  HandoverTest() {
    super(new HeldLook());
  }

  @BeforeEach
  void start() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
  }

  /** Waits, if the loop looks at the lease while this thread has it; whether it took the lease. */
  private boolean isTakenFromWait() {
    look.hold();
    until(() -> look.holds().getCount() == 0 || !driver.isDriving());
    if (look.holds().getCount() > 0 || !driver.isDriving()) {
      look.release();
      return false;
    }
    driver.awaitIo(NEVER, WAIT);
    return !driver.isDriving();
  }

  @Test
  void theWaitEndsWhenTheLoopHasTakenTheLease() {
    boolean taken = false;
    for (int i = 0; i < TRIES && !taken; i++) {
      // Who polls seldom would be left alone for longer.
      long end = System.nanoTime() + POLLING;
      until(() -> driver.poll() == 0 && driver.isDriving() && System.nanoTime() - end > 0);
      taken = isTakenFromWait();
    }
    assertTrue(taken);
  }
}
