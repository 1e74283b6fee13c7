package org.dat4j.conformance.dat.event;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_evd_post_se, with which a program puts an event of its own (a software event) into
 * an EVD.
 */
class EvdSoftwareEventClauses extends DatTest {
  private static final int MAX_EVENTS = 1 << 20;

  private static DatEvent software(Object pointer) {
    return new DatEvent().setSoftware(pointer);
  }

  @Test
  @Clauses({"dat_evd_post_se.01", "dat_evd_post_se.02"})
  void pointerIsDeliveredUnchanged() {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    Object pointer = new Object();
    DatEvent posted = software(pointer);
    clause("dat_evd_post_se.01").returns(DatReturn.SUCCESS, evd.postSe(posted));
    posted.setSoftware("the event is the poster's again");
    clause("dat_evd_post_se.01").returns(DatReturn.SUCCESS, evd.postSe(software(null)));
    DatEvent first = AdapterFixture.await(evd);
    clause("dat_evd_post_se.02").equal(0x10001, first.number().value(), "number");
    clause("dat_evd_post_se.02").equal(EventNumber.SOFTWARE_EVENT, first.number(), "name");
    clause("dat_evd_post_se.02").that(first.pointer() == pointer, "the pointer given");
    clause("dat_evd_post_se.02").that(first.evd() == evd, "evd_handle");
    DatEvent second = new DatEvent();
    clause("dat_evd_post_se.02").returns(DatReturn.SUCCESS, evd.dequeue(second));
    clause("dat_evd_post_se.02").equal(null, second.pointer(), "the null pointer");
  }

  @Test
  @Clauses({"dat_evd_post_se.03", "dat_evd_post_se.04", "dat_evd_post_se.05"})
  void wrongEventsAndEvdsAreRefused() {
    Ia ia = open();
    for (int flags : new int[] {EvdFlags.DTO, EvdFlags.CR, EvdFlags.CONNECTION}) {
      Evd other = ia.createEvd(4, null, flags);
      clause("dat_evd_post_se.04")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> other.postSe(software("x")));
      clause("dat_evd_post_se.04").that(AdapterFixture.empty(other), "nothing was queued");
    }
    Evd evd = SoftwareEvents.evd(ia, null);
    clause("dat_evd_post_se.05").throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.postSe(null));
    clause("dat_evd_post_se.05")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.postSe(new DatEvent()));
    DatEvent completion = new DatEvent().setDto(evd, null, 1, DtoStatus.SUCCESS, 0);
    clause("dat_evd_post_se.05")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.postSe(completion));
    DatEvent overflow = new DatEvent().setAsync(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, evd, evd, 0);
    clause("dat_evd_post_se.05").throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.postSe(overflow));
    clause("dat_evd_post_se.05").that(AdapterFixture.empty(evd), "nothing was queued");
    evd.free();
    clause("dat_evd_post_se.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> evd.postSe(software("x")));
  }

  @Test
  @Clauses({"dat_evd_post_se.06", "dat_evd_post_se.07"})
  void fullQueueRefusesWithoutAnOverflow() {
    Ia ia = open();
    Evd evd = ia.createEvd(1, null, EvdFlags.SOFTWARE);
    int length = evd.query().evdQlen();
    int posted = 0;
    int result = DatReturn.SUCCESS;
    while (posted < MAX_EVENTS) {
      result = evd.postSe(software(posted));
      if (result != DatReturn.SUCCESS) {
        break;
      }
      posted++;
    }
    clause("dat_evd_post_se.06").returns(DatReturn.QUEUE_FULL, result);
    clause("dat_evd_post_se.06").that(posted >= length, posted + " fit of " + length);
    clause("dat_evd_post_se.06").returns(DatReturn.QUEUE_FULL, evd.postSe(software("again")));
    clause("dat_evd_post_se.07")
        .that(AdapterFixture.empty(ia.query().asyncEvd()), "no asynchronous event");
    DatEvent event = new DatEvent();
    for (int i = 0; i < posted; i++) {
      clause("dat_evd_post_se.06").returns(DatReturn.SUCCESS, evd.dequeue(event));
      clause("dat_evd_post_se.06").equal(i, event.pointer(), "pointer");
    }
    clause("dat_evd_post_se.06")
        .that(AdapterFixture.empty(evd), "the refused events were not queued");
    clause("dat_evd_post_se.06").returns(DatReturn.SUCCESS, evd.postSe(software("room again")));
    clause("dat_evd_post_se.07")
        .that(AdapterFixture.empty(ia.query().asyncEvd()), "and none later");
  }

  @Test
  @Clauses({"dat_evd_post_se.08", "dat_evd_post_se.09"})
  void eventWakesDirectAndIndirectWaiters() throws Exception {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    DatEvent event = new DatEvent();
    BackgroundCall<Integer> direct =
        background(() -> evd.await(DatConstants.TIMEOUT_INFINITE, 1, event));
    SoftwareEvents.awaitWaiter(evd);
    SoftwareEvents.post(evd, "one");
    clause("dat_evd_post_se.08").returns(DatReturn.SUCCESS, direct.get());
    clause("dat_evd_post_se.08").equal("one", event.pointer(), "event");
    CnoTrigger trigger = new CnoTrigger();
    BackgroundCall<Integer> indirect = background(() -> SoftwareEvents.await(cno, trigger));
    SoftwareEvents.seemsToWait(indirect);
    SoftwareEvents.post(evd, "two");
    clause("dat_evd_post_se.09").returns(DatReturn.SUCCESS, indirect.get());
    clause("dat_evd_post_se.09").that(trigger.evd() == evd, "the EVD is named");
    clause("dat_evd_post_se.09").equal("two", SoftwareEvents.drain(evd), "event");
  }

  @Test
  @Clauses("dat_evd_free.07")
  void evdWithSoftwareEventsIsFreed() {
    Ia ia = open();
    Evd evd = SoftwareEvents.evd(ia, null);
    SoftwareEvents.post(evd, "one");
    SoftwareEvents.post(evd, "two");
    clause("dat_evd_free.07").succeeds("free with events queued", evd::free);
    clause("dat_evd_free.07")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> evd.dequeue(new DatEvent()));
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_post_se.11")
  void softwareEventsShareAnEvd() {
    Ia ia = open();
    DatPeer far = peer();
    boolean permitted = ia.query().providerAttr().evdStreamMergingSupported().get(0).get(1);
    int both = EvdFlags.SOFTWARE | EvdFlags.CR;
    if (!permitted) {
      clause("dat_evd_post_se.11")
          .throwsOneOf(
              () -> ia.createEvd(8, null, both),
              DatReturn.INVALID_PARAMETER,
              DatReturn.MODEL_NOT_SUPPORTED);
      return;
    }
    Evd evd = ia.createEvd(8, null, both);
    Psp psp = ia.createPspAny(evd, PspFlags.CONSUMER);
    SoftwareEvents.post(evd, "before");
    requestConnection(far, ia, psp.connQual());
    DatEvent first = AdapterFixture.await(evd);
    DatEvent second = AdapterFixture.await(evd);
    boolean requestFirst = first.number() == EventNumber.CONNECTION_REQUEST_EVENT;
    DatEvent request = requestFirst ? first : second;
    DatEvent software = requestFirst ? second : first;
    clause("dat_evd_post_se.11").equal("before", software.pointer(), "the software event");
    clause("dat_evd_post_se.11").that(request.cr() != null, "the request of the other stream");
    clause("dat_evd_post_se.11").that(request.servicePoint() == psp, "its service point");
  }
}
