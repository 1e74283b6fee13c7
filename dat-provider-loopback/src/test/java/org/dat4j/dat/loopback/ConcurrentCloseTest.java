package org.dat4j.dat.loopback;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Two threads close one object at the same moment. */
class ConcurrentCloseTest {
  private static final int ROUNDS = 20_000;

  private final ExecutorService other = Executors.newSingleThreadExecutor();

  @AfterEach
  void close() {
    other.shutdownNow();
  }

  @Test
  void oneOfTwoClosesAtOnceDoesNothing() {
    try (Ia ia = Dat.openIa("loopback0")) {
      race(ROUNDS, ia::createPz);
    }
    race(ROUNDS / 20, () -> Dat.openIa("loopback0"));
  }

  private void race(int rounds, Supplier<DatObject> maker) {
    for (int i = 0; i < rounds; i++) {
      DatObject object = maker.get();
      AtomicInteger ready = new AtomicInteger();
      Future<?> closed = other.submit(() -> closeTogether(object, ready));
      closeTogether(object, ready);
      assertDoesNotThrow(() -> closed.get(10, TimeUnit.SECONDS));
    }
  }

  private static void closeTogether(DatObject object, AtomicInteger ready) {
    ready.incrementAndGet();
    while (ready.get() < 2) {
      Thread.onSpinWait();
    }
    object.close();
  }
}
