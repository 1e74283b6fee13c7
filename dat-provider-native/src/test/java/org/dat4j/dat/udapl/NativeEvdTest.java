package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** EVDs, on the C double. */
@ExtendWith(NeedsDouble.class)
class NativeEvdTest {

  private static final long LIMIT_SECONDS = 30;
  private static final long SHORT_MICROS = 5_000;

  private DoubleAdapter a;
  private Evd evd;

  @BeforeEach
  void open() {
    a = new DoubleAdapter();
    evd = a.connect;
  }

  @AfterEach
  void close() {
    a.close();
  }

  /** Waits in another thread. */
  private final class Waiter {
    final FutureTask<Integer> outcome;
    final DatEvent event = new DatEvent();
    final Thread thread;
    volatile boolean flagKept;

    Waiter(long micros, int threshold) {
      Callable<Integer> wait =
          () -> {
            int ret = evd.await(micros, threshold, event);
            flagKept = Thread.currentThread().isInterrupted();
            return ret;
          };
      outcome = new FutureTask<>(wait);
      thread = new Thread(outcome, "waiter");
      thread.setDaemon(true);
      thread.start();
      untilDequeueIsRefused();
    }

    private void untilDequeueIsRefused() {
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      while (true) {
        try {
          evd.dequeue(a.event);
        } catch (DatException e) {
          assertEquals(DatSubtype.INVALID_STATE_EVD_WAITER, e.subtype());
          return;
        }
        assertTrue(System.nanoTime() < end, "the thread does not wait");
        Thread.onSpinWait();
      }
    }

    int outcome() throws Exception {
      return outcome.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void createPassesLengthAndFlags() {
    DoubleControl.double_watch("dat_evd_create");
    a.ia.createEvd(5, null, EvdFlags.CONNECTION);
    assertEquals(32 + 64, DoubleControl.argument(1), "our least and the library's spare");
    assertEquals(0, DoubleControl.argument(2));
    assertEquals(EvdFlags.CONNECTION, DoubleControl.argument(3));
    int most = a.ia.query().iaAttr().maxEvdQlen();
    assertEquals(32, a.ia.createEvd(5, null, EvdFlags.CR).query().evdQlen());
    assertEquals(Math.min(4096, most), DoubleControl.argument(1), "a request finds room");
    a.ia.createEvd(5, null, EvdFlags.ASYNC);
    assertEquals(EvdFlags.SOFTWARE, DoubleControl.argument(3), "the library refuses the other");
    a.ia.createEvd(5, null, EvdFlags.DTO);
    assertEquals(32 + 64, DoubleControl.argument(1), "room for flushes");
    a.ia.createEvd(1000, null, EvdFlags.DTO);
    assertEquals(Math.min(1000 + 64, most), DoubleControl.argument(1));
  }

  @Test
  void programsMonitorOfAnEvdKeepsNoEndpointFromBeingMade() throws Exception {
    synchronized (a.request) {
      CompletableFuture.runAsync(
              () -> a.ia.createEp(a.pz, a.recv, a.request, a.connect, null).free())
          .get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void programsMonitorOfAnAdapterKeepsNoSpareEvdFromBeingMade() throws Exception {
    NativeIa ia = (NativeIa) a.ia;
    synchronized (a.ia) {
      CompletableFuture.runAsync(
              () -> {
                ia.spareTransfers();
                ia.spareConnections();
              })
          .get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void softwareEventsThatFindNoRoomAreRefusedAndNothingIsLost() {
    Evd full = a.ia.createEvd(32, null, EvdFlags.SOFTWARE | EvdFlags.CONNECTION);
    DatEvent event = new DatEvent();
    for (int i = 0; i < 32; i++) {
      assertEquals(DatReturn.SUCCESS, full.postSe(new DatEvent().setSoftware("event " + i)));
    }
    assertEquals(DatReturn.QUEUE_FULL, full.postSe(new DatEvent().setSoftware("one more")));
    assertEquals(DatReturn.QUEUE_EMPTY, a.ia.query().asyncEvd().dequeue(event), "nothing lost");
    for (int i = 0; i < 32; i++) {
      assertEquals(DatReturn.SUCCESS, full.dequeue(event));
      assertEquals("event " + i, event.pointer());
    }
  }

  @Test
  void queryTellsLengthFlagsAndState() {
    EvdParam param = evd.query();
    assertEquals(32, param.evdQlen(), "what we offer, not what the library holds");
    assertEquals(EvdFlags.CONNECTION, param.evdFlags());
    assertEquals(
        EvdState.ENABLED | EvdState.WAITABLE | EvdState.CONFIG_THRESHOLD, param.evdState());
    evd.disable();
    evd.setUnwaitable();
    assertEquals(
        EvdState.DISABLED | EvdState.UNWAITABLE | EvdState.CONFIG_THRESHOLD,
        evd.query().evdState());
  }

  @Test
  void emptyEvdLeavesTheEventAlone() {
    a.event.setSoftware("kept");
    assertEquals(DatReturn.QUEUE_EMPTY, evd.dequeue(a.event));
    assertEquals("kept", a.event.pointer());
  }

  @Test
  void refusalOfTheLibraryIsTranslated() {
    DoubleControl.double_outputs(0);
    DoubleControl.double_result(0x8007_0000);
    DatException e = assertThrows(DatException.class, () -> evd.dequeue(a.event));
    assertEquals(DatReturn.INVALID_STATE, e.type());
    DoubleControl.double_result(0);
    DoubleControl.double_outputs(2);
  }

  @Test
  void privateDataIsCopiedWhenTheEventIsTaken() {
    NativeMemory theirs = NativeMemory.allocate(8);
    theirs.setInt(0, 0x0403_0201);
    DoubleControl.double_push_connection(
        0x4001, DoubleAdapter.handle(evd), a.epHandle, 4, theirs.address());
    assertEquals(DatReturn.SUCCESS, evd.await(0, 1, a.event));
    theirs.setInt(0, 0);
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, a.event.number());
    assertSame(a.ep, a.event.ep());
    assertArrayEquals(new byte[] {1, 2, 3, 4}, a.event.privateData());
  }

  @Test
  void pollWithTimeZeroTimesOutAtOnceAndCounts() {
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, a.event));
    assertEquals(0, a.event.more());
    a.connectionEvent(0x4001);
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 3, a.event));
    assertEquals(2, a.event.more());
  }

