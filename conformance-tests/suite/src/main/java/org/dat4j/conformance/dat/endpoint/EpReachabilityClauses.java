package org.dat4j.conformance.dat.endpoint;

import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
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
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdAsyncErrorReason;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Qos;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_connect under difficulties: unreachable addresses, different RDMA Read depths of
 * the two sides, a full EVD.
 */
class EpReachabilityClauses extends DatTest {
  private static final long SHORT_MILLIS = 300;

  /** Reserved for documentation (RFC 5737): no host has it. */
  private static final byte[] NOWHERE = {(byte) 192, 0, 2, 1};

  private static final List<byte[]> INVALID =
      List.of(new byte[] {(byte) 224, 0, 0, 1}, new byte[] {(byte) 255, (byte) 255, -1, -1});
  private static final Set<EventNumber> REJECTIONS =
      Set.of(
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          EventNumber.CONNECTION_EVENT_PEER_REJECTED);
  private static final Set<DtoStatus> TOO_DEEP =
      Set.of(
          DtoStatus.SUCCESS,
          DtoStatus.ERR_REMOTE_RESPONDER,
          DtoStatus.ERR_REMOTE_ACCESS,
          DtoStatus.ERR_FLUSHED);

  private void connect(Ep ep, byte[] address) {
    ep.connect(
        ConnectedPair.inet(address),
        1,
        TimeFactor.micros(SHORT_MILLIS),
        privateData(),
        Qos.BEST_EFFORT,
        ConnectFlags.DEFAULT);
  }

  /** Connects; tells whether the call refused the address and left the endpoint as it was. */
  private boolean isRefused(String id, Ep ep, byte[] address) {
    try {
      connect(ep, address);
      return false;
    } catch (DatException e) {
      clause(id).equal(DatReturn.INVALID_ADDRESS, e.type(), "type of the refusal");
      clause(id).equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
      return true;
    }
  }

  @Test
  @Clauses("dat_ep_connect.12")
  void unreachableHostIsTold() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    if (isRefused("dat_ep_connect.12", ep, NOWHERE)) {
      return;
    }
    DatEvent event = AdapterFixture.await(node.connect());
    clause("dat_ep_connect.12")
        .that(
            event.ep() == ep
                && (event.number() == EventNumber.CONNECTION_EVENT_UNREACHABLE
                    || event.number() == EventNumber.CONNECTION_EVENT_TIMED_OUT),
            "UNREACHABLE, or TIMED_OUT of a network that is silent, is " + event);
    clause("dat_ep_connect.12").equal(EpState.DISCONNECTED, ep.getStatus().state(), "state");
    clause("dat_ep_connect.12").that(AdapterFixture.empty(node.connect()), "one event only");
  }

  @Test
  @Clauses("dat_ep_connect.13")
  void addressesOfNoAdapterAreRefusedOrNotReached() {
    AdapterFixture node = node();
    for (byte[] address : INVALID) {
      Ep ep = node.ep();
      if (!isRefused("dat_ep_connect.13", ep, address)) {
        DatEvent event = AdapterFixture.await(node.connect());
        clause("dat_ep_connect.13")
            .that(event.number() != EventNumber.CONNECTION_EVENT_ESTABLISHED, "is " + event);
        clause("dat_ep_connect.13").equal(EpState.DISCONNECTED, ep.getStatus().state(), "state");
      }
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.30")
  void connectionOfDifferentDepthsStandsOrIsRejected() {
    AdapterFixture node = node();
    EpAttr attr = node.attr();
    Ep ep = node.ep(node.pz(), attr);
    DatPeer far = peer();
    int farEp = far.createEp(0, 1, -1);
    ConnectedPair.request(node, ep, far, farEp, privateData());
    far.accept(farEp, privateData());
    DatEvent event = AdapterFixture.await(node.connect());
    boolean stands = event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED;
    clause("dat_ep_connect.30")
        .that(stands || REJECTIONS.contains(event.number()), "established or rejected: " + event);
    clause("dat_ep_connect.30")
        .equal(stands ? EpState.CONNECTED : EpState.DISCONNECTED, ep.getStatus().state(), "state");
    EventView there = far.event(DatPeer.CONNECT);
    clause("dat_ep_connect.30")
        .equal(
            stands, there.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED, "the same there");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.24")
  void readsBeyondThePeersDepthAreHeldBackOrBreakTheConnection() {
    AdapterFixture node = node();
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, node.ep(), far, far.createEp(0, 1, -1));
    int reads = 8;
    int length = size();
    int target = far.register(reads * length, MemPriv.ALL, 0);
    byte[] data = data(reads * length);
    far.put(target, 0, data);
    RegisteredMemory region = node.region(reads * length);
    for (int i = 0; i < reads; i++) {
      pair.ep()
          .postRdmaRead(
              region.local(),
              region.address((long) i * length),
              length,
              i,
              far.remote(target),
              far.base(target) + (long) i * length,
              CompletionFlags.DEFAULT);
    }
    boolean failed = false;
    int done = 0;
    for (int i = 0; i < reads; i++) {
      DatEvent event = AdapterFixture.await(node.request());
      clause("dat_ep_post_rdma_read.24").equal(i, event.cookie(), "posting order");
      clause("dat_ep_post_rdma_read.24")
          .that(
              TOO_DEEP.contains(event.status())
                  && (!failed || event.status() == DtoStatus.ERR_FLUSHED),
              "done or broken: " + event);
      failed |= event.status() != DtoStatus.SUCCESS;
      done += failed ? 0 : length;
    }
    clause("dat_ep_post_rdma_read.24")
        .equal(
            -1,
            Arrays.mismatch(Arrays.copyOf(data, done), region.get(0, done)),
            "first wrong byte of the Reads that succeeded");
    if (failed) {
      ended("dat_ep_post_rdma_read.24", pair);
    } else {
      clause("dat_ep_post_rdma_read.24")
          .equal(EpState.CONNECTED, pair.ep().getStatus().state(), "state of a throttled EP");
    }
  }

  @Test
  @SecondParty
  @OtherSide({FREED, CLOSED})
  @Clauses("dat_h.05")
  void asynchronousErrorNamesItsObjectAndReason() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Evd small = node.ia().createEvd(1, null, EvdFlags.DTO);
    int room = small.query().evdQlen();
    EpAttr attr = node.attr().toBuilder().maxRecvDtos(room + 1).build();
    Ep ep = node.ia().createEp(node.pz(), small, null, node.connect(), attr);
    DatPeer far = peer();
    ConnectedPair second = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    leave(second);
    AdapterFixture.await(node.connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    // Receives of a disconnected endpoint complete at once: one more than there is room for.
    RegisteredMemory region = node.region(64);
    for (int i = 0; i <= room; i++) {
      ep.postRecv(region.local(), region.address(0), 64, i, CompletionFlags.DEFAULT);
    }
    DatEvent event = AdapterFixture.await(node.ia().query().asyncEvd());
    clause("dat_h.05")
        .equal(EventNumber.ASYNC_ERROR_EVD_OVERFLOW, event.number(), "number of the event");
    clause("dat_h.05").that(event.asyncObject() == small, "dat_handle is the EVD, is " + event);
    clause("dat_h.05")
        .equal(EvdAsyncErrorReason.OVERFLOW_ERROR.value(), event.asyncReason(), "reason");
  }
}
