package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.ContextTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

  private static final long LIMIT_SECONDS = 10;

  private final CountDownLatch blocked = new CountDownLatch(1);
  private final StubFabric fabric =
      new StubFabric() {
        @Override
        public void awaitIo(Waiter waiter, long nanos) {
          blocked.countDown();
          super.awaitIo(waiter, nanos);
        }
      };

  private final SoftIa ia = fabric.open();
  private final SoftEvd evd = (SoftEvd) ia.createEvd(1, null, EvdFlags.SOFTWARE);
  private final DatEvent event = new DatEvent();

  @Test
  void aDequeueDuringAFreeIsRefusedInsteadOfReportingAnEmptyQueue() {
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

  /** What a modifyCno does that has passed its check when the EVD is freed. */
  @Test
  @Timeout(30)
  void aChangeOfTheCnoDuringAFreeLeavesTheCnoWithoutAnEvd() throws Exception {
    SoftCno cno = (SoftCno) ia.createCno(null);
    evd.free();
    DatException refusal = assertThrows(DatException.class, () -> evd.implModifyCno(cno));
    assertEquals(DatReturn.INVALID_HANDLE, refusal.type());
    Evd last = ia.createEvd(1, cno, EvdFlags.SOFTWARE);
    CompletableFuture<Integer> wait =
        CompletableFuture.supplyAsync(
            () -> cno.await(TimeUnit.SECONDS.toMicros(LIMIT_SECONDS), new CnoTrigger()));
    assertTrue(blocked.await(LIMIT_SECONDS, TimeUnit.SECONDS), "nobody waits");
    last.free();
    assertEquals(DatReturn.ABORT, wait.get());
  }

  @Test
  void aCompletionThatIsWrittenAfterTheFreeGivesItsSharedBufferBack() {
    SharedReceiveQueue shared = new SharedReceiveQueue(new ContextTable<>(), 1, 1);
    SrqReceiveQueue source = new SrqReceiveQueue(shared, null, 1);
    source.connect(() -> {});
    CompletionStream stream = new CompletionStream(null, evd, 0, source);
    assertTrue(shared.post(new LmrIov(1), 0, 0, 0, 1));
    assertEquals(0, source.claim());
    long place = stream.claim();
    stream.suppressCompletions();
    evd.free();
    source.complete();
    stream.publish(place, DtoStatus.SUCCESS.value(), 1, 0);
    VarHandle.fullFence();
    stream.signal();
    assertEquals(0, shared.outstanding());
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
