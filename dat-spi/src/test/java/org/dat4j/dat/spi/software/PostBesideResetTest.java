package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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

class PostBesideResetTest {

  private static final int POSTS = 2_000_000;
  private static final int LENGTH = 64;

  private final StubFabric fabric = new StubFabric.Refusing();
  private final SoftIa ia = fabric.open();
  private final Evd completions = ia.createEvd(LENGTH, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(LENGTH, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
  private final DatEvent event = new DatEvent();
  private final LmrIov empty = new LmrIov(1);

  private void connectAndReset() {
    if (ep.getStatus().state() == EpState.UNCONNECTED) {
      fabric.connect(ep);
    } else {
      ep.reset();
      assertEquals(DatReturn.SUCCESS, connections.dequeue(new DatEvent()));
    }
  }

  private boolean postReceive(long cookie) {
    return ep.postRecv(empty, cookie, CompletionFlags.DEFAULT) == DatReturn.SUCCESS;
  }

  private boolean postSend(long cookie) {
    try {
      return ep.postSend(empty, cookie, CompletionFlags.DEFAULT) == DatReturn.SUCCESS;
    } catch (DatException e) {
      assertEquals(DatReturn.INVALID_STATE, e.type());
      return false;
    }
  }

  private int takeCompletions() {
    int taken = 0;
    while (completions.dequeue(event) == DatReturn.SUCCESS) {
      taken++;
    }
    return taken;
  }

  @Test
  @Timeout(60)
  void eachAcceptedPostCompletesThoughAnotherThreadConnectsAndResets() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread other =
        new Thread(
            () -> {
              try {
                while (!over.get()) {
                  connectAndReset();
                }
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            });
    other.setDaemon(true);
    other.start();
    int posted = 0;
    int flushed = 0;
    try {
      for (int post = 0; post < POSTS && failure.get() == null; post++) {
        posted += postReceive(post) ? 1 : 0;
        posted += postSend(post) ? 1 : 0;
        flushed += takeCompletions();
      }
    } finally {
      over.set(true);
      other.join();
    }
    assertEquals(null, failure.get());
    assertTrue(posted > 0);
    connectAndReset();
    connectAndReset();
    flushed += takeCompletions();
    assertEquals(posted, flushed);
  }
}
