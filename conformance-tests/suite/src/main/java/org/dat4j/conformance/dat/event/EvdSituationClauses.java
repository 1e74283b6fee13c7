package org.dat4j.conformance.dat.event;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Limit;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/**
 * Tests of the calls that make, ask, resize and tie an EVD, in situations: EVDs of each length,
 * empty and full, used before, resized before, one of several.
 */
class EvdSituationClauses extends DatTest {
  /** The longest EVD that a test fills. */
  private static final int MOST_EVENTS = 1000;

  private static final int USUAL = 64;
  private static final Dimension<Limit> LENGTH = SharedDimensions.limits("length of the EVD");
  private static final Dimension<Occurrence> HISTORY =
      SharedDimensions.OCCURRENCE.only(each -> each != Occurrence.AFTER_RECONNECT);
  private static final Dimension<Amount> EVDS = SharedDimensions.numbers("number of EVDs");
  private static final int MOST_EVDS = 40;

  private static int most(Ia ia) {
    return Math.min(MOST_EVENTS, ia.query().iaAttr().maxEvdQlen());
  }

  private static int length(Evd evd) {
    return evd.query().evdQlen();
  }

  private static DatEvent software(Object pointer) {
    return new DatEvent().setSoftware(pointer);
  }

  private static void fill(Evd evd) {
    for (int i = length(evd); i > 0; i--) {
      evd.postSe(software("before"));
    }
  }

  /** Brings an EVD into the state that an occurrence says: it is empty afterwards. */
  private static void bring(Evd evd, Occurrence occurrence, int most) {
    switch (occurrence) {
      case SECOND -> SoftwareEvents.post(evd, "before");
      case AFTER_DRAIN -> fill(evd);
      case AFTER_RESIZE -> {
        SoftwareEvents.post(evd, "before");
        evd.resize(Math.max(length(evd), Math.min(most, 2 * length(evd))));
      }
      default -> {
        // Nothing comes before.
      }
    }
    SoftwareEvents.drain(evd);
  }

  @Test
  @Clauses({
    "dat_evd_create.09",
    "dat_evd_create.11",
    "dat_evd_query.05",
    "dat_evd_post_se.06",
    "dat_evd_post_se.10"
  })
  void evdsOfEachLengthHoldTheirEventsInOrder() throws Exception {
    checkInSituations(this::holds, LENGTH, HISTORY, EVDS);
  }

  private void holds(Situation situation) {
    Ia ia = open();
    int most = most(ia);
    int wanted = situation.get(LENGTH).of(1, most, USUAL);
    List<Evd> evds = new ArrayList<>();
    for (int i = situation.get(EVDS).of(MOST_EVDS); i > 0; i--) {
      Evd evd = ia.createEvd(wanted, null, EvdFlags.SOFTWARE);
      clause("dat_evd_create.09").that(length(evd) >= wanted, "holds at least " + wanted);
      clause("dat_evd_create.11").that(AdapterFixture.empty(evd), "a new EVD is empty");
      bring(evd, situation.get(HISTORY), most);
      evds.add(evd);
    }
    List<Integer> posted = new ArrayList<>();
    for (Evd evd : evds) {
      int fit = 0;
      while (evd.postSe(software(fit)) == DatReturn.SUCCESS) {
        fit++;
      }
      posted.add(fit);
      clause("dat_evd_query.05").that(fit >= length(evd), fit + " fit of " + length(evd));
      clause("dat_evd_post_se.06").returns(DatReturn.QUEUE_FULL, evd.postSe(software("again")));
    }
    DatEvent event = new DatEvent();
    for (int i = 0; i < evds.size(); i++) {
      Evd evd = evds.get(i);
      for (int j = 0; j < posted.get(i); j++) {
        clause("dat_evd_post_se.10").returns(DatReturn.SUCCESS, evd.dequeue(event));
        clause("dat_evd_post_se.10").equal(j, event.pointer(), "event of EVD " + i);
        clause("dat_evd_post_se.10").that(event.evd() == evd, "its EVD");
      }
      clause("dat_evd_post_se.06").that(AdapterFixture.empty(evd), "none of the refused events");
    }
  }

  private static final Dimension<Amount> QUEUED = SharedDimensions.numbers("events queued");
  private static final Dimension<String> CHANGE =
      Dimension.choice("resize", "twice as long", "one longer", "as long as it is", "shorter");

