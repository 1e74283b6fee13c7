package org.dat4j.conformance.dat.transfer;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Qos;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests that DAT calls accept the smallest and largest values that they permit, such as an LMR of
 * one byte or the longest message.
 */
class BoundaryValueClauses extends DatTest {
  private static final long MAX_BUFFER = 1 << 20;
  private static final int MANY = 100;

  /** Checks that a call with permitted arguments is not refused, except for lack of resources. */
  private void permitted(String id, String what, Runnable call) {
    int refusal = DatReturn.SUCCESS;
    try {
      call.run();
    } catch (DatException e) {
      refusal = e.type();
    }
    clause(id)
        .that(
            refusal == DatReturn.SUCCESS || refusal == DatReturn.INSUFFICIENT_RESOURCES,
            what + " is permitted, but gave " + DatReturn.name(refusal));
  }

  @Test
  @Clauses({"dat_evd_create.03", "dat_evd_create.04", "dat_ia_query.18"})
  void shortestAndLongestEvdAreMade() {
    Ia ia = open();
    int most = ia.query().iaAttr().maxEvdQlen();
    clause("dat_evd_create.03").succeeds("length 1", () -> ia.createEvd(1, null, EvdFlags.DTO));
    for (String id : List.of("dat_evd_create.04", "dat_ia_query.18")) {
      // The memory for the longest one may be short; its length is not what is refused.
      boolean refused = false;
      try {
        ia.createEvd(most, null, EvdFlags.DTO).free();
      } catch (DatException e) {
        refused = e.type() == DatReturn.INVALID_PARAMETER;
      }
      clause(id).that(!refused, "length " + most + ", the maximum, is permitted");
    }
  }

  @Test
  @Clauses({"dat_evd_create.01", "dat_ep_create.01"})
  void aHundredEvdsAndEndpointsOfOneAdapterAreMade() {
    AdapterFixture node = node();
    int evds = Math.min(MANY, node.limits().maxEvds() / 2);
    int eps = Math.min(MANY, node.limits().maxEps() / 2);
    for (int i = 0; i < evds; i++) {
      clause("dat_evd_create.01")
          .succeeds("EVD " + i, () -> node.ia().createEvd(MANY, null, EvdFlags.DTO));
    }
    for (int i = 0; i < eps; i++) {
      clause("dat_ep_create.01").succeeds("endpoint " + i, node::ep);
    }
  }

  @Test
  @Clauses({"dat_evd_resize.03", "dat_evd_resize.04"})
  void resizeToTheEndsOfTheRangeIsPermitted() {
    Ia ia = open();
    Evd evd = ia.createEvd(4, null, EvdFlags.DTO);
    for (int length : new int[] {ia.query().iaAttr().maxEvdQlen(), 1}) {
      boolean refused = false;
      try {
        evd.resize(length);
      } catch (DatException e) {
        // A provider may refuse to shrink, and may lack the memory.
        refused = e.type() == DatReturn.INVALID_PARAMETER;
      }
      clause(length == 1 ? "dat_evd_resize.03" : "dat_evd_resize.04")
          .that(!refused, "length " + length + " is permitted");
    }
  }

  @Test
  @Clauses("dat_ia_open.05")
  void asyncEvdOfLengthOneIsPermitted() {
    clause("dat_ia_open.05").succeeds("length 1", () -> source().open(iaName(), 1, null).close());
  }

  private void attributes(String id, UnaryOperator<EpAttr.Builder> change) {
    AdapterFixture node = node();
    permitted(
        id,
        "an EP at the limit",
        () -> node.ep(node.pz(), change.apply(node.attr().toBuilder()).build()));
  }

