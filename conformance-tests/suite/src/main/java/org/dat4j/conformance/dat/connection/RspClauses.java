package org.dat4j.conformance.dat.connection;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.RspParam;
import org.junit.jupiter.api.Test;

/**
 * Tests of reserved service points (RSPs), which listen for one connection request for one
 * endpoint: dat_rsp_create, dat_rsp_query and dat_rsp_free.
 */
class RspClauses extends ServicePointTest {
  private static final int THREADS = 4;

  /** A node with a reserved endpoint. */
  private final class Reserved {
    private final AdapterFixture node = node();
    private final long qualifier = freeQualifier(node);
    private final Ep ep = node.ep();
    private final Rsp rsp = node.ia().createRsp(qualifier, ep, node.cr());

    /** Lets a new endpoint of the second party ask; gives the event. */
    private DatEvent asked(DatPeer far) {
      requestConnection(far, node.ia(), qualifier);
      return AdapterFixture.await(node.cr());
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_rsp_create.01", "dat_rsp_create.02", "dat_rsp_create.11", "dat_rsp_create.12"})
  void reservedEndpointGoesFromStateToState() {
    AdapterFixture node = node();
    long qualifier = freeQualifier(node);
    Ep ep = node.ep();
    Rsp rsp = node.ia().createRsp(qualifier, ep, node.cr());
    clause("dat_rsp_create.01").that(rsp != null, "a handle comes");
    clause("dat_rsp_create.02").equal(EpState.RESERVED, ep.getStatus().state(), "state of the EP");
    DatPeer far = peer();
    int farEp = requestConnection(far, node.ia(), qualifier);
    Cr cr = AdapterFixture.await(node.cr()).cr();
    clause("dat_rsp_create.11")
        .equal(EpState.PASSIVE_CONNECTION_PENDING, ep.getStatus().state(), "state of the EP");
    carries("dat_rsp_create.12", node, cr, ep, true, far, farEp);
    clause("dat_rsp_create.12").equal(EpState.CONNECTED, ep.getStatus().state(), "state of the EP");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_rsp_create.08", "dat_rsp_create.09", "dat_rsp_create.10", "dat_cr_accept.02"})
  void firstRequestGetsTheReservedEndpoint() {
    Reserved reserved = new Reserved();
    AdapterFixture node = reserved.node;
    DatEvent event = reserved.asked(peer());
    clause("dat_rsp_create.08")
        .equal(EventNumber.CONNECTION_REQUEST_EVENT, event.number(), "event");
    clause("dat_rsp_create.08").equal(reserved.qualifier, event.connQual(), "qualifier");
    clause("dat_rsp_create.08")
        .that(event.cr().query().localEp() == reserved.ep, "the reserved EP is local_ep_handle");
    String point =
        event.servicePoint() == null
            ? "null"
            : event.servicePoint() == reserved.rsp ? "RSP" : "another object";
    clause("dat_rsp_create.10").decided("sp_handle", point, "null", "RSP");
    DatPeer late = peer();
    requestConnection(late, node.ia(), reserved.qualifier);
    clause("dat_rsp_create.09")
        .equal(
            EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
            late.event(DatPeer.CONNECT).number(),
            "event of a second requester");
    clause("dat_rsp_create.09").that(AdapterFixture.empty(node.cr()), "no second request event");
    clause("dat_rsp_create.09").that(late.empty(DatPeer.CONNECT), "one event at the requester");
    clause("dat_cr_accept.02")
        .succeeds("accept with a null EP", () -> event.cr().accept(null, null));
    clause("dat_cr_accept.02")
        .connection(
            AdapterFixture.await(node.connect()),
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            reserved.ep);
  }

  @Test
  @SecondParty
  @Clauses("dat_cr_accept.08")
  void requestWithItsOwnEndpointTakesNoOther() {
    Reserved reserved = new Reserved();
    Cr cr = reserved.asked(peer()).cr();
    Ep other = reserved.node.ep();
    for (Ep ep : List.of(other, reserved.ep)) {
      clause("dat_cr_accept.08")
          .throwsOneOf(
              () -> cr.accept(ep, null), DatReturn.INVALID_HANDLE, DatReturn.INVALID_PARAMETER);
    }
    clause("dat_cr_accept.08")
        .equal(EpState.UNCONNECTED, other.getStatus().state(), "state of the other EP");
    clause("dat_cr_accept.08")
        .equal(
            EpState.PASSIVE_CONNECTION_PENDING,
            reserved.ep.getStatus().state(),
            "state of the request's EP");
    clause("dat_cr_accept.08").succeeds("accept with null", () -> cr.accept(null, null));
  }

  @Test
  @SecondParty
  @Clauses({"dat_rsp_create.13", "dat_cr_reject.05"})
  void rejectGivesTheEndpointBack() {
    Reserved reserved = new Reserved();
    AdapterFixture node = reserved.node;
    DatPeer far = peer();
    Cr cr = reserved.asked(far).cr();
    cr.reject();
    clause("dat_cr_reject.05")
        .equal(EpState.UNCONNECTED, reserved.ep.getStatus().state(), "state of the EP");
    clause("dat_cr_reject.05")
        .equal(
            EventNumber.CONNECTION_EVENT_PEER_REJECTED,
            far.event(DatPeer.CONNECT).number(),
            "event at the requester");
    Rsp again = node.ia().createRsp(freeQualifier(node), reserved.ep, node.cr());
    clause("dat_rsp_create.13")
        .equal(EpState.RESERVED, reserved.ep.getStatus().state(), "state when reserved again");
    int farEp = requestConnection(far, node.ia(), again.query(RspField.ALL).connQual());
    Cr next = AdapterFixture.await(node.cr()).cr();
    carries("dat_cr_reject.05", node, next, reserved.ep, true, far, farEp);
    Reserved second = new Reserved();
    second.asked(peer()).cr().reject();
    clause("dat_rsp_create.13")
        .equal(EpState.UNCONNECTED, second.ep.getStatus().state(), "state after the reject");
    clause("dat_rsp_create.13").succeeds("free of the EP", second.ep::free);
  }

  @Test
  @Clauses({"dat_rsp_create.03", "dat_rsp_create.05", "dat_rsp_create.06"})
  void wrongArgumentsAreRefused() {
    AdapterFixture node = node();
    long qualifier = freeQualifier(node);
    Ep ep = node.ep();
    table(
        row(
            "dat_rsp_create.03",
            "adapter",
            () -> {
              AdapterFixture closed = node();
              Ep its = closed.ep();
              closed.close();
              clause("dat_rsp_create.03")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> closed.ia().createRsp(qualifier, its, closed.cr()));
            }),
        row(
            "dat_rsp_create.03",
            "endpoint",
            () -> {
              Ep freed = node.ep();
              freed.free();
              Ep foreign = node().ep();
              for (Ep wrong : List.of(freed, foreign)) {
                clause("dat_rsp_create.03")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE,
                        () -> node.ia().createRsp(qualifier, wrong, node.cr()));
              }
              clause("dat_rsp_create.03")
                  .equal(EpState.UNCONNECTED, foreign.getStatus().state(), "state of the foreign");
            }),
        row(
            "dat_rsp_create.03",
            "EVD",
            () -> {
              Evd freed = node.ia().createEvd(4, null, EvdFlags.CR);
              freed.free();
              Evd foreign = node().cr();
              for (Evd wrong : new Evd[] {null, freed, foreign}) {
                clause("dat_rsp_create.03")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE, () -> node.ia().createRsp(qualifier, ep, wrong));
              }
              clause("dat_rsp_create.03")
                  .throwsOneOf(
                      () -> node.ia().createRsp(qualifier, ep, node.recv()),
                      DatReturn.INVALID_HANDLE,
                      DatReturn.INVALID_PARAMETER);
            }),
        row(
            "dat_rsp_create.05",
            "qualifier of a PSP",
            () -> {
              long taken = node.listen().connQual();
              clause("dat_rsp_create.05")
                  .throwsDat(
                      DatReturn.CONN_QUAL_IN_USE, () -> node.ia().createRsp(taken, ep, node.cr()));
            }),
        row(
            "dat_rsp_create.05",
            "qualifier of an RSP",
            () -> {
              long taken = freeQualifier(node);
              node.ia().createRsp(taken, node.ep(), node.cr());
              clause("dat_rsp_create.05")
                  .throwsDat(
                      DatReturn.CONN_QUAL_IN_USE, () -> node.ia().createRsp(taken, ep, node.cr()));
              clause("dat_rsp_create.05")
                  .throwsDat(
                      DatReturn.CONN_QUAL_IN_USE,
                      () -> node.ia().createPsp(taken, node.cr(), PspFlags.CONSUMER));
            }),
        row(
            "dat_rsp_create.06",
            "qualifier 0",
            () ->
                clause("dat_rsp_create.06")
                    .refusedOrAbsent(
                        DatReturn.INVALID_PARAMETER,
                        "qualifier zero is an ordinary one",
                        () -> node.ia().createRsp(0, node.ep(), node.cr()))),
        row(
            "dat_rsp_create.03",
            "the endpoint is still free",
            () ->
                clause("dat_rsp_create.03")
                    .equal(EpState.UNCONNECTED, ep.getStatus().state(), "state of the EP")));
  }

