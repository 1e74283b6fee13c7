package org.dat4j.conformance.dat.event;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.Arrivals;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Background;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/** Tests of dat_cno_wait, with which threads wait on a CNO until one of its EVDs has an event. */
class CnoWaitClauses extends DatTest {
  private static final int ATTEMPTS = 50;

  /** A thread in a wait without time limit, and its result. */
  private final class Waiter {
    private final CnoTrigger trigger = new CnoTrigger();
    private final Background<Integer> call;

    private Waiter(Cno cno) {
      call = background(() -> cno.await(DatConstants.TIMEOUT_INFINITE, trigger));
      Arrivals.seemsToWait(call);
    }
  }

  @Test
  @Clauses({"dat_cno_wait.01", "dat_cno_wait.02", "dat_cno_wait.05", "dat_cno_wait.06"})
  void notificationEndsTheWaitBeforeAndAfterItsBegin() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    Waiter waiter = new Waiter(cno);
    clause("dat_cno_wait.01").that(!waiter.call.done(), "the wait blocks");
    Arrivals.post(evd, "one");
    clause("dat_cno_wait.01").returns(DatReturn.SUCCESS, waiter.call.get());
    clause("dat_cno_wait.05").that(waiter.trigger.evd() == evd, "the wait without limit was woken");
    clause("dat_cno_wait.01").that(waiter.trigger.evd() == evd, "the dispatcher is named");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.05").returns(DatReturn.QUEUE_EMPTY, cno.await(0, trigger));
    Arrivals.post(evd, "two");
    clause("dat_cno_wait.02").returns(DatReturn.SUCCESS, cno.await(0, trigger));
    clause("dat_cno_wait.02").that(trigger.evd() == evd, "the dispatcher is named");
    clause("dat_cno_wait.06").equal("one two", Arrivals.drain(evd), "events left");
  }

  @Test
  @Clauses({"dat_cno_wait.03", "dat_cno_wait.04"})
  void timeoutTellsNoDispatcher() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    CnoTrigger trigger = new CnoTrigger();
    for (long micros : new long[] {0, 1, 1000, Arrivals.SHORT_MICROS}) {
      trigger.set(evd);
      long begin = System.nanoTime();
      clause("dat_cno_wait.03").returns(DatReturn.QUEUE_EMPTY, cno.await(micros, trigger));
      long passed = (System.nanoTime() - begin) / 1000;
      clause("dat_cno_wait.03").equal(null, trigger.evd(), "EVD after a time-out");
      clause("dat_cno_wait.03")
          .that(passed >= micros, "a wait of " + micros + " us ended after " + passed + " us");
    }
    evd.free();
    cno.free();
    clause("dat_cno_wait.04").throwsDat(DatReturn.INVALID_HANDLE, () -> cno.await(0, trigger));
  }

  @Test
  @Clauses("dat_cno_wait.07")
  void everyEventIsFoundByPollingAllDispatchers() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    List<Evd> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(Arrivals.dispatcher(ia, cno));
    }
    for (int i = 0; i < 5; i++) {
      Arrivals.post(all.get(i), "a" + i);
      Arrivals.post(all.get(i), "b" + i);
    }
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.07").returns(DatReturn.SUCCESS, Arrivals.await(cno, trigger));
    clause("dat_cno_wait.07").that(all.contains(trigger.evd()), "one of them is named");
    for (int i = 0; i < 5; i++) {
      clause("dat_cno_wait.07").equal("a" + i + " b" + i, Arrivals.drain(all.get(i)), "events");
    }
  }

  @Test
  @Clauses("dat_cno_wait.08")
  void disabledDispatcherGivesNoNotification() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    Evd other = Arrivals.dispatcher(ia, cno);
    evd.disable();
    Arrivals.post(evd, "one");
    clause("dat_cno_wait.08").that(Arrivals.quiet(cno), "no notification by the disabled one");
    Arrivals.post(other, "two");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.08").returns(DatReturn.SUCCESS, Arrivals.await(cno, trigger));
    clause("dat_cno_wait.08").that(trigger.evd() == other, "the enabled one is named");
    clause("dat_cno_wait.08").that(Arrivals.quiet(cno), "nothing follows");
  }

  @Test
  @Clauses("dat_cno_wait.09")
  void waitedDispatcherGivesNoNotification() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    DatEvent event = new DatEvent();
    Background<Integer> direct =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 2, event));
    Arrivals.awaitWaiter(evd);
    Arrivals.post(evd, "one");
    clause("dat_cno_wait.09").that(Arrivals.quiet(cno), "below the threshold of the direct waiter");
    Arrivals.post(evd, "two");
    clause("dat_cno_wait.09").returns(DatReturn.SUCCESS, direct.get());
    clause("dat_cno_wait.09").that(Arrivals.quiet(cno), "after the direct waiter was served");
    Arrivals.post(evd, "three");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.09").returns(DatReturn.SUCCESS, Arrivals.await(cno, trigger));
    clause("dat_cno_wait.09").equal("two three", Arrivals.drain(evd), "events left");
  }

  /** Checks that a wait ended with no EVD and not by time-out (decision DAT-D18). */
  private void endedWithoutDispatcher(String id, Waiter waiter, int result) {
    clause(id).returnsOtherThan(DatReturn.QUEUE_EMPTY, result);
    clause(id).equal(null, waiter.trigger.evd(), "EVD");
  }

  @Test
  @Clauses("dat_cno_wait.10")
  void closeOfTheAdapterEndsAllWaits() throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      Ia ia = open();
      Cno cno = ia.createCno(null);
      Arrivals.dispatcher(ia, cno);
      Waiter first = new Waiter(cno);
      Waiter second = new Waiter(cno);
      ia.close(CloseFlags.ABRUPT);
      if (ended("dat_cno_wait.10", first) & ended("dat_cno_wait.10", second)) {
        return;
      }
    }
    clause("dat_cno_wait.10").that(false, "no wait had begun before the close");
  }

  /** Checks the end of a wait; false if it began too late and found a closed adapter. */
  private boolean ended(String id, Waiter waiter) throws Exception {
    try {
      endedWithoutDispatcher(id, waiter, waiter.call.get());
      return true;
    } catch (DatException tooLate) {
      clause(id)
          .equal(DatReturn.name(DatReturn.INVALID_HANDLE), DatReturn.name(tooLate.type()), "late");
      return false;
    }
  }

  @Test
  @Clauses("dat_cno_wait.11")
  void freeOfTheLastDispatcherEndsAllWaits() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd one = Arrivals.dispatcher(ia, cno);
    Evd other = Arrivals.dispatcher(ia, cno);
    Waiter first = new Waiter(cno);
    Waiter second = new Waiter(cno);
    one.free();
    clause("dat_cno_wait.11")
        .that(!first.call.done() && !second.call.done(), "the waits go on while an EVD is left");
    other.free();
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    while (!(first.call.done() && second.call.done()) && System.nanoTime() - deadline < 0) {
      // One that had not begun to wait is ended by the next.
      Arrivals.dispatcher(ia, cno).free();
    }
    endedWithoutDispatcher("dat_cno_wait.11", first, first.call.get());
    endedWithoutDispatcher("dat_cno_wait.11", second, second.call.get());
    clause("dat_cno_wait.11").succeeds("free of the unused object", cno::free);
  }

  @Test
  @Clauses("dat_cno_wait.12")
  void waitWithoutDispatcherIsEndedByOneThatIsAttached() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    clause("dat_cno_wait.12").that(Arrivals.quiet(cno), "a wait without dispatchers times out");
    Waiter waiter = new Waiter(cno);
    clause("dat_cno_wait.12").that(!waiter.call.done(), "the wait blocks");
    Evd evd = Arrivals.dispatcher(ia, null);
    evd.modifyCno(cno);
    clause("dat_cno_wait.12").that(!waiter.call.done(), "the attachment alone is no event");
    Arrivals.post(evd, "one");
    clause("dat_cno_wait.12").returns(DatReturn.SUCCESS, waiter.call.get());
    clause("dat_cno_wait.12").that(waiter.trigger.evd() == evd, "the dispatcher is named");
  }

  @Test
  @Clauses("dat_cno_wait.13")
  void interruptEndsTheWait() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    Waiter waiter = new Waiter(cno);
    waiter.call.interrupt();
    clause("dat_cno_wait.13").returns(DatReturn.INTERRUPTED_CALL, waiter.call.get());
    clause("dat_cno_wait.13").equal(null, waiter.trigger.evd(), "EVD");
    Arrivals.post(evd, "one");
    clause("dat_cno_wait.13").returns(DatReturn.SUCCESS, Arrivals.await(cno, new CnoTrigger()));
    clause("dat_cno_wait.13").equal("one", Arrivals.drain(evd), "events");
  }

  @Test
  @Clauses({"dat_cno_wait.14", "dat_cno_wait.15"})
  void severalThreadsWait() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = Arrivals.dispatcher(ia, cno);
    List<Waiter> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(new Waiter(cno));
    }
    Set<Waiter> woken = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      if (woken.size() == 3) {
        break;
      }
      Arrivals.post(evd, "go");
      int before = woken.size();
      long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
      while (woken.size() == before && System.nanoTime() - deadline < 0) {
        for (Waiter each : waiting) {
          if (each.call.done()) {
            woken.add(each);
          }
        }
        Thread.onSpinWait();
      }
      clause("dat_cno_wait.14").that(woken.size() > before, "a notification wakes a thread");
    }
    for (Waiter each : waiting) {
      clause("dat_cno_wait.15").returns(DatReturn.SUCCESS, each.call.get());
      clause("dat_cno_wait.15").that(each.trigger.evd() == evd, "each learns of the dispatcher");
    }
  }
}