  @Test
  @Clauses({
    "dat_ep_create.17",
    "dat_ep_create.18",
    "dat_ep_create.19",
    "dat_ep_create.20",
    "dat_ep_create.24"
  })
  void endpointAtEachLimitIsPermitted() {
    IaAttr limits = open().query().iaAttr();
    attributes("dat_ep_create.17", attr -> attr.maxMessageSize(limits.maxMessageSize()));
    attributes("dat_ep_create.18", attr -> attr.maxRdmaSize(limits.maxRdmaSize()));
    attributes("dat_ep_create.19", attr -> attr.maxRecvDtos(limits.maxDtoPerEp()));
    attributes("dat_ep_create.19", attr -> attr.maxRequestDtos(limits.maxDtoPerEp()));
    attributes("dat_ep_create.20", attr -> attr.maxRecvIov(limits.maxIovSegmentsPerDto()));
    attributes("dat_ep_create.20", attr -> attr.maxRequestIov(limits.maxIovSegmentsPerDto()));
    attributes("dat_ep_create.24", attr -> attr.maxRecvIov(0));
    attributes("dat_ep_create.24", attr -> attr.maxRequestIov(0));
  }

  @Test
  @Clauses("dat_lmr_create.05")
  void oneByteCanBeRegistered() {
    AdapterFixture node = node();
    ByteBuffer oneByte = ByteBuffer.allocateDirect(1);
    clause("dat_lmr_create.05")
        .succeeds("length 1", () -> node.ia().createLmr(oneByte, node.pz(), MemPriv.ALL));
  }