  @Test
  @Refuses("dat_rsp_create.07")
  void endpointOfTheProviderIsRefused() {
    AdapterFixture node = node();
    clause("dat_rsp_create.07")
        .throwsOneOf(
            () -> node.ia().createRsp(freeQualifier(node), null, node.cr()),
            DatReturn.INVALID_HANDLE,
            DatReturn.MODEL_NOT_SUPPORTED);
  }

  @Test
  @SecondParty
  @Clauses("dat_rsp_create.07")
  void endpointOfTheProviderIsSupplied() {
    AdapterFixture node = node();
    long qualifier = freeQualifier(node);
    node.ia().createRsp(qualifier, null, node.cr());
    requestConnection(peer(), node.ia(), qualifier);
    Ep ep = AdapterFixture.await(node.cr()).cr().query().localEp();
    clause("dat_rsp_create.07").require(ep != null, "the request comes with an EP");
    clause("dat_rsp_create.07")
        .equal(
            EpState.TENTATIVE_CONNECTION_PENDING, ep.getStatus().state(), "state of the supplied");
  }

  @Test
  @SecondParty
  @Clauses("dat_rsp_create.04")
  void endpointInUseCannotBeReserved() {
    table(
        row(
            "dat_rsp_create.04",
            "RESERVED",
            () -> {
              Reserved reserved = new Reserved();
              refusedIn(EpState.RESERVED, reserved.node, reserved.ep);
            }),
        row(
            "dat_rsp_create.04",
            "PASSIVE_CONNECTION_PENDING",
            () -> {
              Reserved reserved = new Reserved();
              reserved.asked(peer());
              refusedIn(EpState.PASSIVE_CONNECTION_PENDING, reserved.node, reserved.ep);
            }),
        row(
            "dat_rsp_create.04",
            "ACTIVE_CONNECTION_PENDING",
            () -> {
              AdapterFixture node = node();
              DatPeer far = peer();
              Ep ep = node.ep();
              ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
              refusedIn(EpState.ACTIVE_CONNECTION_PENDING, node, ep);
            }),
        row(
            "dat_rsp_create.04",
            "CONNECTED",
            () -> {
              ConnectedPair pair = pair();
              refusedIn(EpState.CONNECTED, pair.near(), pair.ep());
            }),
        row(
            "dat_rsp_create.04",
            "DISCONNECTED",
            () -> {
              ConnectedPair pair = pair();
              pair.ep().disconnect(CloseFlags.ABRUPT);
              AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
              refusedIn(EpState.DISCONNECTED, pair.near(), pair.ep());
            }));
  }

