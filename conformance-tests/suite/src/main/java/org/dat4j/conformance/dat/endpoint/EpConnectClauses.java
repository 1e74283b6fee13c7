package org.dat4j.conformance.dat.endpoint;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Qos;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_connect, which asks for a connection from an endpoint to a remote service point.
 */
class EpConnectClauses extends DatTest {
  private static final long SHORT_MILLIS = 200;
  private static final int[] QOS = {Qos.HIGH_THROUGHPUT, Qos.LOW_LATENCY, Qos.ECONOMY, Qos.PREMIUM};

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_connect.01", "dat_ep_connect.02", "dat_ep_connect.06", "dat_ep_connect.07"})
  void acceptanceEstablishesTheConnection() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = peer();
    int farEp = far.createEp(0, -1, -1);
    long qualifier = far.listen();
    byte[] address = far.address();
    byte[] sent = privateData();
    clause("dat_ep_connect.01")
        .succeeds("connect", () -> ConnectedPair.connect(ep, address, qualifier, sent));
    byte[] arrived = far.awaitRequest();
    clause("dat_ep_connect.06")
        .that(
            ConnectedPair.delivered(sent == null ? new byte[0] : sent, arrived),
            "a request event arrives with the private data");
    clause("dat_ep_connect.02")
        .equal(EpState.ACTIVE_CONNECTION_PENDING, ep.getStatus().state(), "state");
    clause("dat_ep_connect.01")
        .that(AdapterFixture.empty(node.connect()), "no event before the answer");
    far.accept(farEp, privateData());
    clause("dat_ep_connect.07")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    clause("dat_ep_connect.07").equal(EpState.CONNECTED, ep.getStatus().state(), "state");
    clause("dat_ep_connect.07")
        .equal(
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            far.event(DatPeer.CONNECT).number(),
            "event at the second party");
    clause("dat_ep_connect.07").equal("CONNECTED", far.state(farEp), "its state");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses({"dat_ep_connect.03", "dat_ep_connect.04"})
  void onlyALiveUnconnectedEndpointConnects() {
    AdapterFixture node = node();
    DatPeer far = peer();
    byte[] address = far.address();
    Ep freed = node.ep();
    freed.free();
    clause("dat_ep_connect.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> ConnectedPair.connect(freed, address, 1, null));
    Ep ep = node.ep();
    ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
    refusedIn(EpState.ACTIVE_CONNECTION_PENDING, ep, address);
    pair.accept(null);
    refusedIn(EpState.CONNECTED, ep, address);
    leave(pair);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    refusedIn(EpState.DISCONNECTED, ep, address);
  }

  private void refusedIn(EpState state, Ep ep, byte[] address) {
    clause("dat_ep_connect.04")
        .throwsDat(DatReturn.INVALID_STATE, () -> ConnectedPair.connect(ep, address, 1, null));
    clause("dat_ep_connect.04").equal(state, ep.getStatus().state(), "state afterwards");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_ep_connect.08")
  void rejectionByThePeerIsTold() {
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep rejected = node.ep();
    ConnectedPair.request(node, rejected, far, 0, privateData());
    far.reject();
    ends("dat_ep_connect.08", node, rejected, EventNumber.CONNECTION_EVENT_PEER_REJECTED);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_ep_connect.09")
  void silentQualifierIsToldEachTime() {
    AdapterFixture node = node();
    DatPeer far = peer();
    long silent = far.listen();
    far.stopListening();
    for (int i = 0; i < 3; i++) {
      Ep unheard = node.ep();
      ConnectedPair.connect(unheard, far.address(), silent, privateData());
      ends("dat_ep_connect.09", node, unheard, EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.10")
  void fullBacklogIsTold() {
    AdapterFixture node = node();
    AdapterFixture listener = partner();
    // A backlog is as long as the EVD; more requests than it can hold are refused.
    Evd small = listener.ia().createEvd(1, null, EvdFlags.CR);
    int length = small.query().evdQlen();
    Psp busy = listener.ia().createPspAny(small, PspFlags.CONSUMER);
    Evd many = node.ia().createEvd(length + 8, null, EvdFlags.CONNECTION);
    EpAttr attr = node.attr();
    int tries = length + 1;
    for (int i = 0; i < tries; i++) {
      Ep ep = node.ia().createEp(node.pz(), node.recv(), node.request(), many, attr);
      ConnectedPair.connect(
          ep, listener.ia().address().getAddress(), busy.connQual(), privateData());
    }
    DatEvent refusal = AdapterFixture.await(many);
    clause("dat_ep_connect.10")
        .connection(refusal, EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, refusal.ep());
    clause("dat_ep_connect.10")
        .equal(EpState.DISCONNECTED, refusal.ep().getStatus().state(), "state");
  }

  private void ends(String id, AdapterFixture node, Ep ep, EventNumber number) {
    clause(id).connection(AdapterFixture.await(node.connect()), number, ep);
    clause(id).equal(EpState.DISCONNECTED, ep.getStatus().state(), "state");
    clause(id).that(AdapterFixture.empty(node.connect()), "one event only");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_connect.11", "dat_ep_connect.15", "dat_ep_connect.16"})
  void unansweredRequestTimesOut() {
    AdapterFixture node = node();
    DatPeer far = peer();
    long qualifier = far.listen();
    byte[] address = far.address();
    Ep forEver = node.ep();
    forEver.connect(
        ConnectedPair.inet(address),
        qualifier,
        DatConstants.TIMEOUT_INFINITE,
        privateData(),
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    far.awaitRequest();
    Ep ep = node.ep();
    long micros = TimeFactor.micros(SHORT_MILLIS);
    long begin = System.nanoTime();
    ep.connect(
        ConnectedPair.inet(address),
        qualifier,
        micros,
        privateData(),
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    DatEvent event = AdapterFixture.await(node.connect());
    long passed = (System.nanoTime() - begin) / 1000;
    clause("dat_ep_connect.11")
        .that(
            event.ep() == ep
                && (event.number() == EventNumber.CONNECTION_EVENT_TIMED_OUT
                    || event.number() == EventNumber.CONNECTION_EVENT_UNREACHABLE),
            "TIMED_OUT or UNREACHABLE of the EP, is " + event);
    clause("dat_ep_connect.11").equal(EpState.DISCONNECTED, ep.getStatus().state(), "state");
    clause("dat_ep_connect.16")
        .that(passed >= micros / 2, micros + " us asked, ended after " + passed + " us");
    clause("dat_ep_connect.15")
        .equal(
            EpState.ACTIVE_CONNECTION_PENDING,
            forEver.getStatus().state(),
            "state of the EP that waits without limit");
    clause("dat_ep_connect.15").that(AdapterFixture.empty(node.connect()), "no event of it");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.16")
  void requestWithALongTimeLimitStaysPending() throws Exception {
    checkInSituations(this::staysPending, LONG_LIMIT);
  }

  private void staysPending(Situation situation) {
    AdapterFixture node = node();
    DatPeer far = peer();
    long qualifier = far.listen();
    Ep ep = node.ep();
    ep.connect(
        ConnectedPair.inet(far.address()),
        qualifier,
        situation.get(LONG_LIMIT),
        privateData(),
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
    far.awaitRequest();
    clause("dat_ep_connect.16")
        .equal(EpState.ACTIVE_CONNECTION_PENDING, ep.getStatus().state(), "state after a moment");
    clause("dat_ep_connect.16").that(AdapterFixture.empty(node.connect()), "no event");
    far.stopListening();
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_connect.14", "dat_ep_connect.18", "dat_ep_connect.20", "dat_ep_connect.25"})
  void wrongArgumentsLeaveTheEndpointUnconnected() {
    AdapterFixture node = node();
    DatPeer far = peer();
    long qualifier = far.listen();
    byte[] address = far.address();
    Ep ep = node.ep();
    int most = node.ia().query().providerAttr().maxPrivateDataSize();
    clause("dat_ep_connect.14")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                ep.connect(
                    ConnectedPair.inet(address),
                    qualifier,
                    0,
                    null,
                    Qos.BEST_EFFORT,
                    ConnectFlags.DEFAULT));
    clause("dat_ep_connect.14").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
    for (int size : new int[] {most + 1, most + 1000}) {
      clause("dat_ep_connect.18")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> ConnectedPair.connect(ep, address, qualifier, new byte[size]));
      clause("dat_ep_connect.18").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
    }
    clause("dat_ep_connect.25").equal(0, ConnectFlags.DEFAULT, "DAT_CONNECT_DEFAULT_FLAG");
    clause("dat_ep_connect.25").equal(1, ConnectFlags.MULTIPATH, "DAT_CONNECT_MULTIPATH_FLAG");
    clause("dat_ep_connect.20")
        .succeeds("no private data", () -> ConnectedPair.connect(ep, address, qualifier, null));
    clause("dat_ep_connect.20").equal(0, far.awaitRequest().length, "size at the second party");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.23")
  void unsupportedQosIsRefused() {
    AdapterFixture node = node();
    DatPeer far = peer();
    long qualifier = far.listen();
    byte[] address = far.address();
    Ep ep = node.ep();
    int supported = node.ia().query().providerAttr().qosSupported();
    for (int qos : QOS) {
      if ((supported & qos) == 0) {
        clause("dat_ep_connect.23")
            .throwsDat(
                DatReturn.MODEL_NOT_SUPPORTED,
                () ->
                    ep.connect(
                        ConnectedPair.inet(address),
                        qualifier,
                        TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS),
                        null,
                        qos,
                        ConnectFlags.DEFAULT));
        clause("dat_ep_connect.23").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
      }
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_connect.21", "dat_ep_connect.22"})
  void privateDataArrivesUnchanged() {
    AdapterFixture node = node();
    int most = node.ia().query().providerAttr().maxPrivateDataSize();
    DatPeer far = peer();
    long qualifier = far.listen();
    byte[] address = far.address();
    for (int size : List.of(0, 1, Math.min(63, most), privateLength(), most)) {
      byte[] sent = data(size);
      byte[] passed = sent.clone();
      ConnectedPair.connect(node.ep(), address, qualifier, passed);
      Arrays.fill(passed, (byte) 0);
      byte[] arrived = far.awaitRequest();
      clause("dat_ep_connect.21").equal(size, arrived.length, "reported size");
      clause("dat_ep_connect.22")
          .that(
              ConnectedPair.delivered(sent, arrived),
              size + " bytes arrive as they were at the call");
      far.reject();
      AdapterFixture.await(node.connect());
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.26")
  void multipathIsAccepted() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    DatPeer far = peer();
    int farEp = far.createEp(0, -1, -1);
    ep.connect(
        ConnectedPair.inet(far.address()),
        far.listen(),
        TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS),
        null,
        Qos.BEST_EFFORT,
        ConnectFlags.MULTIPATH);
    far.awaitRequest();
    far.accept(farEp, null);
    clause("dat_ep_connect.26")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
  }

  @Test
  @Clauses("dat_ep_connect.27")
  void multipathIsRefused() {
    multipathRefused("dat_ep_connect.27");
  }

  @Test
  @Refuses("dat_ep_connect.26")
  void undeclaredMultipathIsRefused() {
    multipathRefused("dat_ep_connect.26");
  }

  private void multipathRefused(String id) {
    AdapterFixture node = node();
    Ep ep = node.ep();
    clause(id)
        .throwsDat(
            DatReturn.MODEL_NOT_SUPPORTED,
            () ->
                ep.connect(
                    node.ia().address(),
                    1,
                    TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS),
                    null,
                    Qos.BEST_EFFORT,
                    ConnectFlags.MULTIPATH));
    clause(id).equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.28")
  void earlyReceivesAreUsedInOrder() {
    int part = size() / 4;
    AdapterFixture node = node();
    Ep ep = node.ep();
    RegisteredMemory region = node.region(size());
    for (int i = 0; i < 4; i++) {
      ep.postRecv(
          region.local(), region.address((long) i * part), part, i, CompletionFlags.DEFAULT);
    }
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    int message = far.register(size(), MemPriv.ALL, 0);
    byte[] data = data(4 * part);
    far.put(message, 0, data);
    for (int i = 0; i < 4; i++) {
      far.postSend(pair.farEp(), message, i * part, part, i);
    }
    for (int i = 0; i < 4; i++) {
      clause("dat_ep_connect.28")
          .completion(AdapterFixture.await(node.recv()), ep, i, DtoStatus.SUCCESS, part);
    }
    clause("dat_ep_connect.28").that(Arrays.equals(data, region.get(0, 4 * part)), "all bytes");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.32")
  void connectionWithoutRdmaReadsCarriesTheRest() {
    AdapterFixture node = node();
    Ep ep = node.ep(node.pz(), node.attr().toBuilder().maxRdmaReadIn(0).maxRdmaReadOut(0).build());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, 0, 0));
    RegisteredMemory region = node.region(size());
    int buffer = far.register(size(), MemPriv.ALL, 0);
    byte[] data = data(size());
    region.put(0, data);
    clause("dat_ep_connect.32")
        .equal(
            DtoStatus.SUCCESS,
            pair.write(region, size() - 32, 1, far.remote(buffer), far.base(buffer)).status(),
            "RDMA Write");
    int message = far.register(size(), MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), message, 0, size(), 2);
    clause("dat_ep_connect.32")
        .equal(DtoStatus.SUCCESS, pair.send(region, size(), 3).status(), "Send");
    far.event(DatPeer.RECV);
    clause("dat_ep_connect.32")
        .that(Arrays.equals(data, far.get(message, 0, size())), "the message arrives");
    clause("dat_ep_connect.32")
        .that(
            Arrays.equals(Arrays.copyOf(data, size() - 32), far.get(buffer, 0, size() - 32)),
            "written bytes");
  }

  @Test
  @Clauses("dat_ep_connect.33")
  void adapterConnectsToItself() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    Ep active = node.ep();
    Ep passive = node.ep();
    ConnectedPair.connect(active, node.ia().address().getAddress(), psp.connQual(), privateData());
    Cr cr = AdapterFixture.await(node.cr()).cr();
    cr.accept(passive, privateData());
    DatEvent one = AdapterFixture.await(node.connect());
    DatEvent two = AdapterFixture.await(node.connect());
    clause("dat_ep_connect.33")
        .that(one.ep() != two.ep(), "one event for each endpoint: " + one + ", " + two);
    clause("dat_ep_connect.33")
        .equal(EventNumber.CONNECTION_EVENT_ESTABLISHED, one.number(), "first event");
    clause("dat_ep_connect.33")
        .equal(EventNumber.CONNECTION_EVENT_ESTABLISHED, two.number(), "second event");
    RegisteredMemory region = node.region(2 * size());
    byte[] data = data(size());
    region.put(0, data);
    passive.postRecv(region.local(), region.address(size()), size(), 1, CompletionFlags.DEFAULT);
    active.postSend(region.local(), region.address(0), size(), 2, CompletionFlags.DEFAULT);
    clause("dat_ep_connect.33")
        .completion(AdapterFixture.await(node.recv()), passive, 1, DtoStatus.SUCCESS, size());
    clause("dat_ep_connect.33").that(Arrays.equals(data, region.get(size(), size())), "bytes");
    active.disconnect(CloseFlags.ABRUPT);
  }
}
