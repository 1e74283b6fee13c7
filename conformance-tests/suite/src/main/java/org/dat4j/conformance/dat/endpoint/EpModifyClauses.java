package org.dat4j.conformance.dat.endpoint;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_ep_modify, which changes attributes of an existing endpoint. The states that permit
 * it are in {@link EpStateTableClauses}.
 */
class EpModifyClauses extends EpStateTest {
  private static final Map<String, Long> FIXED =
      Map.of(
          "ia_handle", EpField.IA_HANDLE,
          "ep_state", EpField.EP_STATE,
          "local_ia_address_ptr", EpField.LOCAL_IA_ADDRESS_PTR,
          "local_port_qual", EpField.LOCAL_PORT_QUAL,
          "remote_ia_address_ptr", EpField.REMOTE_IA_ADDRESS_PTR,
          "remote_port_qual", EpField.REMOTE_PORT_QUAL);
  private static final Map<String, Long> SRQ =
      Map.of("srq_handle", EpField.SRQ_HANDLE, "srq_soft_hw", EpField.EP_ATTR_SRQ_SOFT_HW);

  private static EpParam.Builder to(Ep ep) {
    return ep.query().toBuilder();
  }

  private static void modify(Ep ep, long mask, EpParam.Builder to) {
    ep.modify(mask, to.build());
  }

  private static void attributes(Ep ep, long mask, EpAttr.Builder to) {
    ep.modify(mask, to(ep).attr(to.build()).build());
  }

  private static EpAttr.Builder attr(Ep ep) {
    return ep.query().attr().toBuilder();
  }

  @Test
  @Clauses({"dat_ep_modify.01", "dat_ep_modify.06"})
  void selectedParametersChangeAndNoOthers() {
    AdapterFixture node = node();
    for (EpAttributeChange change : EpAttributeChange.values()) {
      Ep ep = node.ep();
      EpParam before = ep.query();
      long[] asked = {0};
      clause("dat_ep_modify.01").succeeds("" + change, () -> asked[0] = change.apply(ep));
      clause("dat_ep_modify.01")
          .that(change.isApplied(ep, asked[0]), change + " is " + change.value(ep));
      // All other members of the structure hold other values, and stay.
      EpAttr.Builder every = EpAttr.DEFAULT.toBuilder().maxRecvDtos(1).maxRequestDtos(1);
      change.set(every, asked[0]);
      EpAttr now = ep.query().attr();
      ep.modify(
          change.field(),
          to(ep).pz(null).recvEvd(null).connectEvd(null).attr(every.build()).build());
      clause("dat_ep_modify.06").equal(now, ep.query().attr(), "attributes behind " + change);
      clause("dat_ep_modify.06").that(ep.query().pz() == before.pz(), "the PZ stays");
      clause("dat_ep_modify.06").that(ep.query().recvEvd() == before.recvEvd(), "the EVD stays");
    }
    Ep ep = node.ep();
    Pz zone = node.ia().createPz();
    modify(ep, EpField.PZ_HANDLE, to(ep).pz(zone));
    clause("dat_ep_modify.01").that(ep.query().pz() == zone, "the new PZ is reported");
  }

  @Test
  @Clauses({"dat_ep_modify.02", "dat_ep_modify.03"})
  void endpointAndMaskAreChecked() {
    AdapterFixture node = node();
    Ep freed = node.ep();
    EpParam param = freed.query();
    freed.free();
    clause("dat_ep_modify.02")
        .throwsDat(
            DatReturn.INVALID_HANDLE, () -> freed.modify(EpField.EP_ATTR_MAX_MESSAGE_SIZE, param));
    Ep ep = node.ep();
    for (int bit = 0; bit < Long.SIZE; bit++) {
      long mask = 1L << bit;
      if ((mask & EpField.ALL) == 0) {
        clause("dat_ep_modify.03")
            .throwsDat(DatReturn.INVALID_PARAMETER, () -> ep.modify(mask, ep.query()));
        clause("dat_ep_modify.03")
            .throwsDat(
                DatReturn.INVALID_PARAMETER,
                () -> ep.modify(mask | EpField.EP_ATTR_MAX_MESSAGE_SIZE, ep.query()));
      }
    }
  }

