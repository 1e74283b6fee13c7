package org.dat4j.conformance.dat.endpoint;

import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Qos;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_dup_connect, which connects an endpoint to the service point that another
 * endpoint is connected to. The states that permit it are in {@link EpStateTableClauses}.
 */
class EpDupConnectClauses extends DatTest {
  private static final long SHORT_MILLIS = 200;
  private static final int[] QOS = {Qos.HIGH_THROUGHPUT, Qos.LOW_LATENCY, Qos.ECONOMY, Qos.PREMIUM};

  private static void dup(Ep ep, Ep connected, byte[] privateData) {
    ep.dupConnect(
        connected, TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), privateData, Qos.BEST_EFFORT);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_dup_connect.01",
    "dat_ep_dup_connect.02",
    "dat_ep_dup_connect.08",
    "dat_ep_dup_connect.14"
  })
  void duplicateReachesTheSameServicePoint() {
    byte[] sent = privateData();
    ConnectedPair first = pair();
    AdapterFixture node = first.near();
    DatPeer far = first.far();
    Ep ep = node.ep();
    clause("dat_ep_dup_connect.01").succeeds("dup_connect", () -> dup(ep, first.ep(), sent));
    clause("dat_ep_dup_connect.01")
        .equal(EpState.ACTIVE_CONNECTION_PENDING, ep.getStatus().state(), "state");
    // The second party has one service point, the one the first connection was made with.
    byte[] arrived = far.awaitRequest();
    clause("dat_ep_dup_connect.02")
        .that(
            ConnectedPair.delivered(sent == null ? new byte[0] : sent, arrived),
            "a request event arrives with the private data");
    int farEp = far.createEp(0, -1, -1);
    far.accept(farEp, privateData());
    clause("dat_ep_dup_connect.08")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    clause("dat_ep_dup_connect.08").equal(EpState.CONNECTED, ep.getStatus().state(), "state");
    clause("dat_ep_dup_connect.08")
        .equal(
            EventNumber.CONNECTION_EVENT_ESTABLISHED,
            far.event(DatPeer.CONNECT).number(),
            "event at the second party");
    clause("dat_ep_dup_connect.14")
        .equal(EpState.CONNECTED, first.ep().getStatus().state(), "state of the first EP");
    int buffer = far.register(size(), MemPriv.ALL, 0);
    far.postRecv(first.farEp(), buffer, 0, size(), 1);
    far.postRecv(farEp, buffer, 0, size(), 2);
    RegisteredMemory region = node.region(size());
    clause("dat_ep_dup_connect.14")
        .completion(
            first.send(region, size(), 3).event(), first.ep(), 3, DtoStatus.SUCCESS, size());
    clause("dat_ep_dup_connect.14")
        .completion(far.event(DatPeer.RECV), 1, DtoStatus.SUCCESS, size());
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_dup_connect.03")
  void bothEndpointsAreLive() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Ep freed = node.ep();
    freed.free();
    Ep ep = node.ep();
    Ep foreign = node().ep();
    clause("dat_ep_dup_connect.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> dup(freed, pair.ep(), null));
    for (Ep wrong : Arrays.asList(freed, null, foreign)) {
      clause("dat_ep_dup_connect.03")
          .throwsDat(DatReturn.INVALID_HANDLE, () -> dup(ep, wrong, null));
      clause("dat_ep_dup_connect.03").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_dup_connect.06")
  void argumentsAreChecked() {
    ConnectedPair pair = pair();
    Ep ep = pair.near().ep();
    int most = pair.near().ia().query().providerAttr().maxPrivateDataSize();
    for (long timeout : new long[] {0, -1, DatConstants.TIMEOUT_INFINITE + 1}) {
      clause("dat_ep_dup_connect.06")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> ep.dupConnect(pair.ep(), timeout, null, Qos.BEST_EFFORT));
    }
    for (int size : new int[] {most + 1, most + 1000}) {
      clause("dat_ep_dup_connect.06")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> dup(ep, pair.ep(), new byte[size]));
    }
    clause("dat_ep_dup_connect.06").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_dup_connect.07")
  void unsupportedQosIsRefused() {
    ConnectedPair pair = pair();
    Ep ep = pair.near().ep();
    int supported = pair.near().ia().query().providerAttr().qosSupported();
    for (int qos : QOS) {
      if ((supported & qos) == 0) {
        clause("dat_ep_dup_connect.07")
            .throwsDat(
                DatReturn.MODEL_NOT_SUPPORTED,
                () ->
                    ep.dupConnect(
                        pair.ep(), TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), null, qos));
        clause("dat_ep_dup_connect.07").equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_dup_connect.09", "dat_ep_dup_connect.10"})
  void refusalsAreTold() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Ep rejected = node.ep();
    dup(rejected, pair.ep(), privateData());
    pair.far().awaitRequest();
    pair.far().reject();
    ends("dat_ep_dup_connect.09", node, rejected, EventNumber.CONNECTION_EVENT_PEER_REJECTED);
    pair.far().stopListening();
    Ep unheard = node.ep();
    dup(unheard, pair.ep(), privateData());
    ends("dat_ep_dup_connect.10", node, unheard, EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
  }

  private void ends(String id, AdapterFixture node, Ep ep, EventNumber number) {
    clause(id).connection(AdapterFixture.await(node.connect()), number, ep);
    clause(id).equal(EpState.DISCONNECTED, ep.getStatus().state(), "state");
    clause(id).that(AdapterFixture.empty(node.connect()), "one event only");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_dup_connect.11")
  void unansweredRequestTimesOut() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Ep ep = node.ep();
    ep.dupConnect(pair.ep(), TimeFactor.micros(SHORT_MILLIS), privateData(), Qos.BEST_EFFORT);
    DatEvent event = AdapterFixture.await(node.connect());
    clause("dat_ep_dup_connect.11")
        .that(
            event.ep() == ep
                && (event.number() == EventNumber.CONNECTION_EVENT_TIMED_OUT
                    || event.number() == EventNumber.CONNECTION_EVENT_UNREACHABLE),
            "TIMED_OUT or UNREACHABLE of the EP, is " + event);
    clause("dat_ep_dup_connect.11").equal(EpState.DISCONNECTED, ep.getStatus().state(), "state");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_dup_connect.13")
  void privateDataArrivesUnchanged() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    int most = node.ia().query().providerAttr().maxPrivateDataSize();
    for (int size : List.of(0, 1, privateLength(), most)) {
      byte[] sent = data(size);
      byte[] passed = sent.clone();
      dup(node.ep(), pair.ep(), passed);
      Arrays.fill(passed, (byte) 0);
      byte[] arrived = pair.far().awaitRequest();
      clause("dat_ep_dup_connect.13").equal(size, arrived.length, "reported size");
      clause("dat_ep_dup_connect.13")
          .that(
              ConnectedPair.delivered(sent, arrived),
              size + " bytes arrive as they were at the call");
      pair.far().reject();
      AdapterFixture.await(node.connect());
    }
  }
}
