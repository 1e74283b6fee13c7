package org.dat4j.conformance.dat.event;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
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

  private static final Dimension<Integer> TRIGGERED =
      Dimension.number("EVDs that have triggered", 1, 2, 3);
  private static final Dimension<String> LEAVER =
      Dimension.choice("EVD that leaves", "first", "middle", "last");
  private static final Dimension<String> WAY =
      Dimension.choice("how it leaves", "free", "other CNO", "no CNO");

  /** A thread in a wait without time limit, and its result. */
  private final class CnoWaiter {
    private final CnoTrigger trigger = new CnoTrigger();
    private final BackgroundCall<Integer> call;

    private CnoWaiter(Cno cno) {
      call = background(() -> cno.await(DatConstants.TIMEOUT_INFINITE, trigger));
      SoftwareEvents.seemsToWait(call);
    }
  }

  @Test
  @Clauses({"dat_cno_wait.01", "dat_cno_wait.02", "dat_cno_wait.05", "dat_cno_wait.06"})
  void notificationEndsTheWaitBeforeAndAfterItsBegin() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    CnoWaiter waiter = new CnoWaiter(cno);
    clause("dat_cno_wait.01").that(!waiter.call.done(), "the wait blocks");
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_wait.01").returns(DatReturn.SUCCESS, waiter.call.get());
    clause("dat_cno_wait.05").that(waiter.trigger.evd() == evd, "the wait without limit was woken");
    clause("dat_cno_wait.01").that(waiter.trigger.evd() == evd, "the EVD is named");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.05").returns(DatReturn.QUEUE_EMPTY, cno.await(0, trigger));
    SoftwareEvents.post(evd, "two");
    clause("dat_cno_wait.02").returns(DatReturn.SUCCESS, cno.await(0, trigger));
    clause("dat_cno_wait.02").that(trigger.evd() == evd, "the EVD is named");
    clause("dat_cno_wait.06").equal("one two", SoftwareEvents.drain(evd), "events left");
  }

  @Test
  @Clauses({"dat_cno_wait.03", "dat_cno_wait.04"})
  void timeoutTellsNoEvd() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    CnoTrigger trigger = new CnoTrigger();
    for (long micros : new long[] {0, 1, 1000, SoftwareEvents.SHORT_MICROS}) {
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
  void everyEventIsFoundByPollingAllEvds() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    List<Evd> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.add(SoftwareEvents.evd(ia, cno));
    }
    for (int i = 0; i < 5; i++) {
      SoftwareEvents.post(all.get(i), "a" + i);
      SoftwareEvents.post(all.get(i), "b" + i);
    }
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.07").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_cno_wait.07").that(all.contains(trigger.evd()), "one of them is named");
    for (int i = 0; i < 5; i++) {
      clause("dat_cno_wait.07")
          .equal("a" + i + " b" + i, SoftwareEvents.drain(all.get(i)), "events");
    }
  }

  @Test
  @Clauses("dat_cno_wait.01")
  void evdsNotifyAfterOneThatTriggeredHasLeft() throws Exception {
    checkInSituations(this::oneLeaves, TRIGGERED, LEAVER, WAY);
  }

  private void oneLeaves(Situation situation) {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    int triggered = situation.get(TRIGGERED);
    List<Evd> all = new ArrayList<>();
    for (int i = 0; i <= triggered; i++) {
      all.add(SoftwareEvents.evd(ia, cno));
    }
    for (Evd each : all.subList(0, triggered)) {
      SoftwareEvents.post(each, "before");
    }
    Evd leaver =
        all.remove(
            switch (situation.get(LEAVER)) {
              case "first" -> 0;
              case "middle" -> triggered / 2;
              default -> triggered - 1;
            });
    if (situation.get(WAY).equals("free")) {
      leaver.free();
    } else {
      leaver.disable();
      leaver.modifyCno(situation.get(WAY).equals("other CNO") ? ia.createCno(null) : null);
    }
    SoftwareEvents.post(all.get(triggered - 1), "behind");
    clause("dat_cno_wait.01")
        .returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, new CnoTrigger()));
    // There may be one for each of the other events.
    SoftwareEvents.awaitQuiet(cno);
    all.forEach(SoftwareEvents::drain);
    for (Evd each : all) {
      SoftwareEvents.post(each, "alone");
      CnoTrigger trigger = new CnoTrigger();
      int result = SoftwareEvents.await(cno, trigger);
      for (int late = 0; late < all.size() && trigger.evd() != each; late++) {
        // An earlier notification may be late.
        result = SoftwareEvents.await(cno, trigger);
      }
      clause("dat_cno_wait.01").returns(DatReturn.SUCCESS, result);
      clause("dat_cno_wait.01").that(trigger.evd() == each, "the EVD with the event");
    }
  }

  private static final Dimension<Integer> EVDS = Dimension.number("EVDs of the CNO", 2, 3, 5);
  private static final Dimension<Integer> TAKEN =
      Dimension.occurrence("notifications taken before", 1, 2, 7);
  private static final Dimension<Boolean> AT_ONCE =
      Dimension.moment("the EVDs notify at once", true, false);

  @Test
  @Clauses("dat_cno_wait.01")
  void waitsNameTheEvdsThatHaveGotAnEvent() throws Exception {
    checkInSituations(this::named, EVDS, TAKEN, AT_ONCE);
  }

  /**
   * Lets EVDs notify, takes the notifications, and looks whom later waits name. A notification may
   * be late, but each event gives one at most.
   */
  private void named(Situation situation) {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    List<Evd> all = new ArrayList<>();
    for (int i = 0; i < situation.get(EVDS); i++) {
      all.add(SoftwareEvents.evd(ia, cno));
    }
    List<Evd> untold = new ArrayList<>();
    boolean isAtOnce = situation.get(AT_ONCE);
    for (int i = 0; i < situation.get(TAKEN); i++) {
      Evd evd = all.get(i % all.size());
      SoftwareEvents.post(evd, i);
      untold.add(evd);
      if (!isAtOnce) {
        takeNotifications(cno, untold);
        all.forEach(SoftwareEvents::drain);
      }
    }
    takeNotifications(cno, untold);
    all.forEach(SoftwareEvents::drain);
    Evd last = all.get(all.size() - 1);
    for (Evd each : List.of(last, all.get(0), last)) {
      SoftwareEvents.post(each, "next");
      untold.add(each);
      CnoTrigger trigger = new CnoTrigger();
      do {
        clause("dat_cno_wait.01").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
        clause("dat_cno_wait.01")
            .that(untold.remove(trigger.evd()), "a wait names an EVD for each of its events once");
      } while (trigger.evd() != each && !untold.isEmpty());
      clause("dat_cno_wait.01").that(trigger.evd() == each, "the EVD with an event is named");
      clause("dat_cno_wait.01").equal("next", SoftwareEvents.drain(each), "events of this EVD");
    }
  }

  /** Takes notifications until a wait has found none. */
  private void takeNotifications(Cno cno, List<Evd> untold) {
    CnoTrigger trigger = new CnoTrigger();
    while (cno.await(SoftwareEvents.SHORT_MICROS, trigger) == DatReturn.SUCCESS) {
      if (!untold.remove(trigger.evd())) {
        clause("dat_cno_wait.01").that(false, "a wait named an EVD without a new event");
        return;
      }
    }
  }

  @Test
  @Clauses("dat_cno_wait.08")
  void disabledEvdGivesNoNotification() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    Evd other = SoftwareEvents.evd(ia, cno);
    evd.disable();
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_wait.08")
        .that(SoftwareEvents.quiet(cno), "no notification by the disabled one");
    SoftwareEvents.post(other, "two");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.08").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_cno_wait.08").that(trigger.evd() == other, "the enabled one is named");
    clause("dat_cno_wait.08").that(SoftwareEvents.quiet(cno), "nothing follows");
  }

  private static final Dimension<Integer> BELOW =
      Dimension.number("events below the threshold of the direct wait", 1, 2);
  private static final Dimension<String> ENDING =
      Dimension.choice("end of the direct wait", "served", "interrupted", "set unwaitable");

  @Test
  @Clauses("dat_cno_wait.09")
  void waitedEvdGivesNoNotification() throws Exception {
    checkInSituations(this::waited, BELOW, ENDING);
  }

  private void waited(Situation situation) throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    int below = situation.get(BELOW);
    BackgroundCall<Integer> direct =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, below + 1, new DatEvent()));
    SoftwareEvents.awaitWaiter(evd);
    StringBuilder left = new StringBuilder();
    for (int i = 0; i < below; i++) {
      SoftwareEvents.post(evd, i);
      left.append(i).append(' ');
    }
    clause("dat_cno_wait.09")
        .that(SoftwareEvents.quiet(cno), "below the threshold of the direct waiter");
    switch (situation.get(ENDING)) {
      case "served" -> {
        SoftwareEvents.post(evd, below);
        clause("dat_cno_wait.09").returns(DatReturn.SUCCESS, direct.get());
        left.delete(0, 2).append(below).append(' ');
      }
      case "interrupted" -> {
        direct.interrupt();
        clause("dat_cno_wait.09").returns(DatReturn.INTERRUPTED_CALL, direct.get());
      }
      default -> {
        evd.setUnwaitable();
        clause("dat_cno_wait.09").throwsDat(DatReturn.INVALID_STATE, direct::get);
      }
    }
    clause("dat_cno_wait.09").that(SoftwareEvents.quiet(cno), "after the direct wait has ended");
    SoftwareEvents.post(evd, "behind");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.09").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_cno_wait.09").equal(left + "behind", SoftwareEvents.drain(evd), "events left");
  }

  /** Checks that a wait ended with no EVD and not by time-out (decision DAT-D18). */
  private void endedWithoutEvd(String id, CnoWaiter waiter, int result) {
    clause(id).returnsOtherThan(DatReturn.QUEUE_EMPTY, result);
    clause(id).equal(null, waiter.trigger.evd(), "EVD");
  }

  @Test
  @Clauses("dat_cno_wait.10")
  void closeOfTheAdapterEndsAllWaits() throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      Ia ia = open();
      Cno cno = ia.createCno(null);
      SoftwareEvents.evd(ia, cno);
      CnoWaiter first = new CnoWaiter(cno);
      CnoWaiter second = new CnoWaiter(cno);
      ia.close(CloseFlags.ABRUPT);
      if (ended("dat_cno_wait.10", first) & ended("dat_cno_wait.10", second)) {
        return;
      }
    }
    clause("dat_cno_wait.10").that(false, "no wait had begun before the close");
  }

  /** Checks the end of a wait; false if it began too late and found a closed adapter. */
  private boolean ended(String id, CnoWaiter waiter) throws Exception {
    try {
      endedWithoutEvd(id, waiter, waiter.call.get());
      return true;
    } catch (DatException tooLate) {
      clause(id)
          .equal(DatReturn.name(DatReturn.INVALID_HANDLE), DatReturn.name(tooLate.type()), "late");
      return false;
    }
  }

  @Test
  @Clauses("dat_cno_wait.11")
  void freeOfTheLastEvdEndsAllWaits() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd one = SoftwareEvents.evd(ia, cno);
    Evd other = SoftwareEvents.evd(ia, cno);
    CnoWaiter first = new CnoWaiter(cno);
    CnoWaiter second = new CnoWaiter(cno);
    one.free();
    clause("dat_cno_wait.11")
        .that(!first.call.done() && !second.call.done(), "the waits go on while an EVD is left");
    other.free();
    endAfterTheFree(ia, cno, first, second);
    clause("dat_cno_wait.11").succeeds("free of the unused object", cno::free);
  }

  /** Checks that the free of the last EVD has ended waits, or that of the next one does. */
  private void endAfterTheFree(Ia ia, Cno cno, CnoWaiter... waiters) throws Exception {
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    for (CnoWaiter waiter : waiters) {
      while (!waiter.call.done() && System.nanoTime() - deadline < 0) {
        // One that had not begun to wait is ended by the next.
        SoftwareEvents.evd(ia, cno).free();
      }
      endedWithoutEvd("dat_cno_wait.11", waiter, waiter.call.get());
    }
  }

  private static final Dimension<String> EARLIER_LEAVER =
      Dimension.occurrence(
          "another EVD before", "freed", "left for no CNO", "left for another CNO");

  @Test
  @Clauses("dat_cno_wait.11")
  void freeOfTheLastEvdEndsTheWaitWhateverBecameOfTheOthers() throws Exception {
    checkInSituations(
        situation -> {
          Ia ia = open();
          Cno cno = ia.createCno(null);
          Evd last = SoftwareEvents.evd(ia, cno);
          for (int i = 0; i < 2; i++) {
            Evd other = SoftwareEvents.evd(ia, cno);
            switch (situation.get(EARLIER_LEAVER)) {
              case "freed" -> other.free();
              case "left for no CNO" -> other.modifyCno(null);
              default -> other.modifyCno(ia.createCno(null));
            }
          }
          CnoWaiter waiter = new CnoWaiter(cno);
          last.free();
          endAfterTheFree(ia, cno, waiter);
        },
        EARLIER_LEAVER);
  }

  @Test
  @Clauses("dat_cno_wait.12")
  void waitWithoutEvdIsEndedByOneThatIsAttached() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    clause("dat_cno_wait.12").that(SoftwareEvents.quiet(cno), "a wait without EVDs times out");
    CnoWaiter waiter = new CnoWaiter(cno);
    clause("dat_cno_wait.12").that(!waiter.call.done(), "the wait blocks");
    Evd evd = SoftwareEvents.evd(ia, null);
    evd.modifyCno(cno);
    clause("dat_cno_wait.12").that(!waiter.call.done(), "the attachment alone is no event");
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_wait.12").returns(DatReturn.SUCCESS, waiter.call.get());
    clause("dat_cno_wait.12").that(waiter.trigger.evd() == evd, "the EVD is named");
  }

  @Test
  @Clauses("dat_cno_wait.13")
  void interruptEndsTheWait() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    CnoWaiter waiter = new CnoWaiter(cno);
    waiter.call.interrupt();
    clause("dat_cno_wait.13").returns(DatReturn.INTERRUPTED_CALL, waiter.call.get());
    clause("dat_cno_wait.13").equal(null, waiter.trigger.evd(), "EVD");
    SoftwareEvents.post(evd, "one");
    clause("dat_cno_wait.13")
        .returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, new CnoTrigger()));
    clause("dat_cno_wait.13").equal("one", SoftwareEvents.drain(evd), "events");
  }

  @Test
  @Clauses({"dat_cno_wait.14", "dat_cno_wait.15"})
  void severalThreadsWait() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    List<CnoWaiter> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(new CnoWaiter(cno));
    }
    Set<CnoWaiter> woken = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      if (woken.size() == 3) {
        break;
      }
      SoftwareEvents.post(evd, "go");
      int before = woken.size();
      long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
      while (woken.size() == before && System.nanoTime() - deadline < 0) {
        for (CnoWaiter each : waiting) {
          if (each.call.done()) {
            woken.add(each);
          }
        }
        Thread.onSpinWait();
      }
      clause("dat_cno_wait.14").that(woken.size() > before, "a notification wakes a thread");
    }
    for (CnoWaiter each : waiting) {
      clause("dat_cno_wait.15").returns(DatReturn.SUCCESS, each.call.get());
      clause("dat_cno_wait.15").that(each.trigger.evd() == evd, "each learns of the EVD");
    }
  }
}
