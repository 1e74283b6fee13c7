package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ResetBesideResetTest {

  private static final int LENGTH = 64;
  private static final long NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long LIMIT_SECONDS = 20;

  private final StubFabric fabric = new StubFabric.Refusing();
  private final SoftIa ia = fabric.open();
  private final Evd completions = ia.createEvd(LENGTH, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(LENGTH, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
  private final LmrIov empty = new LmrIov(1);
  private final AtomicInteger arrived = new AtomicInteger();

  /** Set by either thread when it fails, so that the other one does not wait for it. */
  private volatile boolean over;

  /** Both threads are in one step of the test, within some 100 ns. */
  private void arriveTogether(int step) {
    arrived.incrementAndGet();
    while (arrived.get() < 2 * step && !over) {
      Thread.onSpinWait();
    }
  }

  /** Each of the two threads resets the ended endpoint and posts a Receive. */
  private int resetAndPost(int round) {
    ep.reset();
    return ep.postRecv(empty, round, CompletionFlags.DEFAULT) == DatReturn.SUCCESS ? 1 : 0;
  }

  private static int take(Evd evd) {
    DatEvent event = new DatEvent();
    int taken = 0;
    while (evd.dequeue(event) == DatReturn.SUCCESS) {
      taken++;
    }
    return taken;
  }

  private void second(AtomicInteger posted) {
    try {
      for (int round = 1; !over; round++) {
        arriveTogether(2 * round - 1);
        if (!over) {
          posted.addAndGet(resetAndPost(round));
        }
        arriveTogether(2 * round);
      }
    } finally {
      over = true;
    }
  }

  @Test
  @Timeout(60)
  void noReceiveIsLostThoughTwoThreadsResetAtOnce() throws Exception {
    AtomicInteger otherPosted = new AtomicInteger();
    CompletableFuture<Void> other = CompletableFuture.runAsync(() -> second(otherPosted));
    int posted = 0;
    int flushed = 0;
    long start = System.nanoTime();
    try {
      for (int round = 1; !over && System.nanoTime() - start < NANOS; round++) {
        fabric.connect(ep);
        flushed += take(completions);
        take(connections);
        assertEquals(posted + otherPosted.get(), flushed, "before round " + round);
        arriveTogether(2 * round - 1);
        posted += resetAndPost(round);
        arriveTogether(2 * round);
      }
    } finally {
      over = true;
    }
    other.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    assertTrue(posted > 0);
  }
}
