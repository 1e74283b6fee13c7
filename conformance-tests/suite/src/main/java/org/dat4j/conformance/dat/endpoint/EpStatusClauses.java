package org.dat4j.conformance.dat.endpoint;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_get_status, which returns an endpoint's state and whether it is idle, and of the
 * peer's address in dat_ep_query.
 */
class EpStatusClauses extends DatTest {
  @Test
  @Clauses({"dat_ep_get_status.02", "dat_ep_query.03", "dat_ep_query.02"})
  void freedEndpointAndUndefinedMaskAreRefused() {
    Ep ep = node().ep();
    for (long bit : new long[] {0x800, 0x80000000L, Long.MIN_VALUE}) {
      clause("dat_ep_query.02").throwsDat(DatReturn.INVALID_PARAMETER, () -> ep.query(bit));
    }
    ep.free();
    clause("dat_ep_get_status.02").throwsDat(DatReturn.INVALID_HANDLE, ep::getStatus);
    clause("dat_ep_query.03").throwsDat(DatReturn.INVALID_HANDLE, ep::query);
  }

  @Test
  @Clauses("dat_ep_get_status.06")
  void statesHaveTheirNumbers() {
    Object[][] states = {
      {EpState.UNCONNECTED, 0},
      {EpState.RESERVED, 2},
      {EpState.PASSIVE_CONNECTION_PENDING, 4},
      {EpState.ACTIVE_CONNECTION_PENDING, 6},
      {EpState.TENTATIVE_CONNECTION_PENDING, 7},
      {EpState.CONNECTED, 9},
      {EpState.DISCONNECT_PENDING, 10},
      {EpState.DISCONNECTED, 11},
      {EpState.COMPLETION_PENDING, 12}
    };
    for (Object[] each : states) {
      clause("dat_ep_get_status.06")
          .equal(each[1], ((EpState) each[0]).value(), "number of " + each[0]);
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE, FREED, CLOSED, KILLED})
  @Clauses({"dat_ep_get_status.01", "dat_ep_get_status.03", "dat_ep_query.04", "dat_ep_query.07"})
  void stateFollowsTheConnection() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    inState(ep, EpState.UNCONNECTED);
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
    inState(ep, EpState.ACTIVE_CONNECTION_PENDING);
    clause("dat_ep_query.07")
        .address(
            far.address(),
            ep.query().remoteIaAddress(),
            "remote address of a pending EP, given to the connect,");
    pair.accept(null);
    inState(ep, EpState.CONNECTED);
    leave(pair);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    inState(ep, EpState.DISCONNECTED);
  }

  private void inState(Ep ep, EpState state) {
    clause("dat_ep_get_status.01").that(ep.getStatus() != null, "an answer in " + state);
    clause("dat_ep_get_status.03").equal(state, ep.getStatus().state(), "state");
    clause("dat_ep_query.04").equal(state, ep.query().state(), "ep_state");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_get_status.04", "dat_ep_get_status.05"})
  void idleMeansNothingOutstanding() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    clause("dat_ep_get_status.04").that(pair.ep().getStatus().recvIdle(), "idle at first");
    pair.ep().postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
    clause("dat_ep_get_status.04")
        .that(!pair.ep().getStatus().recvIdle(), "not idle with a Receive posted");
    int message = pair.far().register(64, MemPriv.ALL, 0);
    pair.far().postSend(pair.farEp(), message, 0, 8, 2);
    SrqFixture.queued(pair.near().recv(), 1);
    clause("dat_ep_get_status.04")
        .that(!pair.ep().getStatus().recvIdle(), "not idle with a completion to be taken");
    AdapterFixture.await(pair.near().recv());
    clause("dat_ep_get_status.04")
        .that(pair.ep().getStatus().recvIdle(), "idle when its completion was taken");
    clause("dat_ep_get_status.05").that(pair.ep().getStatus().requestIdle(), "idle at first");
    pair.far().postRecv(pair.farEp(), message, 0, 64, 3);
    pair.ep().postSend(region.local(), region.address(0), 16, 4, CompletionFlags.DEFAULT);
    SrqFixture.queued(pair.near().request(), 1);
    clause("dat_ep_get_status.05")
        .that(!pair.ep().getStatus().requestIdle(), "not idle with a completion to be taken");
    AdapterFixture.await(pair.near().request());
    clause("dat_ep_get_status.05")
        .that(pair.ep().getStatus().requestIdle(), "idle when its completion was taken");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_get_status.08")
  void statusIsReadableWhileOthersPost() throws Exception {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    int buffer = pair.far().register(64, MemPriv.ALL, 0);
    BackgroundCall<Boolean> reader =
        background(
            () -> {
              boolean connected = true;
              for (int i = 0; i < 2000; i++) {
                connected &= pair.ep().getStatus().state() == EpState.CONNECTED;
              }
              return connected;
            });
    for (int i = 0; i < 20; i++) {
      pair.far().postRecv(pair.farEp(), buffer, 0, 64, i);
      pair.send(region, 8, i);
      pair.far().event(DatPeer.RECV);
    }
    clause("dat_ep_get_status.08").that(reader.get(), "every snapshot says CONNECTED");
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_query.01", "dat_ep_query.05", "dat_ep_query.06", "dat_ep_query.08",
    "dat_ep_query.10", "dat_ep_query.11", "dat_ep_query.12", "dat_ep_connect.29",
    "dat_ep_connect.31"
  })
  void queryDescribesAConnectedEndpoint() {
    AdapterFixture node = node();
    EpAttr wanted = node.attr();
    Ep ep = node.ep(node.pz(), wanted);
    EpAttr before = ep.query().attr();
    DatPeer far = peer();
    ConnectedPair pair =
        ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), privateData())
            .accept(privateData());
    EpParam param = pair.ep().query(EpField.ALL);
    table(
        row(
            "dat_ep_query.01",
            "full mask",
            () -> clause("dat_ep_query.01").that(param != null, "an answer comes")),
        row(
            "dat_ep_query.05",
            "local address",
            () ->
                clause("dat_ep_query.05")
                    .equal(node.ia().address(), param.localIaAddress(), "local address")),
        row(
            "dat_ep_query.06",
            "remote address",
            () -> {
              clause("dat_ep_query.06")
                  .address(far.address(), param.remoteIaAddress(), "address of the peer's IA");
            }),
        row(
            "dat_ep_query.08",
            "local port",
            () -> clause("dat_ep_query.08").that(param.localPortQual() != 0, "it is defined")),
        row(
            "dat_ep_connect.29",
            "local port",
            () ->
                clause("dat_ep_connect.29")
                    .that(param.localPortQual() != 0, "the connect bound a port qualifier")),
        row(
            "dat_ep_query.10",
            "attributes",
            () -> {
              clause("dat_ep_query.10")
                  .that(param.attr().maxRecvDtos() >= wanted.maxRecvDtos(), "max_recv_dtos");
              clause("dat_ep_query.10")
                  .that(
                      param.attr().maxRequestDtos() >= wanted.maxRequestDtos(), "max_request_dtos");
              clause("dat_ep_query.10")
                  .that(
                      param.attr().maxMessageSize() >= wanted.maxMessageSize(), "max_message_size");
            }),
        row(
            "dat_ep_connect.31",
            "attributes",
            () ->
                clause("dat_ep_connect.31")
                    .equal(before, param.attr(), "attributes after the establishment")),
        row(
            "dat_ep_query.11",
            "SRQ",
            () -> clause("dat_ep_query.11").equal(null, param.srq(), "srq_handle")),
        row(
            "dat_ep_query.12",
            "single bits",
            () -> {
              clause("dat_ep_query.12")
                  .equal(param.state(), ep.query(EpField.EP_STATE).state(), "ep_state");
              clause("dat_ep_query.12")
                  .that(ep.query(EpField.PZ_HANDLE).pz() == param.pz(), "pz_handle");
              clause("dat_ep_query.12")
                  .that(ep.query(EpField.IA_HANDLE).ia() == param.ia(), "ia_handle");
              clause("dat_ep_query.12")
                  .equal(
                      param.attr().maxRecvDtos(),
                      ep.query(EpField.EP_ATTR_MAX_RECV_DTOS).attr().maxRecvDtos(),
                      "max_recv_dtos");
              clause("dat_ep_query.12")
                  .equal(
                      param.remotePortQual(),
                      ep.query(EpField.REMOTE_PORT_QUAL).remotePortQual(),
                      "remote_port_qual");
            }));
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_query.09")
  void portOfTheActiveEndpointIsThatOfTheRequest() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
    long shown = far.requesterPort();
    pair.accept(null);
    clause("dat_ep_query.09").equal(shown, ep.query().localPortQual(), "local_port_qual");
  }
}
