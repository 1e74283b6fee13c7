package org.dat4j.conformance.dat.event;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrField;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.junit.jupiter.api.Test;

/** Tests of dat_evd_dequeue, which takes an event from an EVD without waiting. */
class EvdDequeueClauses extends DatTest {
  private static final int EVENTS = 12;

  @Test
  @Clauses({"dat_evd_dequeue.02", "dat_evd_dequeue.03", "dat_evd_dequeue.04"})
  void emptyFreedAndNull() {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.DTO);
    DatEvent event = new DatEvent();
    clause("dat_evd_dequeue.02").returns(DatReturn.QUEUE_EMPTY, evd.dequeue(event));
    clause("dat_evd_dequeue.02").equal(null, event.number(), "the event is untouched");
    clause("dat_evd_dequeue.04").throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.dequeue(null));
    evd.free();
    clause("dat_evd_dequeue.03").throwsDat(DatReturn.INVALID_HANDLE, () -> evd.dequeue(event));
  }

  @Test
  @Clauses("dat_evd_dequeue.05")
  void dequeueIsRefusedWhileAThreadWaits() throws Exception {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> waiter =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(evd);
    clause("dat_evd_dequeue.05")
        .throwsDat(DatReturn.INVALID_STATE, () -> evd.dequeue(new DatEvent()));
    clause("dat_evd_dequeue.05").that(!waiter.done(), "the waiter goes on");
    waiter.interrupt();
    clause("dat_evd_dequeue.05").returns(DatReturn.INTERRUPTED_CALL, waiter.get());
  }

  private static final Dimension<String> DISABLED =
      Dimension.moment("the EVD is disabled", "before the wait", "during the wait", "for a while");

  @Test
  @Clauses("dat_evd_dequeue.05")
  void dequeueIsRefusedWhileAThreadWaitsOnADisabledEvd() throws Exception {
    checkInSituations(
        situation -> {
          Evd evd = open().createEvd(4, null, EvdFlags.SOFTWARE);
          String when = situation.get(DISABLED);
          if (when.equals("before the wait")) {
            evd.disable();
          }
          BackgroundCall<Integer> waiter =
              background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
          SoftwareEvents.awaitWaiter(evd);
          evd.disable();
          if (when.equals("for a while")) {
            evd.enable();
          }
          clause("dat_evd_dequeue.05")
              .throwsDat(DatReturn.INVALID_STATE, () -> evd.dequeue(new DatEvent()));
          clause("dat_evd_dequeue.05").that(!waiter.done(), "the waiter goes on");
          waiter.interrupt();
          clause("dat_evd_dequeue.05").returns(DatReturn.INTERRUPTED_CALL, waiter.get());
        },
        DISABLED);
  }

  private ConnectedPair withReceives(DatPeer far, int count) {
    ConnectedPair pair = ConnectedPair.connect(node(), far);
    RegisteredMemory region = pair.near().region(count * 16);
    for (int i = 0; i < count; i++) {
      pair.ep()
          .postRecv(region.local(), region.address(i * 16L), 16, 100 + i, CompletionFlags.DEFAULT);
    }
    int message = far.register(16, MemPriv.ALL, 0);
    for (int i = 0; i < count; i++) {
      far.postSend(pair.farEp(), message, 0, i, i);
    }
    for (int i = 0; i < count; i++) {
      far.event(DatPeer.REQUEST);
    }
    return pair;
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_evd_dequeue.01", "dat_evd_dequeue.07", "dat_evd_dequeue.08"})
  void eventsComeInOrder() {
    ConnectedPair pair = withReceives(peer(), EVENTS);
    DatEvent event = AdapterFixture.await(pair.near().recv());
    for (int i = 0; i < EVENTS; i++) {
      clause("dat_evd_dequeue.08").completion(event, pair.ep(), 100 + i, DtoStatus.SUCCESS, i);
      clause("dat_evd_dequeue.07").that(event.evd() == pair.near().recv(), "evd_handle");
      if (i < EVENTS - 1) {
        clause("dat_evd_dequeue.01").returns(DatReturn.SUCCESS, next(pair.near().recv(), event));
      }
    }
    clause("dat_evd_dequeue.01").returns(DatReturn.QUEUE_EMPTY, pair.near().recv().dequeue(event));
  }

  /** Dequeues until there is an event or a time limit has passed. */
  private static int next(Evd evd, DatEvent event) {
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    int result = evd.dequeue(event);
    while (result == DatReturn.QUEUE_EMPTY && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
      result = evd.dequeue(event);
    }
    return result;
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_evd_dequeue.06", "dat_evd_dequeue.15"})
  void concurrentDequeuesTakeEachEventOnce() throws Exception {
    ConnectedPair pair = withReceives(peer(), EVENTS);
    ConcurrentLinkedQueue<Long> cookies = new ConcurrentLinkedQueue<>();
    AtomicInteger left = new AtomicInteger(EVENTS);
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    concurrently(
        3,
        () -> {
          DatEvent event = new DatEvent();
          while (left.get() > 0 && System.nanoTime() - deadline < 0) {
            if (pair.near().recv().dequeue(event) == DatReturn.SUCCESS) {
              cookies.add(event.cookie());
              left.decrementAndGet();
            }
          }
          return null;
        });
    clause("dat_evd_dequeue.06").equal(EVENTS, cookies.size(), "number of events");
    clause("dat_evd_dequeue.15").equal(EVENTS, new HashSet<>(cookies).size(), "distinct events");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_evd_dequeue.10", "dat_evd_dequeue.11"})
  void requestEventNamesItsServicePoint() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    DatPeer far = peer();
    requestConnection(far, node.ia(), psp.connQual());
    DatEvent event = AdapterFixture.await(node.cr());
    clause("dat_evd_dequeue.10")
        .equal(EventNumber.CONNECTION_REQUEST_EVENT, event.number(), "event");
    clause("dat_evd_dequeue.10").that(event.servicePoint() == psp, "sp_handle");
    clause("dat_evd_dequeue.10")
        .equal(node.ia().address(), event.localAddress(), "local IA address");
    clause("dat_evd_dequeue.10").equal(psp.connQual(), event.connQual(), "qualifier");
    Cr cr = event.cr();
    clause("dat_evd_dequeue.10").succeeds("dat_cr_query", () -> cr.query(CrField.ALL));
    cr.reject();
    clause("dat_evd_dequeue.11").throwsDat(DatReturn.INVALID_HANDLE, () -> cr.query(CrField.ALL));
    requestConnection(far, node.ia(), psp.connQual());
    Cr second = AdapterFixture.await(node.cr()).cr();
    second.accept(node.ep(), null);
    clause("dat_evd_dequeue.11").throwsDat(DatReturn.INVALID_HANDLE, second::reject);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses({"dat_evd_dequeue.12", "dat_evd_dequeue.13", "dat_evd_dequeue.14"})
  void establishedCarriesThePrivateDataOfTheAccept() {
    AdapterFixture node = node();
    for (int limit : new int[] {0, 1, 64, Integer.MAX_VALUE}) {
      DatPeer far = peer();
      int size = Math.min(limit, far.maxPrivateData());
      Ep ep = node.ep();
      ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
      byte[] sent = data(size);
      far.accept(pair.farEp(), sent);
      DatEvent active = AdapterFixture.await(node.connect());
      clause("dat_evd_dequeue.12").connection(active, EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
      clause("dat_evd_dequeue.12").equal(size, active.privateDataSize(), "size");
      clause("dat_evd_dequeue.12")
          .that(Arrays.equals(sent, active.privateData()), size + " bytes arrive unchanged");
      clause("dat_evd_dequeue.13")
          .equal(0, far.event(DatPeer.CONNECT).privateData().length, "size on the passive side");
      leave(pair);
      AdapterFixture.await(node.connect());
      AdapterFixture.reach(ep, EpState.DISCONNECTED);
      clause("dat_evd_dequeue.14")
          .that(
              active.privateDataSize() >= size
                  && Arrays.equals(sent, Arrays.copyOf(active.privateData(), size)),
              size + " bytes are readable after the disconnect");
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED, KILLED})
  @Clauses({"dat_h.06"})
  void lengthCountsOnSuccessOnly() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(16);
    pair.ep().postRecv(region.local(), region.address(0), 16, 1, CompletionFlags.DEFAULT);
    leave(pair);
    DatEvent flushed = AdapterFixture.await(pair.near().recv());
    clause("dat_h.06")
        .completion(flushed, pair.ep(), 1, DtoStatus.ERR_FLUSHED, flushed.transferredLength());
    Set<DtoStatus> failures = new HashSet<>(List.of(DtoStatus.values()));
    failures.remove(DtoStatus.SUCCESS);
    clause("dat_h.06").that(failures.contains(flushed.status()), "no length to look at");
  }
}