  private void refusedIn(EpState state, AdapterFixture node, Ep ep) {
    clause("dat_rsp_create.04").equal(state, ep.getStatus().state(), "state before the call");
    long qualifier = freeQualifier(node);
    clause("dat_rsp_create.04")
        .throwsDat(DatReturn.INVALID_STATE, () -> node.ia().createRsp(qualifier, ep, node.cr()));
    clause("dat_rsp_create.04").equal(state, ep.getStatus().state(), "state after the refusal");
    clause("dat_rsp_create.04")
        .succeeds(
            "listening on the qualifier of the refused call",
            () -> node.ia().createPsp(qualifier, node.cr(), PspFlags.CONSUMER).free());
  }

  @Test
  @Clauses("dat_rsp_create.14")
  void concurrentCreationsReserveEachTheirEndpoint() throws Exception {
    AdapterFixture node = node();
    Set<Long> qualifiers = new HashSet<>();
    while (qualifiers.size() < THREADS) {
      qualifiers.add(freeQualifier(node));
    }
    Queue<Long> wanted = new ConcurrentLinkedQueue<>(qualifiers);
    List<Rsp> all =
        concurrently(THREADS, () -> node.ia().createRsp(wanted.remove(), node.ep(), node.cr()));
    clause("dat_rsp_create.14").equal(THREADS, new HashSet<>(all).size(), "different handles");
    for (Rsp rsp : all) {
      RspParam param = rsp.query(RspField.ALL);
      clause("dat_rsp_create.14")
          .equal(EpState.RESERVED, param.ep().getStatus().state(), "state of each EP");
    }
  }