  private static LmrIov segments(RegisteredMemory region, int count) {
    LmrIov iov = new LmrIov(count);
    for (int i = 0; i < count; i++) {
      iov.add(region.local(), region.address(i), 1);
    }
    return iov;
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.10", "dat_ep_post_recv.13"})
  void messageOfAsManySegmentsAsPermitted() {
    ConnectedPair pair = pair();
    EpAttr attr = pair.ep().query().attr();
    RegisteredMemory region = pair.near().region(Math.max(attr.maxRequestIov(), attr.maxRecvIov()));
    int buffer = pair.far().register(region.length(), MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, region.length(), 1);
    LmrIov out = segments(region, attr.maxRequestIov());
    clause("dat_ep_post_send.10")
        .ends(
            PostOutcome.of(
                pair.near().request(), () -> pair.ep().postSend(out, 2, CompletionFlags.DEFAULT)),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    LmrIov in = segments(region, attr.maxRecvIov());
    clause("dat_ep_post_recv.13")
        .ends(
            PostOutcome.of(
                pair.near().recv(),
                () -> {
                  int result = pair.ep().postRecv(in, 3, CompletionFlags.DEFAULT);
                  pair.far().postSend(pair.farEp(), buffer, 0, attr.maxRecvIov(), 4);
                  return result;
                }),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_write.13",
    "dat_ep_post_rdma_write.10",
    "dat_ep_post_rdma_read.12",
    "dat_ep_post_rdma_read.09"
  })
  void transferOfAsManySegmentsAsPermittedAndOfExactlyTheRemoteLength() {
    ConnectedPair pair = pair();
    EpAttr attr = pair.ep().query().attr();
    int writes = Math.min(attr.maxRdmaWriteIov(), attr.maxRequestIov());
    int reads = Math.min(attr.maxRdmaReadIov(), attr.maxRequestIov());
    RegisteredMemory region = pair.near().region(Math.max(writes, reads));
    int target = pair.far().register(region.length(), MemPriv.ALL, 0);
    int context = pair.far().remote(target);
    long base = pair.far().base(target);
    for (String id : List.of("dat_ep_post_rdma_write.13", "dat_ep_post_rdma_write.10")) {
      PostOutcome.Post post =
          () ->
              pair.ep()
                  .postRdmaWrite(
                      segments(region, writes), 1, context, base, writes, CompletionFlags.DEFAULT);
      clause(id)
          .ends(PostOutcome.of(pair.near().request(), post), Set.of(), Set.of(DtoStatus.SUCCESS));
    }
    for (String id : List.of("dat_ep_post_rdma_read.12", "dat_ep_post_rdma_read.09")) {
      PostOutcome.Post post =
          () ->
              pair.ep()
                  .postRdmaRead(
                      segments(region, reads), 2, context, base, reads, CompletionFlags.DEFAULT);
      clause(id)
          .ends(PostOutcome.of(pair.near().request(), post), Set.of(), Set.of(DtoStatus.SUCCESS));
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.12", "dat_ep_post_rdma_write.14", "dat_ep_post_rdma_read.34"})
  void longestTransfersArePermitted() {
    AdapterFixture node = node();
    Ep ep =
        node.ep(node.pz(), node.attr().toBuilder().maxMessageSize(1024).maxRdmaSize(1024).build());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    EpAttr attr = ep.query().attr();
    int message = (int) Math.min(attr.maxMessageSize(), MAX_BUFFER);
    int transfer = (int) Math.min(attr.maxRdmaSize(), MAX_BUFFER);
    RegisteredMemory region = node.region(Math.max(message, transfer));
    int target = far.register(region.length(), MemPriv.ALL, 0);
    far.postRecv(pair.farEp(), target, 0, message, 1);
    Set<DtoStatus> success = Set.of(DtoStatus.SUCCESS);
    clause("dat_ep_post_send.12").ends(pair.send(region, message, 2), Set.of(), success);
    EventView arrived = far.event(DatPeer.RECV);
    clause("dat_ep_post_send.12").completion(arrived, 1, DtoStatus.SUCCESS, message);
    clause("dat_ep_post_rdma_write.14")
        .ends(
            pair.write(region, transfer, 3, far.remote(target), far.base(target)),
            Set.of(),
            success);
    clause("dat_ep_post_rdma_read.34")
        .ends(
            pair.read(region, transfer, 4, far.remote(target), far.base(target)),
            Set.of(),
            success);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_connect.18", "dat_ep_connect.21", "dat_cr_accept.11", "dat_cr_accept.04"})
  void longestPrivateDataTravels() {
    AdapterFixture node = node();
    byte[] data = data(node.ia().query().providerAttr().maxPrivateDataSize());
    DatPeer far = peer();
    byte[] answer = data(far.maxPrivateData());
    int farEp = far.createEp(0, -1, -1);
    long qualifier = far.listen();
    clause("dat_ep_connect.18")
        .succeeds(
            "the maximum at connect",
            () -> ConnectedPair.connect(node.ep(), far.address(), qualifier, data));
    same("dat_ep_connect.21", data, far.awaitRequest());
    clause("dat_cr_accept.11").succeeds("the maximum at accept", () -> far.accept(farEp, answer));
    same("dat_cr_accept.04", answer, AdapterFixture.await(node.connect()).privateData());
  }

  private void same(String id, byte[] sent, byte[] arrived) {
    clause(id)
        .that(
            ConnectedPair.delivered(sent, arrived),
            "all " + sent.length + " bytes of private data arrive");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_connect.14")
  void shortestTimeoutIsPermitted() {
    AdapterFixture node = node();
    DatPeer far = peer();
    long qualifier = far.listen();
    Ep ep = node.ep();
    clause("dat_ep_connect.14")
        .succeeds(
            "1 us",
            () ->
                ep.connect(
                    ConnectedPair.inet(far.address()),
                    qualifier,
                    1,
                    null,
                    Qos.BEST_EFFORT,
                    ConnectFlags.DEFAULT));
  }

  private void shared(UnaryOperator<EpAttr.Builder> change) {
    AdapterFixture node = node();
    permitted(
        "dat_ep_create_with_srq.08",
        "an EP at the limit",
        () ->
            SrqFixture.endpoint(
                node, SrqFixture.queue(node, 4), change.apply(node.attr().toBuilder()).build()));
  }

  @Test
  @Clauses("dat_ep_create_with_srq.08")
  void endpointOnAnSrqAtEachLimitIsPermitted() {
    IaAttr limits = open().query().iaAttr();
    shared(attr -> attr.maxMessageSize(limits.maxMessageSize()));
    shared(attr -> attr.maxRdmaSize(limits.maxRdmaSize()));
    shared(attr -> attr.maxRecvDtos(limits.maxDtoPerEp()));
    shared(attr -> attr.maxRequestDtos(limits.maxDtoPerEp()));
    shared(attr -> attr.maxRequestIov(limits.maxIovSegmentsPerDto()));
  }

  @Test
  @Clauses({"dat_srq_create.04", "dat_srq_resize.03"})
  void sharedQueueAtEachLimitIsPermitted() {
    AdapterFixture node = node();
    int most = node.limits().maxRecvPerSrq();
    int segments = node.limits().maxIovSegmentsPerDto();
    for (SrqAttr attr :
        List.of(new SrqAttr(most, 1, 0), new SrqAttr(4, segments, 0), new SrqAttr(1, 1, 0))) {
      permitted("dat_srq_create.04", attr.toString(), () -> node.ia().createSrq(node.pz(), attr));
    }
    for (int size : new int[] {most, 1}) {
      Srq srq = SrqFixture.queue(node, 1);
      permitted("dat_srq_resize.03", "a size of " + size, () -> srq.resize(size));
    }
  }

  private void modified(long field, UnaryOperator<EpAttr.Builder> change) {
    AdapterFixture node = node();
    Ep ep = node.ep();
    EpAttr to = change.apply(node.attr().toBuilder()).build();
    permitted(
        "dat_ep_modify.19",
        "a change to the limit",
        () -> ep.modify(field, ep.query().toBuilder().attr(to).build()));
  }

  @Test
  @Clauses("dat_ep_modify.19")
  void endpointCanBeChangedToEachLimit() {
    IaAttr limits = open().query().iaAttr();
    modified(
        EpField.EP_ATTR_MAX_MESSAGE_SIZE, attr -> attr.maxMessageSize(limits.maxMessageSize()));
    modified(EpField.EP_ATTR_MAX_RDMA_SIZE, attr -> attr.maxRdmaSize(limits.maxRdmaSize()));
    modified(EpField.EP_ATTR_MAX_RECV_DTOS, attr -> attr.maxRecvDtos(limits.maxDtoPerEp()));
    modified(EpField.EP_ATTR_MAX_REQUEST_DTOS, attr -> attr.maxRequestDtos(limits.maxDtoPerEp()));
    modified(EpField.EP_ATTR_MAX_RECV_IOV, attr -> attr.maxRecvIov(limits.maxIovSegmentsPerDto()));
    modified(
        EpField.EP_ATTR_MAX_REQUEST_IOV, attr -> attr.maxRequestIov(limits.maxIovSegmentsPerDto()));
    if (limits.maxRdmaSize() < Long.MAX_VALUE) {
      AdapterFixture node = node();
      Ep ep = node.ep();
      EpAttr above = node.attr().toBuilder().maxRdmaSize(limits.maxRdmaSize() + 1).build();
      clause("dat_ep_modify.19")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () ->
                  ep.modify(
                      EpField.EP_ATTR_MAX_RDMA_SIZE, ep.query().toBuilder().attr(above).build()));
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_dup_connect.06")
  void shortestTimeoutAndLongestDataOfADuplicateArePermitted() {
    ConnectedPair pair = pair();
    Ep hasty = pair.near().ep();
    permitted(
        "dat_ep_dup_connect.06",
        "1 us",
        () -> hasty.dupConnect(pair.ep(), 1, null, Qos.BEST_EFFORT));
    Ep wordy = pair.near().ep();
    int most = pair.near().ia().query().providerAttr().maxPrivateDataSize();
    permitted(
        "dat_ep_dup_connect.06",
        most + " bytes",
        () ->
            wordy.dupConnect(
                pair.ep(),
                TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS),
                new byte[most],
                Qos.BEST_EFFORT));
  }
}