  @Test
  @Clauses({"dat_ep_modify.04", "dat_ep_modify.05", "dat_ep_modify.07"})
  void fixedAttributesAreRefused() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    FIXED.forEach((name, field) -> fixed("dat_ep_modify.04", ep, field));
    SRQ.forEach((name, field) -> fixed("dat_ep_modify.05", ep, field));
  }

  private void fixed(String id, Ep ep, long field) {
    EpParam before = ep.query();
    clause(id).throwsDat(DatReturn.INVALID_PARAMETER, () -> ep.modify(field, before));
    // Together with a parameter that could change: that one stays as well.
    EpAttr other =
        before.attr().toBuilder().maxMessageSize(before.attr().maxMessageSize() / 2).build();
    long mask = field | EpField.EP_ATTR_MAX_MESSAGE_SIZE;
    clause(id)
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> ep.modify(mask, before.toBuilder().attr(other).build()));
    clause("dat_ep_modify.07").equal(before, ep.query(), "parameters after a refused modify");
  }

  @Test
  @Clauses({
    "dat_ep_modify.19",
    "dat_ep_modify.20",
    "dat_ep_modify.21",
    "dat_ep_modify.23",
    "dat_ep_modify.25"
  })
  void wrongValuesAreRefused() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    EpParam before = ep.query();
    for (EpAttributeChange change : EpAttributeChange.values()) {
      long limit = change.limit(ep);
      if (limit > 0 && limit < Integer.MAX_VALUE) {
        clause("dat_ep_modify.19")
            .throwsDat(DatReturn.INVALID_PARAMETER, () -> change.modify(ep, limit + 1));
      }
    }
    clause("dat_ep_modify.19")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                EpAttributeChange.MAX_MESSAGE_SIZE.modify(ep, node.limits().maxMessageSize() + 1));
    clause("dat_ep_modify.19").equal(before, ep.query(), "parameters afterwards");
    clause("dat_ep_modify.20")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> attributes(ep, EpField.EP_ATTR_SERVICE_TYPE, attr(ep).serviceType(null)));
    for (int flag : new int[] {CompletionFlags.SUPPRESS, CompletionFlags.BARRIER_FENCE}) {
      for (int with : new int[] {0, CompletionFlags.EVD_THRESHOLD}) {
        clause("dat_ep_modify.21")
            .throwsDat(
                DatReturn.INVALID_PARAMETER,
                () -> EpAttributeChange.RECV_COMPLETION_FLAGS.modify(ep, flag | with));
      }
    }
    Pz zone = node.ia().createPz();
    zone.free();
    Evd dto = node.ia().createEvd(8, null, EvdFlags.DTO);
    dto.free();
    Evd connection = node.ia().createEvd(8, null, EvdFlags.CONNECTION);
    connection.free();
    handle(ep, EpField.PZ_HANDLE, to(ep).pz(zone));
    handle(ep, EpField.RECV_EVD_HANDLE, to(ep).recvEvd(dto));
    handle(ep, EpField.REQUEST_EVD_HANDLE, to(ep).requestEvd(dto));
    handle(ep, EpField.CONNECT_EVD_HANDLE, to(ep).connectEvd(connection));
    handle(ep, EpField.RECV_EVD_HANDLE, to(ep).recvEvd(node.connect()));
    handle(ep, EpField.CONNECT_EVD_HANDLE, to(ep).connectEvd(node.recv()));
    clause("dat_ep_modify.23").equal(before, ep.query(), "parameters afterwards");
    List<NamedAttr> unknown = List.of(new NamedAttr("no_backend_knows_this", "1"));
    clause("dat_ep_modify.25")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                attributes(
                    ep,
                    EpField.EP_ATTR_NUM_TRANSPORT_ATTR | EpField.EP_ATTR_TRANSPORT_SPECIFIC_ATTR,
                    attr(ep).transportSpecific(unknown)));
    clause("dat_ep_modify.25")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                attributes(
                    ep,
                    EpField.EP_ATTR_NUM_PROVIDER_ATTR | EpField.EP_ATTR_PROVIDER_SPECIFIC_ATTR,
                    attr(ep).providerSpecific(unknown)));
  }

  private void handle(Ep ep, long field, EpParam.Builder to) {
    clause("dat_ep_modify.23")
        .throwsOneOf(
            () -> modify(ep, field, to), DatReturn.INVALID_PARAMETER, DatReturn.INVALID_HANDLE);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_modify.10"})
  void receivesOfAnotherZoneFailWhenTheyAreUsed() {
    AdapterFixture node = node();
    Pz zone = node.ia().createPz();
    Ep ep = node.ep();
    RegisteredMemory old = node.region(64);
    PostOutcome posted = early(ep, old);
    modify(ep, EpField.PZ_HANDLE, to(ep).pz(zone));
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    byte[] before = data(64);
    old.put(0, before);
    int message = far.register(16, MemPriv.ALL, 0);
    far.postSend(pair.farEp(), message, 0, 16, 2);
    clause("dat_ep_modify.10").equal(DatReturn.SUCCESS, posted.refusal(), "the early post");
    clause("dat_ep_modify.10")
        .completion(AdapterFixture.await(node.recv()), ep, 1, DtoStatus.ERR_LOCAL_PROTECTION, 0);
    ended("dat_ep_modify.10", pair);
    clause("dat_ep_modify.10")
        .that(java.util.Arrays.equals(before, old.get(0, 64)), "no byte of the buffer changed");
  }

  private static PostOutcome early(Ep ep, RegisteredMemory region) {
    int result = ep.postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
    return new PostOutcome(DatReturn.type(result), null, null);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_modify.13")
  void eventsGoToTheNewEvds() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    Evd recv = node.ia().createEvd(64, null, EvdFlags.DTO);
    Evd request = node.ia().createEvd(64, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    Evd connect = node.ia().createEvd(64, null, EvdFlags.CONNECTION);
    RegisteredMemory region = node.region(64);
    early(ep, region);
    modify(
        ep,
        EpField.RECV_EVD_HANDLE | EpField.REQUEST_EVD_HANDLE | EpField.CONNECT_EVD_HANDLE,
        to(ep).recvEvd(recv).requestEvd(request).connectEvd(connect));
    for (Evd evd : List.of(recv, request, connect)) {
      clause("dat_ep_modify.13").throwsDat(DatReturn.INVALID_STATE, evd::free);
    }
    for (Evd evd : List.of(node.recv(), node.request(), node.connect())) {
      clause("dat_ep_modify.13").succeeds("free of the old EVD", evd::free);
    }
    DatPeer far = peer();
    int farEp = far.createEp(0, -1, -1);
    ConnectedPair.request(node, ep, far, farEp, null);
    far.accept(farEp, null);
    clause("dat_ep_modify.13")
        .that(AdapterFixture.await(connect).ep() == ep, "the connection event is on the new EVD");
    far.event(DatPeer.CONNECT);
    int buffer = far.register(64, MemPriv.ALL, 0);
    far.postRecv(farEp, buffer, 0, 64, 3);
    ep.postSend(region.local(), region.address(0), 16, 4, CompletionFlags.DEFAULT);
    clause("dat_ep_modify.13")
        .completion(AdapterFixture.await(request), ep, 4, DtoStatus.SUCCESS, 16);
    far.postSend(farEp, buffer, 0, 8, 5);
    clause("dat_ep_modify.13").completion(AdapterFixture.await(recv), ep, 1, DtoStatus.SUCCESS, 8);
  }

  @Test
  @Clauses("dat_ep_modify.22")
  void receiveFlagsAreFixedByTheFirstReceive() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    early(ep, node.region(64));
    EpAttr before = ep.query().attr();
    clause("dat_ep_modify.22")
        .throwsOneOf(
            () -> EpAttributeChange.RECV_COMPLETION_FLAGS.apply(ep),
            DatReturn.INVALID_STATE,
            DatReturn.INVALID_PARAMETER);
    clause("dat_ep_modify.22").equal(before, ep.query().attr(), "attributes afterwards");
    clause("dat_ep_modify.22")
        .equal(EpState.UNCONNECTED, ep.getStatus().state(), "state afterwards");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_modify.26")
  void attributesGivenLaterWorkAsIfGivenAtOnce() {
    AdapterFixture node = node();
    EpAttr wanted = node.attr().toBuilder().maxMessageSize(512).maxRdmaSize(256).build();
    Ep ep = node.ia().createEp(node.pz(), node.recv(), node.request(), node.connect(), null);
    for (EpAttributeChange change : EpAttributeChange.values()) {
      attributes(ep, change.field(), wanted.toBuilder());
    }
    attributes(
        ep,
        EpField.EP_ATTR_MAX_RDMA_READ_IOV | EpField.EP_ATTR_MAX_RDMA_WRITE_IOV,
        wanted.toBuilder());
    EpAttr given = ep.query().attr();
    clause("dat_ep_modify.26").that(grants(given, wanted), given + " grants at least " + wanted);
    EpAttr atOnce = node.ep(node.pz(), wanted).query().attr();
    clause("dat_ep_modify.26").that(grants(atOnce, wanted), atOnce + " grants at least " + wanted);
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    int buffer = far.register(1024, MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), buffer, 0, 1024, 1);
    RegisteredMemory region = node.region(1024);
    clause("dat_ep_modify.26")
        .completion(pair.send(region, 512, 2).event(), ep, 2, DtoStatus.SUCCESS, 512);
    clause("dat_ep_modify.26")
        .completion(
            pair.write(region, 256, 3, far.remote(buffer), far.base(buffer)).event(),
            ep,
            3,
            DtoStatus.SUCCESS,
            256);
    LmrIov tooMany = new LmrIov(wanted.maxRequestIov() + 1);
    for (int i = 0; i <= wanted.maxRequestIov(); i++) {
      tooMany.add(region.local(), region.address(i), 1);
    }
    if (ep.query().attr().maxRequestIov() == wanted.maxRequestIov()) {
      clause("dat_ep_modify.26")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> ep.postSend(tooMany, 4, 0));
    }
    if (given.maxMessageSize() == wanted.maxMessageSize()) {
      clause("dat_ep_modify.26")
          .ends(
              pair.send(region, 513, 5),
              Set.of(DatReturn.LENGTH_ERROR, DatReturn.INVALID_PARAMETER),
              Set.of(DtoStatus.ERR_LOCAL_LENGTH));
    }
  }

  /** Returns whether attributes are those wanted; counts and sizes may be larger (DAT-D06). */
  private static boolean grants(EpAttr given, EpAttr wanted) {
    return given.maxMessageSize() >= wanted.maxMessageSize()
        && given.maxRdmaSize() >= wanted.maxRdmaSize()
        && given.maxRecvDtos() >= wanted.maxRecvDtos()
        && given.maxRequestDtos() >= wanted.maxRequestDtos()
        && given.maxRecvIov() >= wanted.maxRecvIov()
        && given.maxRequestIov() >= wanted.maxRequestIov()
        && given.maxRdmaReadIn() >= wanted.maxRdmaReadIn()
        && given.maxRdmaReadOut() >= wanted.maxRdmaReadOut()
        && given.maxRdmaReadIov() >= wanted.maxRdmaReadIov()
        && given.maxRdmaWriteIov() >= wanted.maxRdmaWriteIov()
        && given.serviceType() == wanted.serviceType()
        && given.qos() == wanted.qos()
        && given.recvCompletionFlags() == wanted.recvCompletionFlags()
        && given.requestCompletionFlags() == wanted.requestCompletionFlags();
  }
}