  @Test
  @Clauses({
    "dat_rsp_query.01",
    "dat_rsp_query.02",
    "dat_rsp_query.03",
    "dat_rsp_query.04",
    "dat_rsp_query.05"
  })
  void queryGivesTheCreationValues() throws Exception {
    Reserved reserved = new Reserved();
    Rsp rsp = reserved.rsp;
    RspParam param = rsp.query(RspField.ALL);
    clause("dat_rsp_query.01").that(param != null, "an answer comes");
    clause("dat_rsp_query.02").that(param.ia() == reserved.node.ia(), "ia_handle");
    clause("dat_rsp_query.02").equal(reserved.qualifier, param.connQual(), "conn_qual");
    clause("dat_rsp_query.02").that(param.evd() == reserved.node.cr(), "evd_handle");
    clause("dat_rsp_query.02").that(param.ep() == reserved.ep, "ep_handle");
    for (int bit = RspField.ALL + 1; bit != 0; bit <<= 1) {
      int mask = RspField.ALL | bit;
      clause("dat_rsp_query.03").throwsDat(DatReturn.INVALID_PARAMETER, () -> rsp.query(mask));
    }
    List<RspParam> answers = concurrently(4, () -> rsp.query(RspField.ALL));
    clause("dat_rsp_query.05").equal(1, new HashSet<>(answers).size(), "different answers");
    rsp.free();
    clause("dat_rsp_query.04").throwsDat(DatReturn.INVALID_HANDLE, () -> rsp.query(RspField.ALL));
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_rsp_free.01",
    "dat_rsp_free.02",
    "dat_rsp_free.03",
    "dat_rsp_free.04",
    "dat_rsp_free.06"
  })
  void freeStopsListeningAndReleasesTheEndpoint() {
    Reserved reserved = new Reserved();
    AdapterFixture node = reserved.node;
    clause("dat_rsp_free.06").throwsDat(DatReturn.INVALID_STATE, node.cr()::free);
    clause("dat_rsp_free.01").succeeds("free", reserved.rsp::free);
    clause("dat_rsp_free.03")
        .equal(EpState.UNCONNECTED, reserved.ep.getStatus().state(), "state of the EP");
    clause("dat_rsp_free.02").throwsDat(DatReturn.INVALID_HANDLE, reserved.rsp::free);
    DatPeer far = peer();
    requestConnection(far, node.ia(), reserved.qualifier);
    clause("dat_rsp_free.04")
        .equal(
            EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
            far.event(DatPeer.CONNECT).number(),
            "event of a connect after the free");
    clause("dat_rsp_free.04").that(AdapterFixture.empty(node.cr()), "no request event");
    clause("dat_rsp_free.06").succeeds("free of the EVD afterwards", node.cr()::free);
    clause("dat_rsp_free.03").succeeds("free of the EP", reserved.ep::free);
  }

  @Test
  @SecondParty
  @Clauses({"dat_rsp_free.05", "dat_rsp_free.07"})
  void requestOutlivesItsServicePoint() {
    Reserved accepted = new Reserved();
    DatPeer far = peer();
    int farEp = requestConnection(far, accepted.node.ia(), accepted.qualifier);
    Cr cr = AdapterFixture.await(accepted.node.cr()).cr();
    clause("dat_rsp_free.07").decided("free", free(accepted.rsp), "SUCCESS", "DAT_INVALID_HANDLE");
    clause("dat_rsp_free.05")
        .equal(
            EpState.PASSIVE_CONNECTION_PENDING,
            accepted.ep.getStatus().state(),
            "state of the EP after the free");
    carries("dat_rsp_free.05", accepted.node, cr, accepted.ep, true, far, farEp);
    Reserved rejected = new Reserved();
    DatPeer other = peer();
    Cr second = rejected.asked(other).cr();
    clause("dat_rsp_free.07").decided("free", free(rejected.rsp), "SUCCESS", "DAT_INVALID_HANDLE");
    second.reject();
    clause("dat_rsp_free.05")
        .equal(
            EventNumber.CONNECTION_EVENT_PEER_REJECTED,
            other.event(DatPeer.CONNECT).number(),
            "event of a requester rejected after the free");
  }

  private static String free(Rsp rsp) {
    try {
      rsp.free();
      return "SUCCESS";
    } catch (DatException e) {
      return DatReturn.name(e.type());
    }
  }

  private static final Dimension<Integer> REQUEST =
      Dimension.occurrence("number of requests", 1, 2, 3);
  private static final Dimension<String> ANSWER =
      Dimension.choice("answer to the requests before", "reject", "accept and disconnect");

  @Test
  @SecondParty
  @Clauses("dat_ep_query.06")
  void reservedEndpointShowsTheRequesterOfEachRequest() throws Exception {
    checkInSituations(this::showsEachRequester, REQUEST, ANSWER);
  }

  private void showsEachRequester(Situation situation) {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep ep = node.ep();
    for (int i = 0; i < situation.get(REQUEST); i++) {
      long qualifier = freeQualifier(node);
      node.ia().createRsp(qualifier, ep, node.cr());
      requestConnection(far, node.ia(), qualifier);
      Cr cr = AdapterFixture.await(node.cr()).cr();
      shows(ep, cr.query());
      if (situation.get(ANSWER).equals("reject")) {
        cr.reject();
        far.event(DatPeer.CONNECT);
      } else {
        CrParam asked = cr.query();
        cr.accept(null, null);
        AdapterFixture.await(node.connect());
        far.event(DatPeer.CONNECT);
        shows(ep, asked);
        ep.disconnect(CloseFlags.ABRUPT);
        AdapterFixture.await(node.connect());
        far.event(DatPeer.CONNECT);
        ep.reset();
      }
    }
  }

  private void shows(Ep ep, CrParam requester) {
    EpParam param = ep.query();
    clause("dat_ep_query.06")
        .equal(requester.remoteIaAddress(), param.remoteIaAddress(), "address of the peer's IA");
    clause("dat_ep_query.06")
        .equal(requester.remotePortQual(), param.remotePortQual(), "remote_port_qual");
  }
}
