package org.dat4j.conformance.dat.event;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/**
 * Tests of EVDs with a CNO: dat_evd_modify_cno sets the CNO, dat_evd_enable and dat_evd_disable
 * switch its notification.
 */
class EvdCnoClauses extends DatTest {
  private static final int ROUNDS = 50;

  private static int enabled(Evd evd) {
    return evd.query().evdState() & EvdState.ENABLE_MASK;
  }

  private void notified(String id, Cno cno, Evd evd) {
    CnoTrigger trigger = new CnoTrigger();
    clause(id).returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause(id).that(trigger.evd() == evd, "the EVD of the notification");
  }

  @Test
  @Clauses({"dat_evd_create.05", "dat_evd_modify_cno.03", "dat_evd_modify_cno.04"})
  void unusableCnoIsRefused() {
    Ia ia = open();
    Cno freed = ia.createCno(null);
    freed.free();
    Evd evd = SoftwareEvents.evd(ia, null);
    Cno good = ia.createCno(null);
    evd.modifyCno(good);
    clause("dat_evd_create.05")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> ia.createEvd(8, freed, EvdFlags.DTO));
    clause("dat_evd_modify_cno.03").throwsDat(DatReturn.INVALID_HANDLE, () -> evd.modifyCno(freed));
    clause("dat_evd_modify_cno.03").that(evd.query().cno() == good, "the CNO is unchanged");
    Cno foreign = open().createCno(null);
    clause("dat_evd_modify_cno.04")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> evd.modifyCno(foreign));
    clause("dat_evd_modify_cno.04").that(evd.query().cno() == good, "the CNO is unchanged");
    clause("dat_evd_modify_cno.04").succeeds("free of the other instance's CNO", foreign::free);
    evd.free();
    clause("dat_evd_modify_cno.03").throwsDat(DatReturn.INVALID_HANDLE, () -> evd.modifyCno(good));
    clause("dat_evd_modify_cno.03").throwsDat(DatReturn.INVALID_HANDLE, () -> evd.modifyCno(null));
  }

  @Test
  @Clauses({"dat_evd_create.14", "dat_evd_free.08"})
  void evdKeepsItsCno() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = ia.createEvd(8, cno, EvdFlags.DTO);
    clause("dat_evd_create.14").that(evd.query().cno() == cno, "the CNO of the creation");
    clause("dat_evd_create.14")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_CNO_IN_USE, cno::free);
    evd.modifyCno(null);
    clause("dat_evd_create.14").succeeds("free after another was set", cno::free);
    Cno second = ia.createCno(null);
    evd.modifyCno(second);
    clause("dat_evd_free.08").throwsDat(DatReturn.INVALID_STATE, second::free);
    evd.free();
    clause("dat_evd_free.08").succeeds("free after the EVD's free", second::free);
  }

  @Test
  @Clauses({
    "dat_evd_modify_cno.01",
    "dat_evd_modify_cno.02",
    "dat_evd_modify_cno.05",
    "dat_evd_modify_cno.07",
    "dat_evd_modify_cno.08"
  })
  void eventsNotifyTheObjectThatIsSet() {
    Ia ia = open();
    Cno first = ia.createCno(null);
    Cno second = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, first);
    SoftwareEvents.post(evd, "one");
    notified("dat_evd_modify_cno.05", first, evd);
    evd.modifyCno(second);
    clause("dat_evd_modify_cno.01").that(evd.query().cno() == second, "a query tells the new one");
    SoftwareEvents.post(evd, "two");
    notified("dat_evd_modify_cno.05", second, evd);
    clause("dat_evd_modify_cno.05")
        .that(SoftwareEvents.quiet(first), "the old one is not notified");
    clause("dat_evd_modify_cno.07").throwsDat(DatReturn.INVALID_STATE, second::free);
    clause("dat_evd_modify_cno.07").succeeds("free of the old one", first::free);
    evd.modifyCno(null);
    clause("dat_evd_modify_cno.02").equal(null, evd.query().cno(), "CNO");
    SoftwareEvents.post(evd, "three");
    clause("dat_evd_modify_cno.02")
        .that(SoftwareEvents.quiet(second), "later events notify nobody");
    clause("dat_evd_modify_cno.08").equal("one two three", SoftwareEvents.drain(evd), "events");
    clause("dat_evd_modify_cno.07").succeeds("free of the last one", second::free);
  }

  private static final Dimension<Integer> QUEUED =
      Dimension.number("events queued before the change", 1, 2, 8);
  private static final Dimension<String> CNO_BEFORE =
      Dimension.occurrence("CNO before", "none", "another", "another, then none");

  @Test
  @Clauses({"dat_evd_modify_cno.05", "dat_evd_modify_cno.08", "dat_evd_modify_cno.10"})
  void onlyLaterEventsNotifyTheObjectThatIsSet() throws Exception {
    checkInSituations(this::setBehindEvents, QUEUED, CNO_BEFORE);
  }

  private void setBehindEvents(Situation situation) {
    Ia ia = open();
    String before = situation.get(CNO_BEFORE);
    Cno old = before.equals("none") ? null : ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, old);
    if (before.endsWith("then none")) {
      evd.modifyCno(null);
    }
    int queued = situation.get(QUEUED);
    for (int i = 0; i < queued; i++) {
      SoftwareEvents.post(evd, "early");
    }
    if (old != null) {
      // Its notifications may be late, and a late one may go to the CNO that is set then.
      SoftwareEvents.awaitQuiet(old);
    }
    Cno cno = ia.createCno(null);
    evd.modifyCno(cno);
    clause("dat_evd_modify_cno.10").that(SoftwareEvents.quiet(cno), "earlier events notify nobody");
    clause("dat_evd_modify_cno.08")
        .equal(
            String.join(" ", Collections.nCopies(queued, "early")),
            SoftwareEvents.drain(evd),
            "events");
    SoftwareEvents.post(evd, "late");
    notified("dat_evd_modify_cno.05", cno, evd);
  }

  @Test
  @Clauses("dat_evd_modify_cno.06")
  void disabledEvdLeavesNothingOnTheOldObject() {
    Ia ia = open();
    Cno old = ia.createCno(null);
    Cno next = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, old);
    evd.disable();
    SoftwareEvents.post(evd, "while disabled");
    evd.modifyCno(next);
    SoftwareEvents.post(evd, "still disabled");
    evd.enable();
    SoftwareEvents.post(evd, "enabled");
    notified("dat_evd_modify_cno.06", next, evd);
    clause("dat_evd_modify_cno.06").that(SoftwareEvents.quiet(old), "the old one is not notified");
  }

  private void switched(String id, Evd evd, Action call, int state, String what) {
    clause(id)
        .succeeds(
            what + " and the query after it",
            () -> {
              call.run();
              clause(id).equal(state, enabled(evd), "state after the " + what);
            });
  }

  @Test
  @Clauses({"dat_evd_enable.01", "dat_evd_disable.01", "dat_evd_enable.02", "dat_evd_disable.02"})
  void enablingAndDisablingRepeat() {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    for (int i = 0; i < 2; i++) {
      for (String time : List.of("first", "second")) {
        switched("dat_evd_enable.01", evd, evd::enable, EvdState.ENABLED, time + " enable");
      }
      for (String time : List.of("first", "second")) {
        switched("dat_evd_disable.01", evd, evd::disable, EvdState.DISABLED, time + " disable");
      }
    }
    evd.free();
    clause("dat_evd_enable.02").throwsDat(DatReturn.INVALID_HANDLE, evd::enable);
    clause("dat_evd_disable.02").throwsDat(DatReturn.INVALID_HANDLE, evd::disable);
  }

  @Test
  @Clauses({"dat_evd_enable.03", "dat_evd_disable.03", "dat_evd_disable.04"})
  void onlyEnabledEvdWakesTheWaiter() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    CnoTrigger trigger = new CnoTrigger();
    BackgroundCall<Integer> waiter = background(() -> SoftwareEvents.await(cno, trigger));
    SoftwareEvents.seemsToWait(waiter);
    evd.disable();
    SoftwareEvents.post(evd, "one");
    clause("dat_evd_disable.03").that(!waiter.done(), "the wait goes on");
    clause("dat_evd_disable.04").equal("one", SoftwareEvents.drain(evd), "events by dequeue");
    SoftwareEvents.post(evd, "two");
    DatEvent direct = new DatEvent();
    clause("dat_evd_disable.04")
        .succeeds(
            "a direct wait",
            () -> clause("dat_evd_disable.04").returns(DatReturn.SUCCESS, evd.await(0, 1, direct)));
    clause("dat_evd_disable.04").equal("two", direct.pointer(), "event by a direct wait");
    evd.enable();
    SoftwareEvents.post(evd, "three");
    clause("dat_evd_enable.03").returns(DatReturn.SUCCESS, waiter.get());
    clause("dat_evd_enable.03").that(trigger.evd() == evd, "the EVD is named");
    evd.disable();
    SoftwareEvents.post(evd, "four");
    clause("dat_evd_disable.03").that(SoftwareEvents.quiet(cno), "no notification while disabled");
  }

  @Test
  @Clauses({"dat_evd_disable.03", "dat_evd_set_unwaitable.06"})
  void unwaitableEvdTriggersItsCnoOnlyWhileItIsEnabled() {
    Ia ia = open();
    for (boolean disabledFirst : new boolean[] {true, false}) {
      Cno cno = ia.createCno(null);
      Evd evd = SoftwareEvents.evd(ia, cno);
      if (disabledFirst) {
        evd.disable();
        evd.setUnwaitable();
      } else {
        evd.setUnwaitable();
        evd.disable();
      }
      SoftwareEvents.post(evd, "one");
      clause("dat_evd_disable.03")
          .that(SoftwareEvents.quiet(cno), "no notification while disabled");
      evd.enable();
      SoftwareEvents.post(evd, "two");
      CnoTrigger trigger = new CnoTrigger();
      clause("dat_evd_set_unwaitable.06")
          .returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
      clause("dat_evd_set_unwaitable.06").that(trigger.evd() == evd, "the EVD is named");
    }
  }

  @Test
  @Clauses({"dat_evd_enable.04", "dat_evd_enable.05", "dat_evd_wait.17"})
  void directWaiterGoesBeforeTheCno() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    DatEvent event = new DatEvent();
    BackgroundCall<Integer> direct =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 3, event));
    SoftwareEvents.awaitWaiter(evd);
    evd.disable();
    evd.enable();
    clause("dat_evd_enable.04").that(!direct.done(), "the direct wait goes on");
    SoftwareEvents.post(evd, "one");
    evd.disable();
    SoftwareEvents.post(evd, "two");
    evd.enable();
    clause("dat_evd_wait.17")
        .that(SoftwareEvents.quiet(cno), "no notification during the direct wait");
    clause("dat_evd_enable.04").that(!direct.done(), "two events are below its threshold");
    SoftwareEvents.post(evd, "three");
    clause("dat_evd_enable.05").returns(DatReturn.SUCCESS, direct.get());
    clause("dat_evd_enable.05").equal("one", event.pointer(), "the event of the direct waiter");
    clause("dat_evd_enable.05").that(SoftwareEvents.quiet(cno), "no notification for its events");
    clause("dat_evd_wait.17").equal("two three", SoftwareEvents.drain(evd), "events left");
  }

  @Test
  @Clauses({"dat_evd_enable.06", "dat_evd_disable.06"})
  void switchingGoesWithWaitsAndArrivals() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = ia.createEvd(2 * ROUNDS, cno, EvdFlags.SOFTWARE);
    BackgroundCall<Integer> switcher =
        background(
            () -> {
              for (int i = 0; i < ROUNDS; i++) {
                evd.disable();
                evd.enable();
              }
              return enabled(evd);
            });
    BackgroundCall<List<Object>> direct =
        background(
            () -> {
              List<Object> taken = new ArrayList<>();
              while (taken.size() < ROUNDS) {
                taken.add(AdapterFixture.await(evd).pointer());
              }
              return taken;
            });
    List<Object> posted = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      posted.add(i);
      SoftwareEvents.post(evd, i);
    }
    clause("dat_evd_enable.06").equal(EvdState.ENABLED, (int) switcher.get(), "state at the end");
    clause("dat_evd_disable.06").equal(posted, direct.get(), "events that the direct waits took");
    // There are notifications where no direct wait was under way.
    SoftwareEvents.awaitQuiet(cno);
    SoftwareEvents.post(evd, "last");
    notified("dat_evd_enable.06", cno, evd);
  }
}
