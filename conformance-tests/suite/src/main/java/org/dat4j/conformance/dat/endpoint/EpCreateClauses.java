package org.dat4j.conformance.dat.endpoint;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EpStatus;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.ServiceType;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_create, which creates an endpoint with its PZ, EVDs and attributes. */
class EpCreateClauses extends DatTest {
  private static final int UNDEFINED_QOS = 0x10;

  /** Places of a queue that are filled in turn; a backend may give far more than asked for. */
  private static final int MAX_PLACES = 64;

  @Test
  @Clauses({
    "dat_ep_create.01",
    "dat_ep_create.13",
    "dat_ep_create.14",
    "dat_ep_create.15",
    "dat_ep_create.16"
  })
  void newEndpointIsAsOrdered() {
    AdapterFixture node = node();
    EpAttr wanted = node.attr();
    Ep ep = node.ep(node.pz(), wanted);
    clause("dat_ep_create.01").require(ep != null, "a handle is given");
    EpStatus status = ep.getStatus();
    clause("dat_ep_create.13").equal(EpState.UNCONNECTED, status.state(), "state");
    clause("dat_ep_create.14").that(status.recvIdle() && status.requestIdle(), "idle both ways");
    EpParam param = ep.query();
    clause("dat_ep_create.15").that(param.ia() == node.ia(), "ia_handle");
    clause("dat_ep_create.15").that(param.pz() == node.pz(), "pz_handle");
    clause("dat_ep_create.15").that(param.recvEvd() == node.recv(), "recv_evd_handle");
    clause("dat_ep_create.15").that(param.requestEvd() == node.request(), "request_evd_handle");
    clause("dat_ep_create.15").that(param.connectEvd() == node.connect(), "connect_evd_handle");
    atLeast("dat_ep_create.16", wanted, param.attr());
  }

  private void atLeast(String id, EpAttr wanted, EpAttr given) {
    clause(id).equal(wanted.serviceType(), given.serviceType(), "service type");
    clause(id).equal(wanted.qos(), given.qos(), "QoS");
    clause(id).equal(wanted.recvCompletionFlags(), given.recvCompletionFlags(), "receive flags");
    clause(id)
        .equal(wanted.requestCompletionFlags(), given.requestCompletionFlags(), "request flags");
    clause(id).that(given.maxMessageSize() >= wanted.maxMessageSize(), "max_message_size");
    clause(id).that(given.maxRdmaSize() >= wanted.maxRdmaSize(), "max_rdma_size");
    clause(id).that(given.maxRecvDtos() >= wanted.maxRecvDtos(), "max_recv_dtos");
    clause(id).that(given.maxRequestDtos() >= wanted.maxRequestDtos(), "max_request_dtos");
    clause(id).that(given.maxRecvIov() >= wanted.maxRecvIov(), "max_recv_iov");
    clause(id).that(given.maxRequestIov() >= wanted.maxRequestIov(), "max_request_iov");
    clause(id).that(given.maxRdmaReadIn() >= wanted.maxRdmaReadIn(), "max_rdma_read_in");
    clause(id).that(given.maxRdmaReadOut() >= wanted.maxRdmaReadOut(), "max_rdma_read_out");
  }

