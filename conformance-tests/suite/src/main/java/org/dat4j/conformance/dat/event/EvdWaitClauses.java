package org.dat4j.conformance.dat.event;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EvdOverflow;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_evd_wait, which blocks until an EVD has as many events as asked for, and takes one.
 */
class EvdWaitClauses extends DatTest {
  private static final long SHORT_MICROS = 20_000;

  private static long patience() {
    return TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS);
  }

  /** A connection with Receives posted that messages of the second party complete. */
  private final class Feed {
    private final ConnectedPair pair = pair();
    private final Evd evd = pair.near().recv();
    private final RegisteredMemory region = pair.near().region(1024);
    private final int message = pair.far().register(64, MemPriv.ALL, 0);
    private int posted;
    private int sent;

    private Feed(int receives) {
      for (int i = 0; i < receives; i++) {
        pair.ep()
            .postRecv(
                region.local(), region.address(i * 16L), 16, posted++, CompletionFlags.DEFAULT);
      }
    }

    private void send() {
      pair.far().postSend(pair.farEp(), message, 0, 8, sent++);
    }

    /** Sends messages and returns when their completions are queued, none of them taken. */
    private void queued(int count) {
      for (int i = 0; i < count; i++) {
        send();
      }
      for (int i = 0; i < count; i++) {
        pair.far().event(DatPeer.REQUEST);
      }
      long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
      DatEvent event = new DatEvent();
      while (System.nanoTime() - deadline < 0) {
        evd.await(0, posted + 1, event);
        if (event.more() >= count) {
          return;
        }
      }
      throw new AssertionError(event.more() + " of " + count + " completions are queued");
    }
  }

  @Test
  @Clauses({"dat_evd_wait.03", "dat_evd_wait.04", "dat_evd_wait.05"})
  void wrongArgumentsAreRefused() {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.DTO);
    DatEvent event = new DatEvent();
    for (int threshold : new int[] {0, -1, Integer.MIN_VALUE}) {
      clause("dat_evd_wait.04")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.await(0, threshold, event));
    }
    int length = evd.query().evdQlen();
    clause("dat_evd_wait.05").returns(DatReturn.TIMEOUT_EXPIRED, evd.await(0, length, event));
    clause("dat_evd_wait.05")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.await(0, length + 1, event));
    evd.free();
    clause("dat_evd_wait.03").throwsDat(DatReturn.INVALID_HANDLE, () -> evd.await(0, 1, event));
  }

  @Test
  @Clauses({"dat_evd_wait.07", "dat_evd_wait.09", "dat_evd_wait.10"})
  void timeoutIsHonoured() {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.DTO);
    DatEvent event = new DatEvent();
    clause("dat_evd_wait.09").returns(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, event));
    for (long micros : new long[] {1, 1000, SHORT_MICROS}) {
      long begin = System.nanoTime();
      int result = evd.await(micros, 1, event);
      long passed = (System.nanoTime() - begin) / 1000;
      clause("dat_evd_wait.07").returns(DatReturn.TIMEOUT_EXPIRED, result);
      clause("dat_evd_wait.10")
          .that(passed >= micros, "a wait of " + micros + " us ended after " + passed + " us");
    }
  }

  private static final Dimension<Long> LIMIT =
      Dimension.attributes("time limit in us", 1L, 300L, 1_000L, 3_000L);
  private static final Dimension<Long> EARLIER_LIMIT =
      Dimension.occurrence("time limit of the waits before in us", 1L, 1_000L, 5_000L);
  private static final Dimension<Integer> WAITS_BEFORE = Dimension.number("waits before", 1, 2, 5);
  private static final Dimension<Boolean> ON_CNO = Dimension.choice("wait on a CNO", false, true);

  @Test
  @Clauses({"dat_evd_wait.10", "dat_cno_wait.03"})
  void timeOfAWaitCountsAnewBehindOthers() throws Exception {
    checkInSituations(this::countsAnew, LIMIT, EARLIER_LIMIT, WAITS_BEFORE, ON_CNO);
  }

  private void countsAnew(Situation situation) {
    Ia ia = open();
    Cno cno = situation.get(ON_CNO) ? ia.createCno(null) : null;
    Evd evd = SoftwareEvents.evd(ia, cno);
    for (int i = 0; i < situation.get(WAITS_BEFORE); i++) {
      takesItsTime(evd, cno, situation.get(EARLIER_LIMIT));
    }
    takesItsTime(evd, cno, situation.get(LIMIT));
  }

  private void takesItsTime(Evd evd, Cno cno, long micros) {
    long begin = System.nanoTime();
    int result =
        cno == null ? evd.await(micros, 1, new DatEvent()) : cno.await(micros, new CnoTrigger());
    long passed = (System.nanoTime() - begin) / 1000;
    String id = cno == null ? "dat_evd_wait.10" : "dat_cno_wait.03";
    clause(id).returns(cno == null ? DatReturn.TIMEOUT_EXPIRED : DatReturn.QUEUE_EMPTY, result);
    clause(id).that(passed >= micros, "a wait of " + micros + " us ended after " + passed + " us");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_evd_wait.01", "dat_evd_wait.08", "dat_evd_wait.13", "dat_evd_wait.14"})
  void waitTakesOneEventAndCountsTheRest() {
    Feed feed = new Feed(6);
    feed.queued(3);
    DatEvent event = new DatEvent();
    clause("dat_evd_wait.08")
        .returns(DatReturn.TIMEOUT_EXPIRED, feed.evd.await(SHORT_MICROS, 4, event));
    clause("dat_evd_wait.08").equal(3, event.more(), "nmore on time-out");
    clause("dat_evd_wait.01").returns(DatReturn.SUCCESS, feed.evd.await(patience(), 1, event));
    clause("dat_evd_wait.01").completion(event, feed.pair.ep(), 0, DtoStatus.SUCCESS, 8);
    clause("dat_evd_wait.13").equal(2, event.more(), "nmore after one of three");
    clause("dat_evd_wait.13").returns(DatReturn.SUCCESS, feed.evd.await(patience(), 2, event));
    clause("dat_evd_wait.13").that(event.more() >= 1, "nmore is at least threshold minus 1");
    int more = event.more();
    int dequeued = 0;
    while (feed.evd.dequeue(event) == DatReturn.SUCCESS) {
      dequeued++;
    }
    clause("dat_evd_wait.14").equal(more, dequeued, "events that dequeues return");
  }

  @Test
  @SecondParty
  @Clauses({"dat_evd_wait.02", "dat_evd_wait.11", "dat_evd_wait.12", "dat_evd_wait.15"})
  void waitBlocksUntilTheThreshold() throws Exception {
    Feed feed = new Feed(4);
    DatEvent first = new DatEvent();
    BackgroundCall<Integer> one =
        background(() -> feed.evd.await(DatConstants.TIMEOUT_INFINITE, 1, first));
    SoftwareEvents.awaitWaiter(feed.evd);
    clause("dat_evd_wait.15")
        .throwsDat(DatReturn.INVALID_STATE, () -> feed.evd.await(0, 1, new DatEvent()));
    clause("dat_evd_wait.02").that(!one.done(), "the wait blocks on an empty queue");
    feed.send();
    clause("dat_evd_wait.02").returns(DatReturn.SUCCESS, one.get());
    clause("dat_evd_wait.11").completion(first, feed.pair.ep(), 0, DtoStatus.SUCCESS, 8);

    DatEvent third = new DatEvent();
    BackgroundCall<Integer> three =
        background(() -> feed.evd.await(DatConstants.TIMEOUT_INFINITE, 3, third));
    SoftwareEvents.awaitWaiter(feed.evd);
    feed.send();
    feed.send();
    feed.pair.far().event(DatPeer.REQUEST);
    feed.pair.far().event(DatPeer.REQUEST);
    feed.pair.far().event(DatPeer.REQUEST);
    clause("dat_evd_wait.12").that(!three.done(), "two events do not reach a threshold of three");
    feed.send();
    clause("dat_evd_wait.12").returns(DatReturn.SUCCESS, three.get());
    clause("dat_evd_wait.12").completion(third, feed.pair.ep(), 1, DtoStatus.SUCCESS, 8);
    clause("dat_evd_wait.12").equal(2, third.more(), "events left");
  }

  @Test
  @SecondParty
  @Clauses({"dat_evd_wait.16", "dat_evd_wait.22"})
  void interruptEndsTheWaitAndTakesNothing() throws Exception {
    Feed feed = new Feed(2);
    BackgroundCall<Integer> waiter =
        background(() -> feed.evd.await(DatConstants.TIMEOUT_INFINITE, 2, new DatEvent()));
    SoftwareEvents.awaitWaiter(feed.evd);
    feed.send();
    feed.pair.far().event(DatPeer.REQUEST);
    clause("dat_evd_wait.16")
        .throwsDat(DatReturn.INVALID_STATE, () -> feed.evd.dequeue(new DatEvent()));
    waiter.interrupt();
    clause("dat_evd_wait.22").returns(DatReturn.INTERRUPTED_CALL, waiter.get());
    clause("dat_evd_wait.22")
        .completion(AdapterFixture.await(feed.evd), feed.pair.ep(), 0, DtoStatus.SUCCESS, 8);
  }

  @Test
  @Clauses({"dat_evd_wait.18", "dat_evd_wait.19"})
  void unwaitableEvdHasNoWaiter() throws Exception {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> waiter =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(evd);
    evd.setUnwaitable();
    clause("dat_evd_wait.19").throwsDat(DatReturn.INVALID_STATE, waiter::get);
    clause("dat_evd_wait.18")
        .throwsDat(DatReturn.INVALID_STATE, () -> evd.await(0, 1, new DatEvent()));
    clause("dat_evd_wait.18").returns(DatReturn.QUEUE_EMPTY, evd.dequeue(new DatEvent()));
    evd.clearUnwaitable();
    clause("dat_evd_wait.18").returns(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, new DatEvent()));
  }

  @Test
  @Clauses({"dat_evd_wait.20", "dat_evd_wait.21"})
  void destructionEndsTheWait() throws Exception {
    Ia ia = open();
    Evd closed = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    Evd freed = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> first =
        background(() -> closed.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    BackgroundCall<Integer> second =
        background(() -> freed.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(closed);
    SoftwareEvents.awaitWaiter(freed);
    try {
      freed.free();
      clause("dat_evd_wait.21").returns(DatReturn.ABORT, second.get());
    } catch (DatException refused) {
      clause("dat_evd_wait.21").equal(DatReturn.INVALID_STATE, refused.type(), "refused free");
    }
    ia.close(CloseFlags.ABRUPT);
    clause("dat_evd_wait.20").returns(DatReturn.ABORT, first.get());
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_evd_wait.23", "dat_evd_wait.24"})
  void mixedWaitsAndDequeuesKeepTheOrder() {
    Feed feed = new Feed(8);
    feed.queued(8);
    DatEvent event = new DatEvent();
    for (int i = 0; i < 8; i++) {
      int result = i % 2 == 0 ? feed.evd.await(patience(), 1, event) : feed.evd.dequeue(event);
      clause("dat_evd_wait.24").returns(DatReturn.SUCCESS, result);
      clause("dat_evd_wait.24").completion(event, feed.pair.ep(), i, DtoStatus.SUCCESS, 8);
    }
    byte[] data = data(40);
    AdapterFixture node = node();
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.request(node, node.ep(), far, far.createEp(0, -1, -1), null);
    DatEvent established = pair.accept(data).established();
    clause("dat_evd_wait.23")
        .connection(established, EventNumber.CONNECTION_EVENT_ESTABLISHED, pair.ep());
    clause("dat_evd_wait.23")
        .that(Arrays.equals(data, established.privateData()), "private data comes by wait");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE, FREED, CLOSED, KILLED})
  @Clauses("dat_evd_wait.26")
  void failedSuppressedTransferEndsAWait() throws Exception {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    DatEvent event = new DatEvent();
    BackgroundCall<Integer> waiter =
        background(() -> pair.near().request().await(DatConstants.TIMEOUT_INFINITE, 1, event));
    SoftwareEvents.awaitWaiter(pair.near().request());
    leave(pair);
    AdapterFixture.await(pair.near().connect());
    pair.ep().postSend(region.local(), region.address(0), 16, 7, CompletionFlags.SUPPRESS);
    clause("dat_evd_wait.26").returns(DatReturn.SUCCESS, waiter.get());
    clause("dat_evd_wait.26").completion(event, pair.ep(), 7, DtoStatus.ERR_FLUSHED, 0);
  }

  @Test
  @SecondParty
  @Clauses({"dat_evd_wait.27", "dat_evd_wait.28"})
  void overflowIsReportedOnTheAsyncEvd() {
    AdapterFixture node = node();
    EvdOverflow lost = new EvdOverflow(node, peer()).happen();
    DatEvent overflow = AdapterFixture.await(node.ia().query().asyncEvd());
    clause("dat_evd_wait.27")
        .equal(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, overflow.number(), "event");
    clause("dat_evd_wait.27").that(overflow.asyncObject() == lost.evd(), "dat_handle is the EVD");
    clause("dat_evd_wait.27")
        .equal(EvdAsyncErrorReason.OVERFLOW_ERROR.value(), overflow.asyncReason(), "reason");
    DatEvent event = new DatEvent();
    for (int i = 0; i < lost.length(); i++) {
      int result;
      try {
        result = lost.evd().await(patience(), 1, event);
      } catch (DatException dead) {
        clause("dat_evd_wait.28").absent("an overflowed EVD is not readable: " + dead.getMessage());
        return;
      }
      clause("dat_evd_wait.28").returns(DatReturn.SUCCESS, result);
      clause("dat_evd_wait.28").completion(event, lost.ep(), i, DtoStatus.ERR_FLUSHED, 0);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_wait.29")
  void waitsOnDifferentEvdsRunConcurrently() throws Exception {
    Feed feed = new Feed(2);
    Evd other = feed.pair.near().ia().createEvd(4, null, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> idle =
        background(() -> other.await(DatConstants.TIMEOUT_INFINITE, 1, new DatEvent()));
    BackgroundCall<Integer> fed = background(() -> feed.evd.await(patience(), 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(other);
    SoftwareEvents.awaitWaiter(feed.evd);
    clause("dat_evd_wait.29")
        .returns(
            DatReturn.SUCCESS,
            feed.pair
                .ep()
                .postSend(
                    feed.region.local(), feed.region.address(512), 0, 1, CompletionFlags.SUPPRESS));
    feed.send();
    clause("dat_evd_wait.29").returns(DatReturn.SUCCESS, fed.get());
    clause("dat_evd_wait.29").that(!idle.done(), "the other wait goes on");
    idle.interrupt();
    clause("dat_evd_wait.29").returns(DatReturn.INTERRUPTED_CALL, idle.get());
  }
}
