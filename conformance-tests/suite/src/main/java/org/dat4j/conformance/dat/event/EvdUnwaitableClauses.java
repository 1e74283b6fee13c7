package org.dat4j.conformance.dat.event;

import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EvdOverflow;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_evd_set_unwaitable and dat_evd_clear_unwaitable, which forbid and permit waits on an
 * EVD.
 */
class EvdUnwaitableClauses extends DatTest {
  private static final int ROUNDS = 30;

  private static int waitable(Evd evd) {
    return evd.query().evdState() & EvdState.WAIT_MASK;
  }

  @Test
  @Clauses({
    "dat_evd_set_unwaitable.01",
    "dat_evd_set_unwaitable.02",
    "dat_evd_set_unwaitable.07",
    "dat_evd_clear_unwaitable.01",
    "dat_evd_clear_unwaitable.02"
  })
  void settingAndClearingRepeat() {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    for (int i = 0; i < 2; i++) {
      clause("dat_evd_set_unwaitable.01").succeeds("setting it", evd::setUnwaitable);
      clause("dat_evd_set_unwaitable.01").equal(EvdState.UNWAITABLE, waitable(evd), "state");
      clause("dat_evd_set_unwaitable.07").succeeds("setting it again", evd::setUnwaitable);
      clause("dat_evd_set_unwaitable.07").equal(EvdState.UNWAITABLE, waitable(evd), "state");
      for (String time : List.of("first", "second")) {
        clause("dat_evd_clear_unwaitable.01").succeeds(time + " call", evd::clearUnwaitable);
        clause("dat_evd_clear_unwaitable.01")
            .equal(EvdState.WAITABLE, waitable(evd), "state after the " + time + " call");
      }
    }
    evd.free();
    clause("dat_evd_set_unwaitable.02").throwsDat(DatReturn.INVALID_HANDLE, evd::setUnwaitable);
    clause("dat_evd_clear_unwaitable.02").throwsDat(DatReturn.INVALID_HANDLE, evd::clearUnwaitable);
  }

  private static final Dimension<Boolean> ENABLED =
      Dimension.attributes("enabled at first", true, false);
  private static final Dimension<Boolean> WAITABLE =
      Dimension.attributes("waitable at first", true, false);
  private static final String ENABLE = "enable";
  private static final String DISABLE = "disable";
  private static final String SET_UNWAITABLE = "set unwaitable";
  private static final String CLEAR_UNWAITABLE = "clear unwaitable";
  private static final Dimension<String> FIRST =
      Dimension.choice("first call", ENABLE, DISABLE, SET_UNWAITABLE, CLEAR_UNWAITABLE);
  private static final Dimension<String> SECOND =
      Dimension.choice("second call", ENABLE, DISABLE, SET_UNWAITABLE, CLEAR_UNWAITABLE);

  @Test
  @Clauses({
    "dat_evd_enable.01",
    "dat_evd_disable.01",
    "dat_evd_set_unwaitable.01",
    "dat_evd_clear_unwaitable.04"
  })
  void eachCallChangesItsHalfOfTheStateOnly() throws Exception {
    checkInSituations(this::changeState, ENABLED, WAITABLE, FIRST, SECOND);
  }

  private void changeState(Situation situation) {
    Evd evd = SoftwareEvents.evd(open(), null);
    boolean isEnabled = situation.get(ENABLED);
    boolean isWaitable = situation.get(WAITABLE);
    if (!isEnabled) {
      evd.disable();
    }
    if (!isWaitable) {
      evd.setUnwaitable();
    }
    for (String call : List.of(situation.get(FIRST), situation.get(SECOND))) {
      String id;
      switch (call) {
        case ENABLE -> {
          id = "dat_evd_enable.01";
          evd.enable();
          isEnabled = true;
        }
        case DISABLE -> {
          id = "dat_evd_disable.01";
          evd.disable();
          isEnabled = false;
        }
        case SET_UNWAITABLE -> {
          id = "dat_evd_set_unwaitable.01";
          evd.setUnwaitable();
          isWaitable = false;
        }
        default -> {
          id = "dat_evd_clear_unwaitable.04";
          evd.clearUnwaitable();
          isWaitable = true;
        }
      }
      int state =
          (isEnabled ? EvdState.ENABLED : EvdState.DISABLED)
              | (isWaitable ? EvdState.WAITABLE : EvdState.UNWAITABLE);
      int known = EvdState.ENABLE_MASK | EvdState.WAIT_MASK;
      clause(id).equal(state, evd.query().evdState() & known, "state after " + call);
      if (isWaitable) {
        clause(id).returns(DatReturn.TIMEOUT_EXPIRED, evd.await(0, 1, new DatEvent()));
      } else {
        clause(id).throwsDat(DatReturn.INVALID_STATE, () -> evd.await(0, 1, new DatEvent()));
      }
    }
  }

