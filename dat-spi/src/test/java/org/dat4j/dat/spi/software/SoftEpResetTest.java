package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.junit.jupiter.api.Test;

/** A reset while another thread is in the middle of the flush. */
class SoftEpResetTest {

  private static final long LIMIT_MILLIS = 20_000;

  /** How long a reset that does not wait is given to show that. */
  private static final long LOOK_MILLIS = 200;

  /** A connection that sends nothing; its end takes a step of the test's. */
  private final class Stuck implements Wire {
    @Override
    public boolean transmit(RequestQueue requests, int budget) {
      return false;
    }

    @Override
    public int progress(int budget) {
      return 0;
    }

    @Override
    public void shutdown(boolean graceful) {
      resetter.start();
      join(LOOK_MILLIS);
    }
  }

  private final StubFabric fabric = new StubFabric(upcalls -> new Stuck());

  private final SoftIa ia = fabric.open();
  private final Evd completions = ia.createEvd(8, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
  private final List<Long> flushed = new ArrayList<>();
  private final List<EventNumber> told = new ArrayList<>();
  private final Thread resetter = new Thread(this::reset, "resetter");

  /** What has been told when a reset returns. */
  private void reset() {
    ep.reset();
    DatEvent event = new DatEvent();
    while (completions.dequeue(event) == DatReturn.SUCCESS) {
      flushed.add(event.cookie());
    }
    while (connections.dequeue(event) == DatReturn.SUCCESS) {
      told.add(event.number());
    }
  }

  private void join(long millis) {
    try {
      resetter.join(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everythingIsToldBeforeAResetReturns() {
    LmrIov nothing = new LmrIov(1);
    assertEquals(DatReturn.SUCCESS, ep.postRecv(nothing, 1, CompletionFlags.DEFAULT));
    fabric.connect(ep);
    assertEquals(DatReturn.SUCCESS, ep.postSend(nothing, 2, CompletionFlags.DEFAULT));
    assertEquals(DatReturn.SUCCESS, ep.postSend(nothing, 3, CompletionFlags.DEFAULT));
    ep.disconnect(CloseFlags.ABRUPT);
    join(LIMIT_MILLIS);
    assertFalse(resetter.isAlive(), "the reset returned");
    assertEquals(EpState.UNCONNECTED, ep.getStatus().state());
    assertEquals(List.of(1L, 2L, 3L), flushed);
    assertEquals(
        List.of(
            EventNumber.CONNECTION_EVENT_ESTABLISHED, EventNumber.CONNECTION_EVENT_DISCONNECTED),
        told);
  }
}
