package org.dat4j.conformance.dat.srq;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_create_with_srq, which creates an endpoint that takes its Receives from a shared
 * receive queue.
 */
class EpWithSrqClauses extends SrqTest {

  @Test
  @Clauses("dat_ep_create_with_srq.02")
  void undeclaredSharedQueueIsRefused() {
    AdapterFixture node = node();
    clause("dat_ep_create_with_srq.02")
        .throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> SrqFixture.endpoint(node, null));
  }

  @Test
  @Clauses({
    "dat_ep_create_with_srq.01",
    "dat_ep_create_with_srq.09",
    "dat_ep_create_with_srq.10",
    "dat_ep_create_with_srq.12",
    "dat_ep_create_with_srq.22"
  })
  void newEndpointIsAsOrdered() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 8);
    EpAttr usual = node.attr();
    EpAttr open = usual.toBuilder().maxRecvDtos(DatConstants.HW_DEFAULT).build();
    EpAttr small =
        usual.toBuilder()
            .maxMessageSize(4096)
            .maxRdmaSize(8192)
            .maxRecvDtos(1)
            .maxRequestDtos(2)
            .maxRequestIov(1)
            .maxRdmaReadIn(1)
            .maxRdmaReadOut(0)
            .maxRdmaReadIov(1)
            .maxRdmaWriteIov(1)
            .requestCompletionFlags(CompletionFlags.EVD_THRESHOLD)
            .recvCompletionFlags(CompletionFlags.EVD_THRESHOLD)
            .build();
    for (EpAttr wanted : List.of(usual, open, small)) {
      Ep ep = endpoint(node, srq, wanted);
      clause("dat_ep_create_with_srq.01")
          .equal(EpState.UNCONNECTED, ep.getStatus().state(), "state");
      EpParam param = ep.query();
      EpAttr given = param.attr();
      clause("dat_ep_create_with_srq.12").that(param.srq() == srq, "srq_handle");
      clause("dat_ep_create_with_srq.09")
          .that(
              given.maxRequestDtos() >= wanted.maxRequestDtos()
                  && given.maxRequestIov() >= wanted.maxRequestIov(),
              given + " has at least the requests of " + wanted);
      same("dat_ep_create_with_srq.10", wanted, given);
      same("dat_ep_create_with_srq.22", wanted, given);
      clause("dat_ep_create_with_srq.22")
          .that(
              wanted.maxRecvDtos() == DatConstants.HW_DEFAULT
                  || given.maxRecvDtos() == wanted.maxRecvDtos(),
              "max_recv_dtos of " + given + " is that of " + wanted);
      clause("dat_ep_create_with_srq.22")
          .that(
              given.serviceType() == wanted.serviceType()
                  && given.qos() == wanted.qos()
                  && given.recvCompletionFlags() == wanted.recvCompletionFlags()
                  && given.requestCompletionFlags() == wanted.requestCompletionFlags()
                  && given.maxRdmaReadIov() == wanted.maxRdmaReadIov()
                  && given.maxRdmaWriteIov() == wanted.maxRdmaWriteIov(),
              given + " is as ordered in " + wanted);
      ep.free();
    }
    Ep silent = node.ia().createEpWithSrq(node.pz(), null, null, null, srq, usual);
    clause("dat_ep_create_with_srq.01")
        .equal(EpState.UNCONNECTED, silent.getStatus().state(), "state of one without EVDs");
    EpParam param = silent.query();
    clause("dat_ep_create_with_srq.12").that(param.srq() == srq, "srq_handle of one without EVDs");
    clause("dat_ep_create_with_srq.01")
        .that(
            param.recvEvd() == null && param.requestEvd() == null && param.connectEvd() == null,
            "no EVDs");
    silent.free();
  }

  private void same(String id, EpAttr wanted, EpAttr given) {
    clause(id).equal(wanted.maxMessageSize(), given.maxMessageSize(), "max_message_size");
    clause(id).equal(wanted.maxRdmaSize(), given.maxRdmaSize(), "max_rdma_size");
    clause(id).equal(wanted.maxRdmaReadIn(), given.maxRdmaReadIn(), "max_rdma_read_in");
    clause(id).equal(wanted.maxRdmaReadOut(), given.maxRdmaReadOut(), "max_rdma_read_out");
  }

  /** Makes an endpoint with EVDs of its own, so that no other completion model matters. */
  private static Ep endpoint(AdapterFixture node, Srq srq, EpAttr attr) {
    Evd recv = node.ia().createEvd(8, null, EvdFlags.DTO);
    Evd request = node.ia().createEvd(8, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    return node.ia().createEpWithSrq(node.pz(), recv, request, node.connect(), srq, attr);
  }

  @Test
  @Clauses({
    "dat_ep_create_with_srq.03",
    "dat_ep_create_with_srq.04",
    "dat_ep_create_with_srq.05",
    "dat_ep_create_with_srq.11"
  })
  void wrongHandlesAreRefused() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    Srq freed = SrqFixture.queue(node, 4);
    freed.free();
    Srq foreign = SrqFixture.queue(node(), 4);
    for (Srq wrong : new Srq[] {null, freed, foreign}) {
      clause("dat_ep_create_with_srq.03")
          .throwsDat(DatReturn.INVALID_HANDLE, () -> SrqFixture.endpoint(node, wrong));
    }
    AdapterFixture closed = node();
    Srq lost = SrqFixture.queue(closed, 4);
    closed.close();
    clause("dat_ep_create_with_srq.04")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> SrqFixture.endpoint(closed, lost));
    Pz zone = node.ia().createPz();
    zone.free();
    Evd gone = node.ia().createEvd(4, null, EvdFlags.DTO);
    gone.free();
    Pz pz = node.pz();
    Evd dto = node.recv();
    Evd connect = node.connect();
    for (EvdRoles roles :
        List.of(
            new EvdRoles(zone, dto, dto, connect),
            new EvdRoles(pz, gone, dto, connect),
            new EvdRoles(pz, dto, gone, connect),
            new EvdRoles(pz, dto, dto, gone),
            new EvdRoles(pz, connect, dto, connect),
            new EvdRoles(pz, dto, dto, dto))) {
      clause("dat_ep_create_with_srq.04")
          .throwsDat(
              DatReturn.INVALID_HANDLE,
              () ->
                  node.ia()
                      .createEpWithSrq(
                          roles.zone, roles.recv, roles.request, roles.connect, srq, node.attr()));
    }
    clause("dat_ep_create_with_srq.05")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> SrqFixture.endpoint(node, srq, null));
    for (int ignored : new int[] {0, -1, Integer.MAX_VALUE}) {
      clause("dat_ep_create_with_srq.11")
          .succeeds(
              "max_recv_iov " + ignored,
              () ->
                  SrqFixture.endpoint(
                      node, srq, node.attr().toBuilder().maxRecvIov(ignored).build()));
    }
  }

  private record EvdRoles(Pz zone, Evd recv, Evd request, Evd connect) {}

  @Test
  @Clauses("dat_ep_create_with_srq.06")
  void anotherZoneIsRefused() {
    AdapterFixture node = node();
    Srq srq = node.ia().createSrq(node.ia().createPz(), new SrqAttr(4, 1, 0));
    clause("dat_ep_create_with_srq.06")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> SrqFixture.endpoint(node, srq));
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_create_with_srq.07")
  void anotherZoneServesAllButReceives() {
    AdapterFixture node = node();
    Pz zone = node.ia().createPz();
    Srq srq = node.ia().createSrq(zone, new SrqAttr(4, 1, 0));
    SrqFixture hub = new SrqFixture(node, peer(), srq, zone, data(SrqFixture.BUFFER));
    ConnectedPair pair = hub.join();
    DatPeer far = pair.far();
    hub.postAll(0, 1);
    hub.send(pair, MESSAGE, 1);
    clause("dat_ep_create_with_srq.07")
        .completion(AdapterFixture.await(node.recv()), pair.ep(), 0, DtoStatus.SUCCESS, MESSAGE);
    clause("dat_ep_create_with_srq.07").that(hub.holds(0, MESSAGE), "the message is there");
    RegisteredMemory own = node.region(64);
    int buffer = far.register(64, MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), buffer, 0, 64, 1);
    clause("dat_ep_create_with_srq.07")
        .completion(pair.send(own, MESSAGE, 2).event(), pair.ep(), 2, DtoStatus.SUCCESS, MESSAGE);
    far.event(DatPeer.REQUEST);
    far.postWrite(pair.farEp(), buffer, 3, own.remote(), own.address(0));
    clause("dat_ep_create_with_srq.07")
        .equal(DtoStatus.SUCCESS, far.event(DatPeer.REQUEST).status(), "Write to the EP's PZ");
    clause("dat_ep_create_with_srq.07")
        .ends(
            pair.send(hub.region(), MESSAGE, 4),
            Set.of(DatReturn.PROTECTION_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
    clause("dat_ep_create_with_srq.07")
        .throwsDat(
            DatReturn.PROTECTION_VIOLATION, () -> srq.postRecv(own.local(), own.address(0), 64, 5));
  }

  @Test
  @Clauses("dat_ep_create_with_srq.08")
  void attributesBeyondTheLimitsAreRefused() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    IaAttr limits = node.limits();
    List<UnaryOperator<EpAttr.Builder>> changes =
        List.of(
            b -> b.maxRdmaReadIov(above(limits.maxIovSegmentsPerRdmaRead())),
            b -> b.maxRdmaWriteIov(above(limits.maxIovSegmentsPerRdmaWrite())),
            b -> b.maxRequestIov(above(limits.maxIovSegmentsPerDto())),
            b -> b.maxRequestDtos(above(limits.maxDtoPerEp())),
            b -> b.maxRecvDtos(above(limits.maxDtoPerEp())),
            b -> b.maxRdmaReadIn(above(limits.maxRdmaReadPerEpIn())),
            b -> b.maxRdmaReadOut(above(limits.maxRdmaReadPerEpOut())),
            b -> b.maxMessageSize(limits.maxMessageSize() + 1),
            b -> b.maxRdmaSize(limits.maxRdmaSize() + 1));
    for (UnaryOperator<EpAttr.Builder> change : changes) {
      EpAttr attr = change.apply(node.attr().toBuilder()).build();
      clause("dat_ep_create_with_srq.08")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> SrqFixture.endpoint(node, srq, attr));
    }
    clause("dat_ep_create_with_srq.08").succeeds("free of the queue", srq::free);
  }

  private static int above(int limit) {
    return limit == Integer.MAX_VALUE ? -2 : limit + 1;
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create_with_srq.13", "dat_ep_post_recv.23"})
  void receivesCannotBePostedToTheEndpoint() {
    AdapterFixture node = node();
    SrqFixture hub = hub(node, 4);
    RegisteredMemory region = node.region(64);
    Ep unconnected = SrqFixture.endpoint(node, hub.srq());
    Ep connected = hub.join().ep();
    for (Ep ep : List.of(unconnected, connected)) {
      for (String id : List.of("dat_ep_create_with_srq.13", "dat_ep_post_recv.23")) {
        clause(id)
            .throwsOneOf(
                () ->
                    ep.postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT),
                DatReturn.INVALID_STATE,
                DatReturn.INVALID_PARAMETER,
                DatReturn.MODEL_NOT_SUPPORTED);
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create_with_srq.14", "dat_ep_create_with_srq.16"})
  void endpointUsesTheQueueWhileItLives() {
    SrqFixture hub = hub(8);
    ConnectedPair pair = hub.join();
    AdapterFixture node = pair.near();
    Ep other = SrqFixture.endpoint(node, hub.srq());
    clause("dat_ep_create_with_srq.14")
        .throwsOneOf(hub.srq()::free, DatReturn.INVALID_STATE, DatReturn.INVALID_HANDLE);
    hub.postAll(0, 4);
    for (int i = 1; i <= 4; i++) {
      hub.send(pair, i, i);
      DatEvent event = AdapterFixture.await(node.recv());
      clause("dat_ep_create_with_srq.16")
          .completion(event, pair.ep(), event.cookie(), DtoStatus.SUCCESS, i);
      clause("dat_ep_create_with_srq.16").equal(node.recv(), event.evd(), "EVD");
      clause("dat_ep_create_with_srq.16")
          .that(hub.holds(event.cookie(), i), "message " + i + " is in the buffer of its cookie");
    }
    pair.ep().free();
    clause("dat_ep_create_with_srq.14")
        .throwsOneOf(hub.srq()::free, DatReturn.INVALID_STATE, DatReturn.INVALID_HANDLE);
    other.free();
    clause("dat_ep_create_with_srq.14").succeeds("free after the last EP", hub.srq()::free);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_create_with_srq.15")
  void resetKeepsTheQueue() {
    SrqFixture hub = hub(8);
    ConnectedPair pair = hub.join();
    Ep ep = pair.ep();
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.await(pair.near().connect());
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    ep.reset();
    clause("dat_ep_create_with_srq.15").that(ep.query().srq() == hub.srq(), "srq_handle");
    clause("dat_ep_create_with_srq.15")
        .throwsOneOf(hub.srq()::free, DatReturn.INVALID_STATE, DatReturn.INVALID_HANDLE);
    pair.far().event(DatPeer.CONNECT);
    ConnectedPair again = hub.join(ep);
    hub.postAll(0, 1);
    hub.send(again, MESSAGE, 1);
    clause("dat_ep_create_with_srq.15")
        .completion(AdapterFixture.await(again.near().recv()), ep, 0, DtoStatus.SUCCESS, MESSAGE);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create_with_srq.19", "dat_ep_create_with_srq.20"})
  void newEndpointConnectsAtOnce() {
    SrqFixture hub = hub(16);
    hub.postAll(0, 8);
    ConnectedPair first = hub.join();
    AdapterFixture node = first.near();
    clause("dat_ep_create_with_srq.20")
        .equal(EpState.CONNECTED, AdapterFixture.reach(first.ep(), EpState.CONNECTED), "first EP");
    first.ep().free();
    first.far().event(DatPeer.CONNECT);
    ConnectedPair second = hub.join();
    clause("dat_ep_create_with_srq.20")
        .equal(
            EpState.CONNECTED,
            AdapterFixture.reach(second.ep(), EpState.CONNECTED),
            "EP after a free");
    clause("dat_ep_create_with_srq.20")
        .that(AdapterFixture.empty(node.recv()), "nothing is left of it");
    int reads = Math.min(1, node.limits().maxRdmaReadPerEpOut());
    for (int[] mismatch : new int[][] {{0, 1}, {reads, 0}}) {
      EpAttr attr =
          node.attr().toBuilder().maxRdmaReadOut(mismatch[0]).maxRdmaReadIov(mismatch[1]).build();
      Ep ep;
      try {
        ep = SrqFixture.endpoint(node, hub.srq(), attr);
      } catch (DatException e) {
        clause("dat_ep_create_with_srq.19")
            .equal(DatReturn.INVALID_PARAMETER, e.type(), "refusal of " + attr);
        continue;
      }
      ConnectedPair pair = hub.join(ep);
      hub.send(pair, MESSAGE, 1);
      DatEvent event = AdapterFixture.await(node.recv());
      clause("dat_ep_create_with_srq.19")
          .completion(event, ep, event.cookie(), DtoStatus.SUCCESS, MESSAGE);
    }
  }

  @Test
  @Clauses("dat_ep_create_with_srq.21")
  void concurrentCreationsAreDistinct() throws Exception {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    List<Ep> all = concurrently(4, () -> SrqFixture.endpoint(node, srq));
    clause("dat_ep_create_with_srq.21").equal(4, new HashSet<>(all).size(), "distinct endpoints");
    for (Ep ep : all) {
      clause("dat_ep_create_with_srq.21").that(ep.query().srq() == srq, "each uses the queue");
    }
  }
}