  @Test
  @Clauses({
    "dat_evd_set_unwaitable.03",
    "dat_evd_set_unwaitable.05",
    "dat_evd_clear_unwaitable.03"
  })
  void unwaitableEvdIsDequeuedOnly() {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    DatEvent event = new DatEvent();
    SoftwareEvents.post(evd, "one");
    evd.setUnwaitable();
    SoftwareEvents.post(evd, "two");
    for (long timeout : new long[] {0, 1000, DatConstants.TIMEOUT_INFINITE}) {
      clause("dat_evd_set_unwaitable.03")
          .throwsDat(DatReturn.INVALID_STATE, () -> evd.await(timeout, 1, event));
    }
    clause("dat_evd_set_unwaitable.05").returns(DatReturn.SUCCESS, evd.dequeue(event));
    clause("dat_evd_set_unwaitable.05").equal("one", event.pointer(), "event");
    SoftwareEvents.post(evd, "three");
    evd.clearUnwaitable();
    clause("dat_evd_clear_unwaitable.03").returns(DatReturn.SUCCESS, evd.await(0, 2, event));
    clause("dat_evd_clear_unwaitable.03").equal("two", event.pointer(), "event queued before");
    clause("dat_evd_clear_unwaitable.03").returns(DatReturn.SUCCESS, evd.await(0, 1, event));
    clause("dat_evd_clear_unwaitable.03").equal("three", event.pointer(), "event queued meanwhile");
  }

  @Test
  @Clauses({"dat_evd_set_unwaitable.04", "dat_evd_set_unwaitable.09"})
  void waiterIsSentAwayEvenIfWaitsArePermittedAtOnce() throws Exception {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    for (int i = 0; i < ROUNDS; i++) {
      BackgroundCall<Integer> waiter =
          background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 2, new DatEvent()));
      SoftwareEvents.awaitWaiter(evd);
      SoftwareEvents.post(evd, "left");
      evd.setUnwaitable();
      evd.clearUnwaitable();
      clause("dat_evd_set_unwaitable.04").throwsDat(DatReturn.INVALID_STATE, waiter::get);
      clause("dat_evd_set_unwaitable.09")
          .equal("left", AdapterFixture.await(evd).pointer(), "event that the next wait takes");
    }
  }

  @Test
  @Clauses({"dat_evd_set_unwaitable.06", "dat_evd_clear_unwaitable.04"})
  void notificationsGoOn() {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    evd.setUnwaitable();
    SoftwareEvents.post(evd, "one");
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_evd_set_unwaitable.06")
        .returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_evd_set_unwaitable.06").that(trigger.evd() == evd, "the EVD is named");
    evd.disable();
    evd.clearUnwaitable();
    clause("dat_evd_clear_unwaitable.04")
        .equal(EvdState.DISABLED, evd.query().evdState() & EvdState.ENABLE_MASK, "still disabled");
    clause("dat_evd_clear_unwaitable.04").that(evd.query().cno() == cno, "the same CNO");
    SoftwareEvents.post(evd, "two");
    clause("dat_evd_clear_unwaitable.04").that(SoftwareEvents.quiet(cno), "and not notified");
    evd.setUnwaitable();
    evd.enable();
    evd.clearUnwaitable();
    clause("dat_evd_clear_unwaitable.04")
        .equal(EvdState.ENABLED, evd.query().evdState() & EvdState.ENABLE_MASK, "still enabled");
    SoftwareEvents.post(evd, "three");
    clause("dat_evd_clear_unwaitable.04")
        .returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_set_unwaitable.08")
  void unwaitableEvdOverflows() {
    AdapterFixture node = node();
    EvdOverflow lost = new EvdOverflow(node, peer());
    lost.evd().setUnwaitable();
    lost.happen();
    DatEvent overflow = AdapterFixture.await(node.ia().query().asyncEvd());
    clause("dat_evd_set_unwaitable.08")
        .equal(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, overflow.number(), "event");
    clause("dat_evd_set_unwaitable.08").that(overflow.asyncObject() == lost.evd(), "dat_handle");
  }

  @Test
  @Clauses("dat_evd_clear_unwaitable.05")
  void clearingGoesWithOtherCalls() throws Exception {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    BackgroundCall<Integer> setter =
        background(
            () -> {
              for (int i = 0; i < ROUNDS; i++) {
                evd.setUnwaitable();
                Thread.onSpinWait();
                evd.clearUnwaitable();
              }
              return waitable(evd);
            });
    DatEvent event = new DatEvent();
    int taken = 0;
    for (int i = 0; i < ROUNDS; i++) {
      SoftwareEvents.post(evd, i);
      try {
        taken += evd.await(0, 1, event) == DatReturn.SUCCESS ? 1 : 0;
      } catch (DatException refused) {
        clause("dat_evd_clear_unwaitable.05")
            .equal(DatReturn.INVALID_STATE, refused.type(), "type of the refusal");
        taken += evd.dequeue(event) == DatReturn.SUCCESS ? 1 : 0;
      }
    }
    clause("dat_evd_clear_unwaitable.05")
        .equal(EvdState.WAITABLE, (int) setter.get(), "state at the end");
    clause("dat_evd_clear_unwaitable.05").equal(ROUNDS, taken, "events taken");
  }
}
