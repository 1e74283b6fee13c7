package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.junit.jupiter.api.Test;

class ServicePointsTest {

  private static final long QUALIFIER = 5;
  private static final long LIMIT_SECONDS = 60;

  private final StubFabric fabric = new StubFabric();
  private final ServicePoints points = new ServicePoints(fabric);
  private final Acceptor first = incoming -> true;
  private final Acceptor second = incoming -> false;

  @Test
  void listenerIsFoundUntilItIsClosed() {
    Listener listener = points.listen(QUALIFIER, first);
    assertSame(first, points.find(QUALIFIER));
    assertNull(points.find(QUALIFIER + 1));
    points.close(listener);
    assertNull(points.find(QUALIFIER));
    assertFalse(fabric.acceptors.containsKey(QUALIFIER));
  }

  @Test
  void refusedListenerLeavesTheFirstOne() {
    points.listen(QUALIFIER, first);
    DatException inUse = assertThrows(DatException.class, () -> points.listen(QUALIFIER, second));
    assertEquals(DatReturn.CONN_QUAL_IN_USE, inUse.type());
    assertSame(first, points.find(QUALIFIER));
  }

  @Test
  void listenerThatEndsInsideIsWaitedFor() throws Exception {
    points.closeInside(points.listen(QUALIFIER, first));
    assertNull(points.find(QUALIFIER), "the request that ends it is the last one");
    FutureTask<Listener> next = new FutureTask<>(() -> points.listen(QUALIFIER, second));
    Thread thread = new Thread(next, "listens next");
    thread.start();
    long start = System.nanoTime();
    while (thread.getState() != Thread.State.TIMED_WAITING && !next.isDone()) {
      assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), "waits");
      Thread.onSpinWait();
    }
    fabric.closing.remove().run();
    assertEquals(QUALIFIER, next.get(LIMIT_SECONDS, TimeUnit.SECONDS).connQual());
    assertSame(second, points.find(QUALIFIER));
  }

  @Test
  void otherQualifiersAreNotWaitedFor() {
    points.closeInside(points.listen(QUALIFIER, first));
    assertEquals(QUALIFIER + 1, points.listen(QUALIFIER + 1, second).connQual());
  }

  @Test
  void interruptEndsTheWaitAndIsKept() throws Exception {
    points.closeInside(points.listen(QUALIFIER, first));
    FutureTask<Boolean> interrupted =
        new FutureTask<>(
            () -> {
              Thread.currentThread().interrupt();
              assertThrows(DatException.class, () -> points.listen(QUALIFIER, second));
              return Thread.interrupted();
            });
    new Thread(interrupted, "interrupted").start();
    try {
      assertTrue(interrupted.get(LIMIT_SECONDS, TimeUnit.SECONDS), "the flag");
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    }
  }
}
