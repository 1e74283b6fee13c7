package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EvdFlags;
import org.junit.jupiter.api.Test;

/**
 * Events of an EVD that is freed while another thread takes them. A call that has passed its checks
 * when the EVD is freed may take an event behind those that the free has dropped.
 */
class FreedEvdTest {

  private static final class Request implements SoftEvd.Rare {
    private int filled;
    private int lost;

    @Override
    public void fill(DatEvent out, SoftEvd evd) {
      filled++;
    }

    @Override
    public void lost() {
      lost++;
    }
  }

  private final StubFabric fabric = new StubFabric();
  private final SoftIa ia = fabric.open();
  private final SoftEvd evd = (SoftEvd) ia.createEvd(1, null, EvdFlags.SOFTWARE);
  private final DatEvent event = new DatEvent();

  @Test
  void aDequeueThatMeetsAFreeIsRefusedAndDoesNotAnswerThatTheQueueIsEmpty() {
    fabric.atNextPoll(evd::free);
    DatException refusal = assertThrows(DatException.class, () -> evd.dequeue(event));
    assertEquals(DatReturn.INVALID_HANDLE, refusal.type());
  }

  @Test
  void aSoftwareEventThatIsTakenAfterTheFreeIsDropped() {
    assertTrue(evd.software(event, "before"));
    assertEquals("before", event.pointer());
    evd.free();
    assertFalse(evd.software(event, "after"));
    assertEquals("before", event.pointer());
  }

  @Test
  void aRequestThatIsTakenAfterTheFreeCountsAsLost() {
    Request request = new Request();
    evd.free();
    assertFalse(evd.rare(event, request, 0, 0));
    assertEquals(0, request.filled);
    assertEquals(1, request.lost);
    assertNull(event.number());
  }

  @Test
  void theQueueGivesNothingOutWhenItsSinkDropsTheEvent() {
    EventQueue queue = new EventQueue(1);
    assertTrue(queue.offerSoftware("dropped"));
    evd.free();
    assertFalse(queue.poll(evd, event));
    assertEquals(0, queue.count());
  }
}
