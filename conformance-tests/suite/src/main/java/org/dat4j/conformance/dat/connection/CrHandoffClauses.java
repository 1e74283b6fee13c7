package org.dat4j.conformance.dat.connection;

import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrField;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/** Tests of dat_cr_handoff, which passes a connection request on to another service point. */
class CrHandoffClauses extends ServicePointTest {
  private static final int LENGTH = 40;

  /** Time limit of a request that finds no room. */
  private static final long LIMIT_MILLIS = 500;

  /** A node with two service points, and a request at the first. */
  private final class PendingHandoff {
    private final AdapterFixture node = node();
    private final Psp first = node.listen();
    private final Evd desk = node.ia().createEvd(8, null, EvdFlags.CR);
    private final Psp second = node.ia().createPspAny(desk, PspFlags.CONSUMER);
    private final DatPeer far = peer();
    private final byte[] data = data(LENGTH);
    private final int farEp;
    private final Cr cr;

    private PendingHandoff() {
      farEp =
          requestConnection(far, node.ia(), first.connQual(), DatConstants.TIMEOUT_INFINITE, data);
      cr = AdapterFixture.await(node.cr()).cr();
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_cr_handoff.01", "dat_cr_handoff.02", "dat_cr_handoff.03", "dat_cr_handoff.06"})
  void requestArrivesAtTheOtherServicePoint() {
    PendingHandoff asked = new PendingHandoff();
    CrParam before = asked.cr.query(CrField.ALL);
    clause("dat_cr_handoff.01")
        .succeeds("handoff", () -> asked.cr.handoff(asked.second.connQual()));
    DatEvent event = AdapterFixture.await(asked.desk);
    clause("dat_cr_handoff.02")
        .equal(EventNumber.CONNECTION_REQUEST_EVENT, event.number(), "event at the target");
    clause("dat_cr_handoff.02").that(event.servicePoint() == asked.second, "the target's PSP");
    clause("dat_cr_handoff.02").equal(asked.second.connQual(), event.connQual(), "its qualifier");
    CrParam after = event.cr().query(CrField.ALL);
    clause("dat_cr_handoff.02")
        .equal(before.remoteIaAddress(), after.remoteIaAddress(), "requester's address");
    clause("dat_cr_handoff.02")
        .equal(before.remotePortQual(), after.remotePortQual(), "requester's port");
    clause("dat_cr_handoff.02")
        .that(Arrays.equals(asked.data, after.privateData()), "the private data is the same");
    clause("dat_cr_handoff.02").that(AdapterFixture.empty(asked.desk), "one event at the target");
    clause("dat_cr_handoff.02")
        .that(AdapterFixture.empty(asked.node.cr()), "no event at the first");
    for (Action use :
        List.<Action>of(
            () -> asked.cr.query(CrField.ALL),
            () -> asked.cr.accept(asked.node.ep(), null),
            asked.cr::reject,
            () -> asked.cr.handoff(asked.second.connQual()))) {
      clause("dat_cr_handoff.03").throwsDat(DatReturn.INVALID_HANDLE, use);
    }
    clause("dat_cr_handoff.06")
        .that(asked.far.empty(DatPeer.CONNECT), "the requester has seen nothing yet");
    works("dat_cr_handoff.06", asked.node, event.cr(), asked.far, asked.farEp);
    clause("dat_cr_handoff.06")
        .that(asked.far.empty(DatPeer.CONNECT), "the requester saw one establishment");
  }

  @Test
  @SecondParty
  @Clauses("dat_cr_handoff.06")
  void targetMayReject() {
    PendingHandoff asked = new PendingHandoff();
    asked.cr.handoff(asked.second.connQual());
    AdapterFixture.await(asked.desk).cr().reject();
    clause("dat_cr_handoff.06")
        .equal(
            EventNumber.CONNECTION_EVENT_PEER_REJECTED,
            asked.far.event(DatPeer.CONNECT).number(),
            "event at the requester");
    clause("dat_cr_handoff.06").that(asked.far.empty(DatPeer.CONNECT), "it is the only one");
  }

  @Test
  @SecondParty
  @Clauses({"dat_cr_handoff.01", "dat_cr_handoff.02", "dat_cr_handoff.06"})
  void requestMayGoToAReservedEndpointAndOn() {
    PendingHandoff asked = new PendingHandoff();
    AdapterFixture node = asked.node;
    Ep reserved = node.ep();
    long qualifier = freeQualifier(node);
    node.ia().createRsp(qualifier, reserved, asked.desk);
    clause("dat_cr_handoff.01").succeeds("handoff to an RSP", () -> asked.cr.handoff(qualifier));
    Cr second = AdapterFixture.await(asked.desk).cr();
    clause("dat_cr_handoff.02")
        .that(second.query().localEp() == reserved, "the request has the EP of the RSP");
    clause("dat_cr_handoff.02")
        .equal(EpState.PASSIVE_CONNECTION_PENDING, reserved.getStatus().state(), "its state");
    clause("dat_cr_handoff.01")
        .succeeds("handoff from an RSP", () -> second.handoff(asked.first.connQual()));
    clause("dat_cr_handoff.01")
        .equal(EpState.UNCONNECTED, reserved.getStatus().state(), "EP of the RSP afterwards");
    DatEvent back = AdapterFixture.await(node.cr());
    clause("dat_cr_handoff.02").equal(null, back.cr().query().localEp(), "local EP at a PSP");
    works("dat_cr_handoff.06", node, back.cr(), asked.far, asked.farEp);
  }

  @Test
  @SecondParty
  @Clauses({"dat_cr_handoff.04", "dat_cr_handoff.05"})
  void refusedHandoffChangesNothing() {
    PendingHandoff asked = new PendingHandoff();
    long nobody = freeQualifier(asked.node);
    clause("dat_cr_handoff.05")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> asked.cr.handoff(nobody));
    String left;
    try {
      asked.cr.query(CrField.ALL);
      left = "pending";
    } catch (DatException e) {
      left = "destroyed";
    }
    clause("dat_cr_handoff.05").decided("the request afterwards", left, "pending", "destroyed");
    if (left.equals("pending")) {
      asked.cr.reject();
    }
    clause("dat_cr_handoff.04")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.handoff(asked.second.connQual()));
    clause("dat_cr_handoff.04").that(AdapterFixture.empty(asked.desk), "no event at the target");
  }