  @Test
  @Clauses({
    "dat_evd_resize.01",
    "dat_evd_resize.05",
    "dat_evd_resize.06",
    "dat_evd_resize.08",
    "dat_evd_resize.09"
  })
  void resizedEvdKeepsItsEventsAndHoldsItsNewLength() throws Exception {
    checkInSituations(this::resized, LENGTH, QUEUED, CHANGE, HISTORY);
  }

  private void resized(Situation situation) {
    Ia ia = open();
    int most = most(ia);
    Evd evd = ia.createEvd(situation.get(LENGTH).of(1, most, USUAL), null, EvdFlags.SOFTWARE);
    bring(evd, situation.get(HISTORY), most);
    int before = length(evd);
    int queued = situation.get(QUEUED).of(before);
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < queued; i++) {
      evd.postSe(software(i));
      expected.add(i);
    }
    String change = situation.get(CHANGE);
    int wanted =
        switch (change) {
          case "twice as long" -> 2 * before;
          case "one longer" -> before + 1;
          case "as long as it is" -> before;
          default -> Math.max(1, before / 2);
        };
    wanted = Math.min(wanted, ia.query().iaAttr().maxEvdQlen());
    boolean shorter = wanted < before;
    String id =
        shorter
            ? queued > wanted ? "dat_evd_resize.08" : "dat_evd_resize.09"
            : wanted == before ? "dat_evd_resize.05" : "dat_evd_resize.01";
    int result = DatReturn.SUCCESS;
    try {
      evd.resize(wanted);
    } catch (DatException refused) {
      result = refused.type();
    }
    if (shorter) {
      clause(id)
          .outcome(
              DatReturn.name(result),
              DatReturn.name(DatReturn.SUCCESS),
              DatReturn.name(DatReturn.INVALID_STATE));
    } else {
      clause(id).returns(DatReturn.SUCCESS, result);
    }
    int now = length(evd);
    clause(id)
        .that(
            result == DatReturn.SUCCESS ? now >= wanted : now == before,
            "length " + now + " after a resize from " + before + " to " + wanted);
    // What is free behind the queued events can be filled.
    while (expected.size() < now) {
      clause(id).returns(DatReturn.SUCCESS, evd.postSe(software(expected.size())));
      expected.add(expected.size());
    }
    List<Object> found = new ArrayList<>();
    DatEvent event = new DatEvent();
    while (evd.dequeue(event) == DatReturn.SUCCESS) {
      found.add(event.pointer());
    }
    clause("dat_evd_resize.06").equal(expected, found, "events in their order");
  }

  private static final Dimension<Amount> TIES = SharedDimensions.numbers("EVDs of the CNO");
  private static final Dimension<Amount> CHANGES =
      SharedDimensions.numbers("changes of the CNO before");
  private static final Dimension<Boolean> AFTER =
      Dimension.moment("events before the last change", true, false);

  @Test
  @Clauses({
    "dat_evd_modify_cno.01",
    "dat_evd_modify_cno.02",
    "dat_evd_modify_cno.05",
    "dat_evd_modify_cno.07",
    "dat_evd_modify_cno.08"
  })
  void eventsNotifyTheCnoThatWasSetLast() throws Exception {
    checkInSituations(this::notifiesTheLast, TIES, CHANGES, AFTER);
  }

  private void notifiesTheLast(Situation situation) {
    Ia ia = open();
    Cno first = ia.createCno(null);
    Cno last = ia.createCno(null);
    int ties = situation.get(TIES).of(MOST_EVDS);
    List<Evd> evds = new ArrayList<>();
    for (int i = 0; i < ties; i++) {
      Evd evd = SoftwareEvents.evd(ia, first);
      for (int change = situation.get(CHANGES).of(9); change > 0; change--) {
        Cno next = change % 3 == 0 ? null : change % 3 == 1 ? first : last;
        evd.modifyCno(next);
        clause("dat_evd_modify_cno.01").that(evd.query().cno() == next, "the CNO of the query");
      }
      evds.add(evd);
    }
    if (situation.get(AFTER)) {
      for (Evd evd : evds) {
        SoftwareEvents.post(evd, "early");
      }
      SoftwareEvents.awaitQuiet(first);
      SoftwareEvents.awaitQuiet(last);
    }
    clause("dat_evd_modify_cno.07").throwsDat(DatReturn.INVALID_STATE, first::free);
    evds.forEach(evd -> evd.modifyCno(last));
    clause("dat_evd_modify_cno.07").succeeds("free of the CNO that no EVD has", first::free);
    CnoTrigger trigger = new CnoTrigger();
    for (Evd evd : evds) {
      SoftwareEvents.post(evd, "late");
      clause("dat_evd_modify_cno.05")
          .returns(DatReturn.SUCCESS, SoftwareEvents.await(last, trigger));
      clause("dat_evd_modify_cno.05").that(trigger.evd() == evd, "the EVD of the event");
    }
    clause("dat_evd_modify_cno.07").throwsDat(DatReturn.INVALID_STATE, last::free);
    evds.forEach(evd -> evd.modifyCno(null));
    clause("dat_evd_modify_cno.02").equal(null, evds.get(ties - 1).query().cno(), "CNO");
    evds.forEach(evd -> SoftwareEvents.post(evd, "unnoticed"));
    clause("dat_evd_modify_cno.02").that(SoftwareEvents.quiet(last), "nobody is notified");
    for (Evd evd : evds) {
      clause("dat_evd_modify_cno.08")
          .equal(
              situation.get(AFTER) ? "early late unnoticed" : "late unnoticed",
              SoftwareEvents.drain(evd),
              "events in their order");
    }
    clause("dat_evd_modify_cno.07").succeeds("free of the last CNO", last::free);
  }

  private static final String LENGTH_0 = "resize to 0";
  private static final String TOO_LONG = "resize above the most";
  private static final String NO_EVENT = "post of no event";
  private static final String FREED_CNO = "modify to a freed CNO";
  private static final Dimension<String> CALL =
      Dimension.choice(
          "refused call", LENGTH_0, TOO_LONG, NO_EVENT, FREED_CNO, "query with an undefined bit");
  private static final Dimension<Amount> TIMES =
      SharedDimensions.numbers("times that it is refused");

  @Test
  @Clauses({
    "dat_evd_resize.03",
    "dat_evd_resize.04",
    "dat_evd_post_se.05",
    "dat_evd_modify_cno.03",
    "dat_evd_query.02"
  })
  void refusedCallsLeaveTheEvdAsItIs() throws Exception {
    int longest = open().query().iaAttr().maxEvdQlen();
    checkInSituations(
        this::refused,
        CALL.where(
            call -> !call.equals(TOO_LONG) || longest < Integer.MAX_VALUE,
            "no length is above max_evd_qlen"),
        TIMES,
        QUEUED,
        LENGTH,
        HISTORY);
    if (longest == Integer.MAX_VALUE) {
      clause("dat_evd_resize.04").that(true, "no length is above max_evd_qlen");
    }
  }

  private void refused(Situation situation) {
    Ia ia = open();
    int most = most(ia);
    Cno cno = ia.createCno(null);
    Cno freed = ia.createCno(null);
    freed.free();
    Evd evd = ia.createEvd(situation.get(LENGTH).of(1, most, USUAL), cno, EvdFlags.SOFTWARE);
    bring(evd, situation.get(HISTORY), most);
    int length = length(evd);
    List<Object> expected = new ArrayList<>();
    for (int i = situation.get(QUEUED).of(length); i > 0; i--) {
      evd.postSe(software(i));
      expected.add(i);
    }
    String id = "";
    for (int i = situation.get(TIMES).of(20); i > 0; i--) {
      id =
          switch (situation.get(CALL)) {
            case LENGTH_0 -> {
              clause("dat_evd_resize.03")
                  .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.resize(0));
              yield "dat_evd_resize.03";
            }
            case TOO_LONG -> {
              clause("dat_evd_resize.04")
                  .throwsOneOf(
                      () -> evd.resize(ia.query().iaAttr().maxEvdQlen() + 1),
                      DatReturn.INSUFFICIENT_RESOURCES,
                      DatReturn.INVALID_PARAMETER,
                      DatReturn.INVALID_STATE);
              yield "dat_evd_resize.04";
            }
            case NO_EVENT -> {
              clause("dat_evd_post_se.05")
                  .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.postSe(null));
              yield "dat_evd_post_se.05";
            }
            case FREED_CNO -> {
              clause("dat_evd_modify_cno.03")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> evd.modifyCno(freed));
              yield "dat_evd_modify_cno.03";
            }
            default -> {
              clause("dat_evd_query.02")
                  .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.query(EvdField.ALL | 1 << 20));
              yield "dat_evd_query.02";
            }
          };
    }
    clause(id).equal(length, length(evd), "length after the refusals");
    clause(id).that(evd.query().cno() == cno, "the CNO is unchanged");
    List<Object> found = new ArrayList<>();
    DatEvent event = new DatEvent();
    while (evd.dequeue(event) == DatReturn.SUCCESS) {
      found.add(event.pointer());
    }
    clause(id).equal(expected, found, "events after the refusals");
  }
}
