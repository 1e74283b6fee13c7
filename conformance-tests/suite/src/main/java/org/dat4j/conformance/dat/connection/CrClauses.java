package org.dat4j.conformance.dat.connection;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrField;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_cr_query, dat_cr_accept and dat_cr_reject, with which a program examines and answers
 * a connection request.
 */
class CrClauses extends DatTest {
  private static final long SHORT_MILLIS = 500;

  /** A node with a request of the second party pending. */
  private final class PendingCr {
    private final AdapterFixture node = node();
    private final Psp psp = node.listen();
    private final DatPeer far = peer();
    private int farEp;
    private Cr cr;

    private PendingCr(byte[] privateData) {
      again(privateData);
    }

    private void again(byte[] privateData) {
      farEp =
          requestConnection(
              far, node.ia(), psp.connQual(), DatConstants.TIMEOUT_INFINITE, privateData);
      cr = AdapterFixture.await(node.cr()).cr();
    }
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_cr_query.01",
    "dat_cr_query.02",
    "dat_cr_query.03",
    "dat_cr_query.04",
    "dat_cr_query.05",
    "dat_cr_query.06",
    "dat_cr_query.07"
  })
  void queryNamesTheRequester() {
    byte[] given = privateData();
    byte[] data = given == null ? new byte[0] : given;
    PendingCr asked = new PendingCr(given);
    CrParam param = asked.cr.query(CrField.ALL);
    table(
        row(
            "dat_cr_query.01",
            "full mask",
            () -> clause("dat_cr_query.01").that(param != null, "an answer comes")),
        row(
            "dat_cr_query.02",
            "private data",
            () -> {
              clause("dat_cr_query.02").equal(data.length, param.privateDataSize(), "size");
              clause("dat_cr_query.02")
                  .that(Arrays.equals(data, param.privateData()), "the bytes are the same");
            }),
        row(
            "dat_cr_query.03",
            "requester",
            () ->
                clause("dat_cr_query.03")
                    .address(
                        asked.far.address(),
                        param.remoteIaAddress(),
                        "address of the requester's IA")),
        row(
            "dat_cr_query.04",
            "local endpoint",
            () -> clause("dat_cr_query.04").equal(null, param.localEp(), "local_ep_handle")),
        row(
            "dat_cr_query.05",
            "undefined mask bits",
            () -> {
              for (int bit : new int[] {0x20, Integer.MIN_VALUE}) {
                clause("dat_cr_query.05")
                    .throwsDat(
                        DatReturn.INVALID_PARAMETER, () -> asked.cr.query(CrField.ALL | bit));
              }
            }),
        row(
            "dat_cr_query.07",
            "concurrent queries",
            () -> {
              List<Long> ports =
                  concurrently(4, () -> asked.cr.query(CrField.ALL).remotePortQual());
              clause("dat_cr_query.07").equal(1, new HashSet<>(ports).size(), "answers");
            }),
        row(
            "dat_cr_query.06",
            "answered request",
            () -> {
              asked.cr.reject();
              clause("dat_cr_query.06")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.query(CrField.ALL));
            }));
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({
    "dat_cr_accept.01",
    "dat_cr_accept.03",
    "dat_cr_accept.04",
    "dat_cr_accept.05",
    "dat_cr_accept.14"
  })
  void acceptEstablishesOnBothSides() {
    PendingCr asked = new PendingCr(privateData());
    Ep ep = asked.node.ep();
    byte[] given = privateData();
    byte[] answer = given == null ? new byte[0] : given;
    clause("dat_cr_accept.01").succeeds("accept", () -> asked.cr.accept(ep, given));
    EpState state = ep.getStatus().state();
    clause("dat_cr_accept.05")
        .that(
            state == EpState.COMPLETION_PENDING || state == EpState.CONNECTED,
            "COMPLETION_PENDING or CONNECTED after the accept, is " + state);
    clause("dat_cr_accept.03")
        .connection(
            AdapterFixture.await(asked.node.connect()),
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            ep);
    clause("dat_cr_accept.03").equal(EpState.CONNECTED, ep.getStatus().state(), "state");
    EventView there = asked.far.event(DatPeer.CONNECT);
    clause("dat_cr_accept.04")
        .equal(EventNumber.CONNECTION_EVENT_ESTABLISHED, there.number(), "event at requester");
    clause("dat_cr_accept.04")
        .that(Arrays.equals(answer, there.privateData()), "private data at the requester");
    clause("dat_cr_accept.04")
        .equal("CONNECTED", asked.far.state(asked.farEp), "state of the requester");
    clause("dat_cr_accept.14").throwsDat(DatReturn.INVALID_HANDLE, asked.cr::reject);
    clause("dat_cr_accept.14")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.accept(asked.node.ep(), null));
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_cr_accept.06", "dat_cr_accept.07", "dat_cr_accept.09",
    "dat_cr_accept.10", "dat_cr_accept.11", "dat_cr_accept.13"
  })
  void refusedAcceptLeavesTheRequestPending() {
    PendingCr asked = new PendingCr(privateData());
    AdapterFixture node = asked.node;
    Ep good = node.ep();
    int most = node.ia().query().providerAttr().maxPrivateDataSize();
    table(
        row(
            "dat_cr_accept.06",
            "freed EP, EP of another instance",
            () -> {
              Ep freed = node.ep();
              freed.free();
              clause("dat_cr_accept.06")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.accept(freed, null));
              Ep foreign = node().ep();
              clause("dat_cr_accept.06")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.accept(foreign, null));
              clause("dat_cr_accept.06")
                  .equal(EpState.UNCONNECTED, foreign.getStatus().state(), "foreign EP");
            }),
        row(
            "dat_cr_accept.07",
            "null EP",
            () ->
                clause("dat_cr_accept.07")
                    .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.accept(null, null))),
        row(
            "dat_cr_accept.09",
            "EP that is not UNCONNECTED",
            () -> {
              DatPeer other = peer();
              Ep busy = node.ep();
              ConnectedPair.request(node, busy, other, other.createEp(0, -1, -1), null);
              clause("dat_cr_accept.09")
                  .throwsOneOf(
                      () -> asked.cr.accept(busy, null),
                      DatReturn.INVALID_STATE,
                      DatReturn.INVALID_PARAMETER,
                      DatReturn.INVALID_HANDLE);
              clause("dat_cr_accept.09")
                  .equal(EpState.ACTIVE_CONNECTION_PENDING, busy.getStatus().state(), "its state");
              other.reject();
              AdapterFixture.await(node.connect());
            }),
        row(
            "dat_cr_accept.10",
            "EP without PZ, EP without connect EVD",
            () -> {
              Ep noZone =
                  node.ia()
                      .createEp(null, node.recv(), node.request(), node.connect(), node.attr());
              Ep noEvents =
                  node.ia().createEp(node.pz(), node.recv(), node.request(), null, node.attr());
              for (Ep ep : List.of(noZone, noEvents)) {
                clause("dat_cr_accept.10")
                    .throwsOneOf(
                        () -> asked.cr.accept(ep, null),
                        DatReturn.INVALID_HANDLE,
                        DatReturn.INVALID_STATE,
                        DatReturn.INVALID_PARAMETER);
                clause("dat_cr_accept.10")
                    .equal(EpState.UNCONNECTED, ep.getStatus().state(), "its state");
              }
            }),
        row(
            "dat_cr_accept.11",
            "private data above the maximum",
            () -> {
              clause("dat_cr_accept.11")
                  .throwsDat(
                      DatReturn.INVALID_PARAMETER, () -> asked.cr.accept(good, new byte[most + 1]));
              clause("dat_cr_accept.11")
                  .equal(EpState.UNCONNECTED, good.getStatus().state(), "state of the EP");
            }),
        row(
            "dat_cr_accept.13",
            "correct arguments at last",
            () -> {
              clause("dat_cr_accept.13")
                  .succeeds("query of the pending request", () -> asked.cr.query(CrField.ALL));
              clause("dat_cr_accept.13")
                  .succeeds("accept", () -> asked.cr.accept(good, privateData()));
              clause("dat_cr_accept.13")
                  .connection(
                      AdapterFixture.await(node.connect()),
                      EventNumber.CONNECTION_EVENT_ESTABLISHED,
                      good);
            }));
  }

  @Test
  @SecondParty
  @Clauses({"dat_cr_accept.15", "dat_cr_accept.16"})
  void acceptOfARequesterThatGaveUpFailsLater() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    DatPeer far = peer();
    requestConnection(
        far, node.ia(), psp.connQual(), TimeFactor.micros(SHORT_MILLIS), privateData());
    Cr cr = AdapterFixture.await(node.cr()).cr();
    EventView gaveUp = far.event(DatPeer.CONNECT);
    clause("dat_cr_accept.15")
        .that(
            gaveUp.number() == EventNumber.CONNECTION_EVENT_TIMED_OUT
                || gaveUp.number() == EventNumber.CONNECTION_EVENT_UNREACHABLE,
            "the requester gave up: " + gaveUp);
    Ep ep = node.ep();
    RegisteredMemory region = node.region(size());
    ep.postRecv(region.local(), region.address(0), size(), 3, CompletionFlags.DEFAULT);
    clause("dat_cr_accept.15").succeeds("accept", () -> cr.accept(ep, privateData()));
    clause("dat_cr_accept.15")
        .connection(
            AdapterFixture.await(node.connect()),
            EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR,
            ep);
    clause("dat_cr_accept.15")
        .equal(EpState.DISCONNECTED, ep.getStatus().state(), "state of the EP");
    clause("dat_cr_accept.16")
        .completion(AdapterFixture.await(node.recv()), ep, 3, DtoStatus.ERR_FLUSHED, 0);
  }

  @Test
  @SecondParty
  @Clauses("dat_cr_accept.19")
  void readCreditsThatDoNotMatchMayBeRefused() {
    AdapterFixture node = node();
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.request(node, node.ep(), far, far.createEp(0, 0, 0), null);
    far.accept(pair.farEp(), null);
    EventNumber event = AdapterFixture.await(node.connect()).number();
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      clause("dat_cr_accept.19").absent("RDMA Read credits are no reason to refuse");
    } else {
      clause("dat_cr_accept.19")
          .that(
              EventView.ENDINGS.contains(event)
                  || event == EventNumber.CONNECTION_EVENT_PEER_REJECTED
                  || event == EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
              "the establishment fails with an event of its own: " + event);
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_cr_accept.17", "dat_cr_accept.18"})
  void earlyReceivesTakeTheFirstMessages() {
    int part = size() / 4;
    PendingCr asked = new PendingCr(null);
    Ep ep = asked.node.ep();
    RegisteredMemory region = asked.node.region(size());
    for (int i = 0; i < 4; i++) {
      ep.postRecv(
          region.local(), region.address((long) i * part), part, i, CompletionFlags.DEFAULT);
    }
    int message = asked.far.register(size(), MemPriv.ALL, 0);
    byte[] data = data(4 * part);
    asked.far.put(message, 0, data);
    clause("dat_cr_accept.18")
        .succeeds("accept with empty data", () -> asked.cr.accept(ep, new byte[0]));
    asked.far.event(DatPeer.CONNECT);
    for (int i = 0; i < 4; i++) {
      asked.far.postSend(asked.farEp, message, i * part, part, i);
    }
    clause("dat_cr_accept.18")
        .connection(
            AdapterFixture.await(asked.node.connect()),
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            ep);
    for (int i = 0; i < 4; i++) {
      DatEvent event = AdapterFixture.await(asked.node.recv());
      clause("dat_cr_accept.17").completion(event, ep, i, DtoStatus.SUCCESS, part);
    }
    clause("dat_cr_accept.17").that(Arrays.equals(data, region.get(0, 4 * part)), "all bytes");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({
    "dat_cr_reject.01",
    "dat_cr_reject.02",
    "dat_cr_reject.04",
    "dat_cr_reject.07",
    "dat_cr_reject.08"
  })
  void rejectAnswersOneRequest() {
    PendingCr asked = new PendingCr(privateData());
    clause("dat_cr_reject.01").succeeds("reject", asked.cr::reject);
    clause("dat_cr_reject.02")
        .equal(
            EventNumber.CONNECTION_EVENT_PEER_REJECTED,
            asked.far.event(DatPeer.CONNECT).number(),
            "event at the requester");
    clause("dat_cr_reject.02")
        .equal("DISCONNECTED", asked.far.reach(asked.farEp, "DISCONNECTED"), "requester's EP");
    clause("dat_cr_reject.04").throwsDat(DatReturn.INVALID_HANDLE, asked.cr::reject);
    clause("dat_cr_reject.04")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> asked.cr.accept(asked.node.ep(), null));
    clause("dat_cr_reject.08")
        .that(AdapterFixture.empty(asked.node.connect()), "no connection event");
    clause("dat_cr_reject.08")
        .that(AdapterFixture.empty(asked.node.cr()), "no further request event");
    asked.again(privateData());
    clause("dat_cr_reject.07").succeeds("reject of the next request", asked.cr::reject);
    if (!run().capabilities().get("ep_creator").equals(0L)) {
      Psp psp = asked.node.ia().createPspAny(asked.node.cr(), PspFlags.PROVIDER);
      requestConnection(asked.far, asked.node.ia(), psp.connQual());
      Cr supplied = AdapterFixture.await(asked.node.cr()).cr();
      clause("dat_cr_reject.01").succeeds("reject with an EP of the provider", supplied::reject);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_cr_reject.03")
  void acceptedRequestCannotBeRejected() {
    PendingCr asked = new PendingCr(null);
    asked.cr.accept(asked.node.ep(), null);
    clause("dat_cr_reject.03").throwsDat(DatReturn.INVALID_HANDLE, asked.cr::reject);
  }
}