  private static final String NOBODY = "nobody listens there";
  private static final String FULL = "its EVD is full";
  private static final Dimension<String> TARGET = Dimension.attributes("target", NOBODY, FULL);

  @Test
  @SecondParty
  @Clauses("dat_cr_handoff.05")
  void refusedHandoffOfARequestAtAReservedEndpointLeavesBothUsable() throws Exception {
    checkInSituations(this::refuseFromReserved, TARGET);
  }

  private void refuseFromReserved(Situation situation) {
    AdapterFixture node = node();
    Ep reserved = node.ep();
    long qualifier = freeQualifier(node);
    node.ia().createRsp(qualifier, reserved, node.cr());
    DatPeer far = peer();
    int farEp = requestConnection(far, node.ia(), qualifier);
    Cr cr = AdapterFixture.await(node.cr()).cr();
    boolean handedOff;
    if (situation.get(TARGET).equals(FULL)) {
      handedOff = handOffToFull(node, cr, far);
    } else {
      long nobody = freeQualifier(node);
      clause("dat_cr_handoff.05").throwsDat(DatReturn.INVALID_PARAMETER, () -> cr.handoff(nobody));
      handedOff = false;
    }
    if (handedOff) {
      return;
    }
    try {
      cr.query(CrField.ALL);
    } catch (DatException destroyed) {
      clause("dat_cr_handoff.05")
          .equal(EpState.UNCONNECTED, reserved.getStatus().state(), "EP of the RSP");
      return;
    }
    clause("dat_cr_handoff.05")
        .equal(
            EpState.PASSIVE_CONNECTION_PENDING,
            reserved.getStatus().state(),
            "EP of the RSP with a pending request");
    carries("dat_cr_handoff.05", node, cr, reserved, true, far, farEp);
  }

  /** Hands a request off to a service point that may have no room; returns whether it had. */
  private static boolean handOffToFull(AdapterFixture node, Cr cr, DatPeer far) {
    Evd desk = node.ia().createEvd(1, null, EvdFlags.CR);
    Psp full = node.ia().createPspAny(desk, PspFlags.CONSUMER);
    for (int left = desk.query().evdQlen(); left > 0; left--) {
      requestConnection(far, node.ia(), full.connQual());
    }
    requestConnection(far, node.ia(), full.connQual(), TimeFactor.micros(LIMIT_MILLIS), null);
    // Refused, or out of time where the transport keeps requests that find no room.
    far.event(DatPeer.CONNECT);
    try {
      cr.handoff(full.connQual());
      return true;
    } catch (DatException noRoom) {
      return false;
    }
  }
}