  @Test
  @Clauses({
    "dat_ep_create.02", "dat_ep_create.03", "dat_ep_create.04",
    "dat_ep_create.05", "dat_ep_create.06", "dat_ep_create.21"
  })
  void wrongHandlesAreRefused() {
    AdapterFixture node = node();
    Ia ia = node.ia();
    EpAttr attr = node.attr();
    Evd recv = node.recv();
    Evd connect = node.connect();
    table(
        row(
            "dat_ep_create.02",
            "closed adapter",
            () -> {
              AdapterFixture closed = node();
              closed.close();
              clause("dat_ep_create.02").throwsDat(DatReturn.INVALID_HANDLE, closed::ep);
            }),
        row(
            "dat_ep_create.03",
            "freed PZ",
            () -> {
              Pz freed = ia.createPz();
              freed.free();
              clause("dat_ep_create.03")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> node.ep(freed, attr));
            }),
        row(
            "dat_ep_create.04",
            "freed EVD in each role",
            () -> {
              Evd freed = ia.createEvd(4, null, EvdFlags.DTO);
              freed.free();
              clause("dat_ep_create.04")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> ia.createEp(node.pz(), freed, recv, connect, attr));
              clause("dat_ep_create.04")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> ia.createEp(node.pz(), recv, freed, connect, attr));
              clause("dat_ep_create.04")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> ia.createEp(node.pz(), recv, recv, freed, attr));
            }),
        row(
            "dat_ep_create.05",
            "EVD without the DTO flag",
            () -> {
              clause("dat_ep_create.05")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> ia.createEp(node.pz(), connect, recv, connect, attr));
              clause("dat_ep_create.05")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> ia.createEp(node.pz(), recv, node.cr(), connect, attr));
            }),
        row(
            "dat_ep_create.06",
            "EVD without the CONNECTION flag",
            () ->
                clause("dat_ep_create.06")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE,
                        () -> ia.createEp(node.pz(), recv, recv, recv, attr))),
        row(
            "dat_ep_create.21",
            "null service type",
            () -> {
              clause("dat_ep_create.21").equal(0, ServiceType.RC.value(), "number of RC");
              clause("dat_ep_create.21")
                  .throwsDat(
                      DatReturn.INVALID_PARAMETER,
                      () -> node.ep(node.pz(), attr.toBuilder().serviceType(null).build()));
            }));
  }

  @Test
  @Clauses({
    "dat_ep_create.17",
    "dat_ep_create.18",
    "dat_ep_create.19",
    "dat_ep_create.20",
    "dat_ep_create.22",
    "dat_ep_create.23",
    "dat_ep_create.24"
  })
  void wrongAttributesAreRefused() {
    AdapterFixture node = node();
    IaAttr limits = node.limits();
    table(
        refused("dat_ep_create.17", node, b -> b.maxMessageSize(limits.maxMessageSize() + 1)),
        refused("dat_ep_create.18", node, b -> b.maxRdmaSize(limits.maxRdmaSize() + 1)),
        refused("dat_ep_create.19", node, b -> b.maxRecvDtos(limits.maxDtoPerEp() + 1)),
        refused("dat_ep_create.19", node, b -> b.maxRequestDtos(limits.maxDtoPerEp() + 1)),
        refused("dat_ep_create.20", node, b -> b.maxRecvIov(limits.maxIovSegmentsPerDto() + 1)),
        refused("dat_ep_create.20", node, b -> b.maxRequestIov(limits.maxIovSegmentsPerDto() + 1)),
        row(
            "dat_ep_create.22",
            "undefined QoS",
            () ->
                clause("dat_ep_create.22")
                    .throwsOneOf(
                        () ->
                            node.ep(node.pz(), node.attr().toBuilder().qos(UNDEFINED_QOS).build()),
                        DatReturn.INVALID_PARAMETER,
                        DatReturn.MODEL_NOT_SUPPORTED)),
        refused("dat_ep_create.23", node, b -> b.recvCompletionFlags(CompletionFlags.SUPPRESS)),
        refused(
            "dat_ep_create.23", node, b -> b.recvCompletionFlags(CompletionFlags.BARRIER_FENCE)),
        refused("dat_ep_create.24", node, b -> b.maxRecvDtos(-1)),
        refused("dat_ep_create.24", node, b -> b.maxRequestDtos(-1)),
        refused("dat_ep_create.24", node, b -> b.maxRecvIov(-1)),
        refused("dat_ep_create.24", node, b -> b.maxRequestIov(-1)));
  }

  /** Changes one attribute of a builder. */
  @FunctionalInterface
  private interface Change {
    EpAttr.Builder apply(EpAttr.Builder builder);
  }

  private Row refused(String id, AdapterFixture node, Change change) {
    EpAttr attr = change.apply(node.attr().toBuilder()).build();
    return row(
        id,
        attr.toString(),
        () -> clause(id).throwsDat(DatReturn.INVALID_PARAMETER, () -> node.ep(node.pz(), attr)));
  }

  @Test
  @Clauses({
    "dat_ep_create.07",
    "dat_ep_create.08",
    "dat_ep_create.09",
    "dat_ep_create.11",
    "dat_ep_create.12"
  })
  void absentObjectsAreAccepted() {
    AdapterFixture node = node();
    Ia ia = node.ia();
    EpAttr noReceives = node.attr().toBuilder().maxRecvDtos(0).build();
    EpAttr noRequests = node.attr().toBuilder().maxRequestDtos(0).build();
    clause("dat_ep_create.07")
        .succeeds(
            "null receive EVD",
            () -> ia.createEp(node.pz(), null, node.request(), node.connect(), noReceives));
    clause("dat_ep_create.08")
        .succeeds(
            "null request EVD",
            () -> ia.createEp(node.pz(), node.recv(), null, node.connect(), noRequests));
    clause("dat_ep_create.09")
        .succeeds(
            "null connect EVD",
            () -> ia.createEp(node.pz(), node.recv(), node.request(), null, node.attr()));
    Ep[] byDefault = new Ep[1];
    clause("dat_ep_create.11")
        .succeeds(
            "null attributes",
            () ->
                byDefault[0] =
                    ia.createEp(node.pz(), node.recv(), node.request(), node.connect(), null));
    EpAttr given = byDefault[0].query().attr();
    IaAttr limits = node.limits();
    clause("dat_ep_create.12").equal(ServiceType.RC, given.serviceType(), "service type");
    clause("dat_ep_create.12")
        .that(given.maxMessageSize() <= limits.maxMessageSize(), "max_message_size");
    clause("dat_ep_create.12").that(given.maxRdmaSize() <= limits.maxRdmaSize(), "max_rdma_size");
    clause("dat_ep_create.12").that(given.maxRecvDtos() <= limits.maxDtoPerEp(), "receives");
    clause("dat_ep_create.12").that(given.maxRequestDtos() <= limits.maxDtoPerEp(), "requests");
    clause("dat_ep_create.12")
        .that(given.maxRecvIov() <= limits.maxIovSegmentsPerDto(), "segments");
  }

  /** Posts as soon as there is room: a transfer may end later than its peer knows. */
  private static int posted(IntSupplier post) {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(AdapterFixture.PATIENCE_MILLIS);
    int result = post.getAsInt();
    while (DatReturn.type(result) == DatReturn.INSUFFICIENT_RESOURCES && !limit.isOver()) {
      Thread.onSpinWait();
      result = post.getAsInt();
    }
    return result;
  }

  /** Polls for a message in the second half of a region: no completion tells of it. */
  private static boolean arrives(byte[] data, RegisteredMemory region) {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(AdapterFixture.PATIENCE_MILLIS);
    while (!Arrays.equals(data, region.get(8, 8))) {
      if (limit.isOver()) {
        return false;
      }
      Thread.onSpinWait();
    }
    return true;
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create.07", "dat_ep_create.08"})
  void transfersWithoutAnEvdFreeTheirPlaces() {
    AdapterFixture node = node();
    EpAttr attr = node.attr().toBuilder().maxRequestDtos(4).maxRecvDtos(4).build();
    Ep ep;
    try {
      ep = node.ia().createEp(node.pz(), null, null, node.connect(), attr);
    } catch (DatException e) {
      // Only queues of length 0 have to do without an EVD (DAT-D29).
      clause("dat_ep_create.07").equal(DatReturn.INVALID_PARAMETER, e.type(), "refusal");
      clause("dat_ep_create.08").equal(DatReturn.INVALID_PARAMETER, e.type(), "refusal");
      return;
    }
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    EpAttr given = ep.query().attr();
    int rounds = 2 * Math.min(MAX_PLACES, Math.max(given.maxRequestDtos(), given.maxRecvDtos()));
    RegisteredMemory region = node.region(16);
    int buffer = far.register(16, MemPriv.ALL, 0);
    for (int i = 1; i <= rounds; i++) {
      int round = i;
      int received = posted(() -> ep.postRecv(region.local(), region.address(8), 8, round, 0));
      clause("dat_ep_create.07")
          .require(
              received == DatReturn.SUCCESS,
              "Receive " + i + " finds a place, is " + DatReturn.name(received));
      byte[] data = data(8);
      far.put(buffer, 0, data);
      far.postSend(pair.farEp(), buffer, 0, 8, i);
      clause("dat_ep_create.07")
          .equal(DtoStatus.SUCCESS, far.event(DatPeer.REQUEST).status(), "end of the peer's Send");
      clause("dat_ep_create.07").that(arrives(data, region), "bytes of message " + i);
      region.put(0, data);
      far.postRecv(pair.farEp(), buffer, 8, 8, i);
      int sent = posted(() -> ep.postSend(region.local(), region.address(0), 8, round, 0));
      clause("dat_ep_create.08")
          .require(
              sent == DatReturn.SUCCESS,
              "Send " + i + " finds a place, is " + DatReturn.name(sent));
      clause("dat_ep_create.08").completion(far.event(DatPeer.RECV), i, DtoStatus.SUCCESS, 8);
      clause("dat_ep_create.08")
          .that(Arrays.equals(data, far.get(buffer, 8, 8)), "bytes at the peer");
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create.10", "dat_ep_connect.05"})
  void endpointWithoutZoneOrEventsCannotConnect() {
    AdapterFixture node = node();
    Ep noZone = node.ia().createEp(null, node.recv(), node.request(), node.connect(), node.attr());
    Ep noEvents = node.ia().createEp(node.pz(), node.recv(), node.request(), null, node.attr());
    DatPeer far = peer();
    long qualifier = far.listen();
    byte[] address = far.address();
    clause("dat_ep_create.10")
        .throwsOneOf(
            () -> ConnectedPair.connect(noZone, address, qualifier, null),
            DatReturn.INVALID_STATE,
            DatReturn.INVALID_HANDLE);
    for (Ep ep : List.of(noZone, noEvents)) {
      clause("dat_ep_connect.05")
          .throwsOneOf(
              () -> ConnectedPair.connect(ep, address, qualifier, null),
              DatReturn.INVALID_STATE,
              DatReturn.INVALID_HANDLE);
      clause("dat_ep_connect.05")
          .equal(EpState.UNCONNECTED, ep.getStatus().state(), "state afterwards");
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create.27", "dat_ep_create.33"})
  void eventsGoToTheirEvds() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    clause("dat_ep_create.27").that(AdapterFixture.empty(node.recv()), "no receive event");
    clause("dat_ep_create.27").that(AdapterFixture.empty(node.request()), "no request event");
    RegisteredMemory region = node.region(64);
    int buffer = pair.far().register(64, MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, 64, 1);
    pair.ep().postRecv(region.local(), region.address(0), 32, 2, CompletionFlags.DEFAULT);
    clause("dat_ep_create.27")
        .completion(pair.send(region, 16, 3).event(), pair.ep(), 3, DtoStatus.SUCCESS, 16);
    clause("dat_ep_create.27")
        .that(AdapterFixture.empty(node.recv()), "the Send is not on the receive EVD");
    pair.far().postSend(pair.farEp(), buffer, 0, 16, 4);
    clause("dat_ep_create.27")
        .completion(AdapterFixture.await(node.recv()), pair.ep(), 2, DtoStatus.SUCCESS, 16);
    clause("dat_ep_create.27")
        .that(AdapterFixture.empty(node.request()), "nor the other way round");
    int elsewhere = pair.far().register(64, MemPriv.ALL, pair.far().createZone());
    clause("dat_ep_create.33")
        .ends(
            pair.read(region, 16, 5, pair.far().remote(elsewhere), pair.far().base(elsewhere)),
            Set.of(DatReturn.PROTECTION_VIOLATION),
            Set.of(DtoStatus.ERR_REMOTE_ACCESS));
    ConnectedPair local = pair();
    RegisteredMemory foreign = local.near().region(64, MemPriv.ALL, local.near().ia().createPz());
    clause("dat_ep_create.33")
        .ends(
            local.send(foreign, 16, 6),
            Set.of(DatReturn.PROTECTION_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_create.28", "dat_ep_disconnect.17"})
  void oneEvdMayServeAllStreams() {
    AdapterFixture node = node();
    Evd all = node.ia().createEvd(64, null, EvdFlags.DTO | EvdFlags.CONNECTION);
    EpAttr attr =
        node.attr().toBuilder()
            .recvCompletionFlags(CompletionFlags.EVD_THRESHOLD)
            .requestCompletionFlags(CompletionFlags.EVD_THRESHOLD)
            .build();
    Ep ep = node.ia().createEp(node.pz(), all, all, all, attr);
    DatPeer far = peer();
    int farEp = far.createEp(0, -1, -1);
    long qualifier = far.listen();
    ConnectedPair.connect(ep, far.address(), qualifier, null);
    far.awaitRequest();
    far.accept(farEp, null);
    clause("dat_ep_create.28")
        .connection(AdapterFixture.await(all), EventNumber.CONNECTION_EVENT_ESTABLISHED, ep);
    far.event(DatPeer.CONNECT);
    RegisteredMemory region = node.region(size());
    int buffer = far.register(size(), MemPriv.ALL, 0);
    for (int i = 0; i < 4; i++) {
      far.postRecv(farEp, buffer, 0, size(), i);
    }
    for (int i = 0; i < 4; i++) {
      ep.postSend(region.local(), region.address(0), size(), i, CompletionFlags.DEFAULT);
    }
    ep.disconnect(CloseFlags.GRACEFUL);
    for (int i = 0; i < 4; i++) {
      clause("dat_ep_disconnect.17")
          .completion(AdapterFixture.await(all), ep, i, DtoStatus.SUCCESS, size());
    }
    DatEvent last = AdapterFixture.await(all);
    clause("dat_ep_disconnect.17").ending(last, ep);
    clause("dat_ep_create.28").ending(last, ep);
  }

  @Test
  @Refuses({"dat_ep_create.28", "dat_ep_disconnect.17", "dat_ep_disconnect.25"})
  void undeclaredMixtureOfStreamsIsRefused() {
    Ia ia = open();
    for (String id : List.of("dat_ep_create.28", "dat_ep_disconnect.17", "dat_ep_disconnect.25")) {
      clause(id)
          .throwsOneOf(
              () -> ia.createEvd(64, null, EvdFlags.DTO | EvdFlags.CONNECTION),
              DatReturn.INVALID_PARAMETER,
              DatReturn.MODEL_NOT_SUPPORTED);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_create.29")
  void severalEndpointsMayShareEvds() {
    AdapterFixture node = node();
    DatPeer far = peer();
    int firstFar = far.createEp(0, -1, -1);
    int secondFar = far.createEp(0, -1, -1);
    Ep first = node.ep();
    Ep second = node.ep();
    ConnectedPair.connect(node, first, far, firstFar);
    far.stopListening();
    ConnectedPair.connect(node, second, far, secondFar);
    RegisteredMemory region = node.region(64);
    int buffer = far.register(64, MemPriv.ALL, 0);
    far.postRecv(firstFar, buffer, 0, 16, 1);
    far.postRecv(secondFar, buffer, 16, 16, 2);
    second.postSend(region.local(), region.address(0), 4, 7, CompletionFlags.DEFAULT);
    clause("dat_ep_create.29")
        .completion(AdapterFixture.await(node.request()), second, 7, DtoStatus.SUCCESS, 4);
    EventView there = far.event(DatPeer.RECV);
    clause("dat_ep_create.29").equal(secondFar, there.ep(), "endpoint at the second party");
    first.postSend(region.local(), region.address(0), 4, 7, CompletionFlags.DEFAULT);
    clause("dat_ep_create.29")
        .completion(AdapterFixture.await(node.request()), first, 7, DtoStatus.SUCCESS, 4);
  }

  @Test
  @Clauses({"dat_ep_create.34", "dat_ep_create.35", "dat_ep_free.14"})
  void endpointKeepsItsObjectsBusy() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    for (Evd evd : List.of(node.recv(), node.request(), node.connect())) {
      clause("dat_ep_create.34")
          .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, evd::free);
    }
    clause("dat_ep_create.35")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, node.pz()::free);
    ep.free();
    clause("dat_ep_free.14").succeeds("free of the PZ", node.pz()::free);
    for (Evd evd : List.of(node.recv(), node.request(), node.connect())) {
      clause("dat_ep_free.14").succeeds("free of an EVD", evd::free);
    }
  }

  @Test
  @Clauses("dat_ep_create.36")
  void concurrentCreationsAreDistinct() throws Exception {
    AdapterFixture node = node();
    List<Ep> all = concurrently(4, node::ep);
    clause("dat_ep_create.36").equal(4, new HashSet<>(all).size(), "distinct endpoints");
    for (Ep ep : all) {
      clause("dat_ep_create.36")
          .equal(EpState.UNCONNECTED, ep.getStatus().state(), "state of each");
    }
  }
}
