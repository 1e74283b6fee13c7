package org.dat4j.conformance.dat.event;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of dat_evd_resize, which changes how many events an EVD can hold. */
class EvdResizeClauses extends DatTest {
  private static final int MESSAGES = 100;

  private static int length(Evd evd) {
    return evd.query().evdQlen();
  }

  /** Resizes an EVD; one that would become shorter may refuse it. */
  private static void resize(Evd evd, int length) {
    boolean shorter = length < length(evd);
    try {
      evd.resize(length);
    } catch (DatException e) {
      if (!shorter || e.type() != DatReturn.INVALID_STATE) {
        throw e;
      }
    }
  }

  @Test
  @Clauses({"dat_evd_resize.02", "dat_evd_resize.03", "dat_evd_resize.04"})
  void wrongLengthsAreRefused() {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    int before = length(evd);
    SoftwareEvents.post(evd, "kept");
    for (int length : new int[] {0, -1, Integer.MIN_VALUE}) {
      clause("dat_evd_resize.03").throwsDat(DatReturn.INVALID_PARAMETER, () -> evd.resize(length));
    }
    int most = ia.query().iaAttr().maxEvdQlen();
    if (most < Integer.MAX_VALUE) {
      for (int length : new int[] {most + 1, Integer.MAX_VALUE}) {
        clause("dat_evd_resize.04")
            .throwsOneOf(
                () -> evd.resize(length),
                DatReturn.INSUFFICIENT_RESOURCES,
                DatReturn.INVALID_PARAMETER,
                DatReturn.INVALID_STATE);
      }
    } else {
      clause("dat_evd_resize.04").that(true, "no length is above max_evd_qlen");
    }
    clause("dat_evd_resize.03").equal(before, length(evd), "length after the refusals");
    clause("dat_evd_resize.04")
        .equal("kept", SoftwareEvents.drain(evd), "events after the refusals");
    evd.free();
    clause("dat_evd_resize.02").throwsDat(DatReturn.INVALID_HANDLE, () -> evd.resize(8));
  }

  @Test
  @SecondParty
  @Clauses("dat_evd_resize.07")
  void eventsThatArriveMeanwhileAreNotLost() {
    AdapterFixture node = node();
    int messages = Math.min(MESSAGES, node.limits().maxDtoPerEp());
    int most = node.limits().maxEvdQlen();
    Evd evd = node.ia().createEvd(messages, null, EvdFlags.DTO);
    Ep ep =
        node.ia()
            .createEp(
                node.pz(),
                evd,
                node.request(),
                node.connect(),
                node.attr().toBuilder().maxRecvDtos(messages).build());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory region = node.region(64);
    for (int i = 0; i < messages; i++) {
      ep.postRecv(region.local(), region.address(0), 16, i, CompletionFlags.DEFAULT);
    }
    int message = far.register(16, MemPriv.ALL, 0);
    BackgroundCall<Object> sender =
        background(
            () -> {
              for (int i = 0; i < messages; i++) {
                far.postSend(pair.farEp(), message, 0, i % 16, i);
                far.event(DatPeer.REQUEST);
              }
              return null;
            });
    DatEvent event = new DatEvent();
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    int taken = 0;
    for (int i = 0; taken < messages && System.nanoTime() - deadline < 0; i++) {
      resize(evd, Math.min(most, messages + i % 7 * 50));
      if (i % 3 == 0 && evd.dequeue(event) == DatReturn.SUCCESS) {
        clause("dat_evd_resize.07").completion(event, ep, taken, DtoStatus.SUCCESS, taken % 16);
        taken++;
      }
    }
    clause("dat_evd_resize.07").equal(messages, taken, "completions taken");
    clause("dat_evd_resize.07").succeeds("the sends", sender::get);
  }

