package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ConnectBesideResetTest {

  private static final int ROUNDS = 100_000;
  private static final int LENGTH = 64;
  private static final long LIMIT_SECONDS = 10;

  private final StubFabric fabric = new StubFabric.Refusing();
  private final SoftIa ia = fabric.open();
  private final Evd completions = ia.createEvd(LENGTH, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(LENGTH, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
  private final DatEvent event = new DatEvent();

  private void connect() {
    try {
      fabric.connect(ep);
    } catch (DatException e) {
      assertEquals(DatReturn.INVALID_STATE, e.type());
    }
  }

  private void reset() {
    if (ep.getStatus().state() == EpState.DISCONNECTED) {
      ep.reset();
    }
  }

  private int take(Evd evd) {
    int taken = 0;
    while (evd.dequeue(event) == DatReturn.SUCCESS) {
      taken++;
    }
    return taken;
  }

  @Test
  @Timeout(60)
  void eachReceiveIsFlushedThoughAnotherThreadConnects() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              while (!over.get()) {
                connect();
              }
            });
    int posted = 0;
    int flushed = 0;
    try {
      for (int round = 0; round < ROUNDS; round++) {
        reset();
        if (ep.postRecv(new LmrIov(1), round, CompletionFlags.DEFAULT) == DatReturn.SUCCESS) {
          posted++;
        }
        connect();
        flushed += take(completions);
        take(connections);
      }
    } finally {
      over.set(true);
    }
    other.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    reset();
    connect();
    flushed += take(completions);
    assertEquals(posted, flushed);
  }
}