  @Test
  @Timeout(LIMIT_SECONDS)
  void onlyEventsBehindTheEndOfAWaitTriggerTheCno() throws Exception {
    Cno cno = a.ia.createCno(null);
    evd = a.ia.createEvd(8, cno, EvdFlags.SOFTWARE);
    CnoTrigger trigger = new CnoTrigger();
    for (boolean isBehind : new boolean[] {false, true}) {
      Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 4);
      assertEquals(DatReturn.SUCCESS, evd.postSe(new DatEvent().setSoftware("before")));
      evd.setUnwaitable();
      if (isBehind) {
        assertEquals(DatReturn.SUCCESS, evd.postSe(new DatEvent().setSoftware("behind")));
      }
      assertThrows(ExecutionException.class, waiter::outcome);
      assertEquals(
          isBehind ? DatReturn.SUCCESS : DatReturn.QUEUE_EMPTY,
          DatReturn.type(cno.await(isBehind ? TimeUnit.SECONDS.toMicros(5) : 0, trigger)));
      evd.clearUnwaitable();
    }
    assertSame(evd, trigger.evd());
  }

  @Test
  void timeOutComesNotBeforeItsTimeAndRemovesNothing() {
    a.connectionEvent(0x4001);
    long start = System.nanoTime();
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(SHORT_MICROS, 2, a.event));
    assertTrue(System.nanoTime() - start >= SHORT_MICROS * 1000);
    assertEquals(1, a.event.more());
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, a.event.number());
  }

  @Test
  void eventsKeepTheirOrderAcrossWaitsAndDequeues() {
    // A beginning and ends: another beginning would be dropped behind an end. Each has its byte.
    int[] numbers = {0x4001, 0x4005, 0x4006, 0x4004, 0x4005, 0x4004, 0x4006, 0x4005};
    NativeMemory bytes = NativeMemory.allocate(Long.BYTES * numbers.length);
    for (int i = 0; i < numbers.length; i++) {
      bytes.setInt(Long.BYTES * i, i * 0x0101_0101);
      DoubleControl.double_push_connection(
          numbers[i],
          DoubleAdapter.handle(a.connect),
          a.epHandle,
          Integer.BYTES,
          bytes.address() + Long.BYTES * i);
    }
    for (int i = 0; i < numbers.length; i++) {
      int ret = i % 2 == 0 ? evd.await(0, 2, a.event) : evd.dequeue(a.event);
      assertEquals(DatReturn.SUCCESS, ret);
      assertEquals(numbers[i], a.event.number().value());
      assertEquals(i, a.event.privateData()[0], "which of them");
      if (i % 2 == 0) {
        assertEquals(numbers.length - 1 - i, a.event.more());
      }
    }
    Reference.reachabilityFence(bytes);
    assertEquals(DatReturn.QUEUE_EMPTY, evd.dequeue(a.event));
  }

  @Test
  void waitEndsWithTheEventThatCompletesTheThreshold() throws Exception {
    Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 2);
    a.connectionEvent(0x4001);
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.SUCCESS, waiter.outcome());
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, waiter.event.number());
    assertEquals(1, waiter.event.more());
  }

  @Test
  @Timeout(60)
  void resizeKeepsRoomForTheEventsOfAWaiter() throws Exception {
    int threshold = 8;
    Waiter waiter = new Waiter(10_000_000, threshold);
    evd.resize(4);
    assertEquals(threshold, evd.query().evdQlen());
    a.connectionEvent(0x4001);
    for (int i = 1; i < threshold; i++) {
      a.connectionEvent(0x4005);
    }
    assertEquals(DatReturn.SUCCESS, waiter.outcome());
    assertEquals(threshold - 1, waiter.event.more(), "nothing lost");
    evd.resize(threshold - 1);
    assertEquals(threshold - 1, evd.query().evdQlen(), "nobody waits");
  }

  /** As if the resize came between the check of the first layer and the begin of the wait. */
  @Test
  @Timeout(60)
  void waitForMoreThanAResizeHasLeftIsRefused() {
    evd.resize(4);
    DatException e =
        assertThrows(
            DatException.class, () -> ((NativeEvd) evd).implAwait(SHORT_MICROS, 5, a.event));
    assertEquals(DatReturn.INVALID_PARAMETER, e.type());
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 4, a.event), "another wait may begin");
  }

  @Test
  void dequeueIsRefusedWhileAnotherThreadWaits() throws Exception {
    Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 1);
    DatException e = assertThrows(DatException.class, () -> evd.dequeue(a.event));
    assertEquals(DatReturn.INVALID_STATE, e.type());
    assertEquals(DatSubtype.INVALID_STATE_EVD_WAITER, e.subtype());
    a.connectionEvent(0x4001);
    assertEquals(DatReturn.SUCCESS, waiter.outcome());
    assertEquals(DatReturn.QUEUE_EMPTY, evd.dequeue(a.event));
  }

  @Test
  void interruptEndsTheWaitAndIsKept() throws Exception {
    Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 1);
    waiter.thread.interrupt();
    assertEquals(DatReturn.INTERRUPTED_CALL, waiter.outcome());
    assertTrue(waiter.flagKept);
  }

  @Test
  void eventComesBeforeTheInterrupt() {
    a.connectionEvent(0x4001);
    Thread.currentThread().interrupt();
    int ret = evd.await(DatConstants.TIMEOUT_INFINITE, 1, a.event);
    assertTrue(Thread.interrupted());
    assertEquals(DatReturn.SUCCESS, ret);
  }

  @Test
  void unwaitableEndsTheWaitAndRefusesTheNext() throws Exception {
    Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 1);
    evd.setUnwaitable();
    ExecutionException e = assertThrows(ExecutionException.class, waiter::outcome);
    DatException cause = assertInstanceOf(DatException.class, e.getCause());
    assertEquals(DatSubtype.INVALID_STATE_EVD_UNWAITABLE, cause.subtype());
    assertThrows(DatException.class, () -> evd.await(0, 1, a.event));
    assertEquals(DatReturn.QUEUE_EMPTY, evd.dequeue(a.event), "dequeues go on");
    evd.clearUnwaitable();
    assertEquals(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, a.event));
  }

  @Test
  void freeEndsTheWait() throws Exception {
    evd = a.ia.createEvd(4, null, EvdFlags.CR);
    Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 1);
    evd.free();
    assertEquals(DatReturn.ABORT, waiter.outcome());
    DatException e = assertThrows(DatException.class, () -> evd.dequeue(a.event));
    assertEquals(DatReturn.INVALID_HANDLE, e.type());
  }

  @Test
  void closeOfTheAdapterEndsTheWait() throws Exception {
    Waiter waiter = new Waiter(DatConstants.TIMEOUT_INFINITE, 1);
    a.ia.close();
    assertEquals(DatReturn.ABORT, waiter.outcome());
  }

  @Test
  void freedEvdIsFreedInTheLibraryAfterTheLastCall() {
    Evd other = a.ia.createEvd(4, null, EvdFlags.CR);
    long handle = DoubleAdapter.handle(other);
    DoubleControl.double_watch("dat_evd_free");
    other.free();
    assertEquals(handle, DoubleControl.argument(0));
    assertEquals(1, DoubleControl.calls());
  }

  @Test
  void fedEvdIsNotFreed() {
    DoubleControl.double_watch("dat_evd_free");
    DatException e = assertThrows(DatException.class, evd::free);
    assertEquals(DatSubtype.INVALID_STATE_EVD_IN_USE, e.subtype());
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void asynchronousErrorsNameTheirObject() {
    Evd async = a.ia.query().asyncEvd();
    long handle = DoubleAdapter.handle(async);
    DoubleControl.double_push_async(0x8003, handle, a.epHandle, 1);
    DoubleControl.double_push_async(0x8001, handle, DoubleAdapter.handle(evd), 0xeeee_eeee);
    DoubleControl.double_push_async(0x8002, handle, 0x1234, 1);
    assertEquals(DatReturn.SUCCESS, async.dequeue(a.event));
    assertSame(a.ep, a.event.asyncObject());
    assertEquals(1, a.event.asyncReason());
    assertEquals(DatReturn.SUCCESS, async.await(0, 1, a.event));
    assertEquals(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, a.event.number());
    assertSame(evd, a.event.asyncObject());
    assertEquals(0, a.event.asyncReason(), "the library leaves it unset");
    assertEquals(DatReturn.SUCCESS, async.dequeue(a.event));
    assertSame(a.ia, a.event.asyncObject());
  }

  @Test
  void eventsOfTheTwoPointZeroInterfaceAreDropped() {
    for (int number : new int[] {0x8101, 0x8102, 0x20000, 0x4_0001, 0x4009}) {
      DoubleControl.double_push_async(number, DoubleAdapter.handle(evd), a.epHandle, 0);
    }
    a.connectionEvent(0x4001);
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, a.event.number());
    assertNull(a.event.asyncObject());
  }

  @Test
  void evdThatWasFreedIsRefusedForAnotherCno() {
    NativeEvd freed = (NativeEvd) a.ia.createEvd(4, null, EvdFlags.CR);
    AbstractCno cno = (AbstractCno) a.ia.createCno(null);
    freed.free();
    DatException e = assertThrows(DatException.class, () -> freed.implModifyCno(cno));
    assertEquals(DatReturn.INVALID_HANDLE, e.type());
  }

  @Test
  void evdThatCannotBeQueriedIsFreedInTheLibrary() {
    DoubleControl.double_fail("dat_evd_query", 0x8003_0000);
    assertThrows(DatException.class, () -> a.ia.createEvd(4, null, EvdFlags.CR));
    String history = DoubleControl.double_history();
    assertTrue(history.endsWith("dat_evd_create dat_evd_query dat_evd_free "), history);
  }

  @Test
  void evdKeepsItsCnoIfTheNewOneFindsNoThread() {
    Cno before = a.ia.createCno(null);
    NativeEvd told = (NativeEvd) a.ia.createEvd(4, before, EvdFlags.SOFTWARE);
    NativeCno next =
        new NativeCno(
            (NativeIa) a.ia,
            cause -> {},
            run -> {
              throw new OutOfMemoryError("a test");
            });
    DatException e = assertThrows(DatException.class, () -> told.implModifyCno(next));
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, e.type());
    told.postSe(new DatEvent().setSoftware("an event"));
    CnoTrigger trigger = new CnoTrigger();
    assertEquals(DatReturn.SUCCESS, before.await(1_000_000, trigger));
    assertSame(told, trigger.evd());
  }

  @Test
  void cnoWithAnAgentHasAThreadToCallItFromTheBeginning() {
    a.ia.createCno(cause -> {});
    Thread[] all = new Thread[Thread.activeCount() + 50];
    int count = Thread.enumerate(all);
    boolean found = false;
    for (int i = 0; i < count; i++) {
      found |= all[i].getName().startsWith("dat4j-ia0-agents");
    }
    assertTrue(found);
  }
}