  @Test
  @Clauses({"dat_evd_resize.08", "dat_evd_resize.09"})
  void shrinkLosesNothing() {
    Ia ia = open();
    int most = ia.query().iaAttr().maxEvdQlen();
    Evd evd = ia.createEvd(Math.min(most, 300), null, EvdFlags.SOFTWARE);
    int before = length(evd);
    StringBuilder expected = new StringBuilder("0");
    SoftwareEvents.post(evd, 0);
    for (int i = 1; i < 150; i++) {
      SoftwareEvents.post(evd, i);
      expected.append(' ').append(i);
    }
    if (shrinks("dat_evd_resize.08", evd, 100)) {
      clause("dat_evd_resize.08").that(length(evd) >= 100, "the length it was shrunk to");
    } else {
      clause("dat_evd_resize.08").equal(before, length(evd), "length after the refusal");
    }
    clause("dat_evd_resize.08").equal(expected.toString(), SoftwareEvents.drain(evd), "events");
    for (int i = 0; i < 50; i++) {
      SoftwareEvents.post(evd, i);
    }
    boolean shrunk = shrinks("dat_evd_resize.09", evd, 50);
    clause("dat_evd_resize.09").that(length(evd) >= 50, "room for what is queued");
    clause("dat_evd_resize.09")
        .equal(50, SoftwareEvents.drain(evd).split(" ").length, "events, shrunk: " + shrunk);
  }

  /** Shrinks an EVD, which a backend may refuse, and tells whether it was done. */
  private boolean shrinks(String id, Evd evd, int length) {
    int result = DatReturn.SUCCESS;
    try {
      evd.resize(length);
    } catch (DatException refused) {
      result = refused.type();
    }
    clause(id)
        .outcome(
            DatReturn.name(result),
            DatReturn.name(DatReturn.SUCCESS),
            DatReturn.name(DatReturn.INVALID_STATE));
    return result == DatReturn.SUCCESS;
  }

  private static final Dimension<Integer> BEFORE =
      Dimension.number("events before the resizes", 0, 1, 3);
  private static final Dimension<Integer> AFTER = Dimension.number("events after them", 1, 2, 5);
  private static final Dimension<Integer> RESIZES = Dimension.occurrence("number of resizes", 1, 2);
  private static final Dimension<Integer> TAKEN =
      Dimension.occurrence("events taken between", 0, 1);

  @Test
  @Clauses({"dat_cno_wait.01", "dat_evd_wait.02", "dat_evd_wait.14"})
  void eventsOnBothSidesOfAResizeAreCountedAndTold() throws Exception {
    checkInSituations(
        situation -> situation.get(TAKEN) <= situation.get(BEFORE),
        this::countedAndTold,
        BEFORE,
        AFTER,
        RESIZES,
        TAKEN);
  }

  private void countedAndTold(Situation situation) {
    Ia ia = open();
    Cno cno = ia.createCno(null);
    Evd evd = SoftwareEvents.evd(ia, cno);
    int before = situation.get(BEFORE);
    int posted = 0;
    for (int resize = 0; resize < situation.get(RESIZES); resize++) {
      for (int i = 0; i < before; i++) {
        SoftwareEvents.post(evd, posted++);
      }
      // Those of the events before tell nothing of the ones behind the resize.
      SoftwareEvents.awaitQuiet(cno);
      evd.resize(length(evd) + 20);
    }
    int taken = situation.get(TAKEN);
    for (int i = 0; i < taken; i++) {
      AdapterFixture.await(evd);
    }
    for (int i = 0; i < situation.get(AFTER); i++) {
      SoftwareEvents.post(evd, posted++);
    }
    CnoTrigger trigger = new CnoTrigger();
    clause("dat_cno_wait.01").returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, trigger));
    clause("dat_cno_wait.01").that(trigger.evd() == evd, "the EVD is named");
    DatEvent event = new DatEvent();
    int left = posted - taken;
    clause("dat_evd_wait.02")
        .returns(
            DatReturn.SUCCESS,
            evd.await(TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), left, event));
    clause("dat_evd_wait.02").equal(taken, event.pointer(), "the oldest event");
    clause("dat_evd_wait.14").equal(left - 1, event.more(), "nmore");
  }
}
