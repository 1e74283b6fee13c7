package org.dat4j.conformance.dat.adapter;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.EpRecvInfo;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.IaParam;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests that the capabilities that a DAT adapter declares in dat_ia_query work, and that the use of
 * an undeclared one is refused.
 */
class IaGuaranteeClauses extends DatTest {
  /** The streams of the merging matrix, in the order of the contract. */
  private static final int[] STREAMS = {
    EvdFlags.SOFTWARE,
    EvdFlags.CR,
    EvdFlags.DTO,
    EvdFlags.CONNECTION,
    EvdFlags.RMR_BIND,
    EvdFlags.ASYNC
  };

  @Test
  @Clauses("dat_ia_query.45")
  void declaredMixturesAreAccepted() {
    Ia ia = open();
    for (int flags : mixtures(ia, true)) {
      clause("dat_ia_query.45")
          .succeeds(
              "EVD with " + EvdFlags.toString(flags), () -> ia.createEvd(4, null, flags).free());
    }
  }

  @Test
  @Clauses({"dat_ia_query.46", "dat_evd_create.06"})
  void undeclaredMixturesAreRefused() {
    Ia ia = open();
    for (int flags : mixtures(ia, false)) {
      for (String id : List.of("dat_ia_query.46", "dat_evd_create.06")) {
        clause(id)
            .throwsOneOf(
                () -> ia.createEvd(4, null, flags),
                DatReturn.INVALID_PARAMETER,
                DatReturn.MODEL_NOT_SUPPORTED);
      }
    }
  }

  /** Lists the pairs of streams whose element of the matrix has a value. */
  private static List<Integer> mixtures(Ia ia, boolean value) {
    List<List<Boolean>> matrix = ia.query().providerAttr().evdStreamMergingSupported();
    List<Integer> pairs = new ArrayList<>();
    for (int i = 0; i < STREAMS.length; i++) {
      for (int j = 0; j <= i; j++) {
        if (matrix.get(i).get(j) == value) {
          pairs.add(STREAMS[i] | STREAMS[j]);
        }
      }
    }
    return pairs;
  }

  @Test
  @Clauses({"dat_ia_query.15", "dat_ia_query.16", "dat_ia_query.17", "dat_ia_query.18"})
  void limitsAreHonouredAndNotExceeded() {
    AdapterFixture node = node();
    IaAttr limits = node.limits();
    EpAttr usual = node.attr();
    List<EpAttr> above =
        List.of(
            usual.toBuilder().maxMessageSize(limits.maxMessageSize() + 1).build(),
            usual.toBuilder().maxRdmaSize(limits.maxRdmaSize() + 1).build(),
            usual.toBuilder().maxRecvDtos(limits.maxDtoPerEp() + 1).build(),
            usual.toBuilder().maxRequestDtos(limits.maxDtoPerEp() + 1).build(),
            usual.toBuilder().maxRecvIov(limits.maxIovSegmentsPerDto() + 1).build(),
            usual.toBuilder().maxRequestIov(limits.maxIovSegmentsPerDto() + 1).build());
    for (EpAttr attr : above) {
      clause("dat_ia_query.16")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> node.ep(node.pz(), attr));
    }
    int deep = Math.min(limits.maxDtoPerEp(), 4096);
    clause("dat_ia_query.15")
        .succeeds(
            "EP with " + deep + " requests",
            () -> node.ep(node.pz(), usual.toBuilder().maxRequestDtos(deep).build()).free());
    clause("dat_ia_query.15")
        .succeeds(
            "EP with " + deep + " Receives",
            () -> node.ep(node.pz(), usual.toBuilder().maxRecvDtos(deep).build()).free());
    RegionDescription region = RegionDescription.virtual(ByteBuffer.allocateDirect(64));
    clause("dat_ia_query.17")
        .throwsOneOf(
            () ->
                node.ia()
                    .createLmr(
                        MemType.VIRTUAL,
                        region,
                        limits.maxLmrBlockSize() + 1,
                        node.pz(),
                        MemPriv.ALL),
            DatReturn.INVALID_PARAMETER,
            DatReturn.INSUFFICIENT_RESOURCES);
    clause("dat_ia_query.18")
        .throwsOneOf(
            () -> node.ia().createEvd(aboveOrMax(limits.maxEvdQlen()), null, EvdFlags.DTO),
            DatReturn.INSUFFICIENT_RESOURCES,
            DatReturn.INVALID_PARAMETER);
  }

  private static int aboveOrMax(int limit) {
    return limit == Integer.MAX_VALUE ? limit : limit + 1;
  }

  @Test
  @Clauses("dat_ia_query.19")
  void registrationsLieBelowTheHighestAddress() {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(4096);
    long last = region.lmr().registeredAddress() + region.lmr().registeredSize() - 1;
    clause("dat_ia_query.19")
        .that(
            Long.compareUnsigned(last, node.limits().maxLmrVirtualAddress()) <= 0,
            "last address 0x" + Long.toHexString(last) + " is not above max_lmr_virtual_address");
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_query.31")
  void segmentListIsTheConsumersAfterThePost() {
    resend("dat_ia_query.31", true);
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_query.33")
  void segmentListIsTheConsumersAfterTheCompletion() {
    resend("dat_ia_query.33", false);
  }

  /** Sends three times with one list that is overwritten after the post or the completion. */
  private void resend(String id, boolean atOnce) {
    ConnectedPair pair = pair();
    int buffer = pair.far().register(256, MemPriv.ALL, 0);
    for (int i = 0; i < 3; i++) {
      pair.far().postRecv(pair.farEp(), buffer, i * 64, 64, i);
    }
    RegisteredMemory memory = pair.near().region(256);
    byte[] data = data(64);
    memory.put(64, data);
    LmrIov iov = new LmrIov(1);
    for (int i = 0; i < 3; i++) {
      iov.clear().add(memory.local(), memory.address(64), 64);
      clause(id).returns(DatReturn.SUCCESS, pair.ep().postSend(iov, i, CompletionFlags.DEFAULT));
      if (atOnce) {
        iov.clear().add(memory.local(), memory.address(128), 32);
      }
      clause(id)
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, 64);
      iov.clear().add(memory.local(), memory.address(128), 32);
      pair.far().event(DatPeer.RECV);
      clause(id)
          .that(
              Arrays.equals(data, pair.far().get(buffer, i * 64, 64)),
              "message " + i + " arrives whole from the re-used list");
    }
  }

  @Test
  @Clauses("dat_ia_query.39")
  void endpointCreatorIsHonoured() {
    AdapterFixture node = node();
    EpCreatorForPsp creator = node.ia().query().providerAttr().epCreator();
    for (PspFlags flags : PspFlags.values()) {
      boolean allowed =
          flags == PspFlags.CONSUMER
              ? creator != EpCreatorForPsp.ALWAYS
              : creator != EpCreatorForPsp.NEVER;
      if (allowed) {
        clause("dat_ia_query.39")
            .succeeds("PSP with " + flags, () -> node.ia().createPspAny(node.cr(), flags).free());
      } else {
        clause("dat_ia_query.39")
            .throwsDat(
                DatReturn.MODEL_NOT_SUPPORTED, () -> node.ia().createPspAny(node.cr(), flags));
      }
    }
  }

  @Test
  @Clauses("dat_ia_query.47")
  void undeclaredSharedQueuesAreRefused() {
    AdapterFixture node = node();
    clause("dat_ia_query.47")
        .throwsDat(
            DatReturn.MODEL_NOT_SUPPORTED,
            () -> node.ia().createSrq(node.pz(), new SrqAttr(4, 1, DatConstants.SRQ_LW_DEFAULT)));
  }

  @Test
  @Clauses("dat_ia_query.48")
  void undeclaredWatermarksAreRefused() {
    Ep ep = node().ep();
    clause("dat_ia_query.48").throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> ep.setWatermark(1, 2));
  }

  @Test
  @Clauses("dat_ia_query.51")
  void undeclaredReceiveCountsAreRefused() {
    Ep ep = node().ep();
    try {
      EpRecvInfo info = ep.recvQuery();
      clause("dat_ia_query.51")
          .equal(DatConstants.VALUE_UNKNOWN, info.nbufsAllocated(), "nbufs_allocated");
      clause("dat_ia_query.51")
          .equal(DatConstants.VALUE_UNKNOWN, info.bufsAllocSpan(), "bufs_alloc_span");
    } catch (DatException refused) {
      clause("dat_ia_query.51").equal(DatReturn.MODEL_NOT_SUPPORTED, refused.type(), "refusal");
    }
  }

  @Test
  @Clauses("dat_ia_query.23")
  void sharedQueueLimitsArePositive() {
    IaAttr attr = open().query().iaAttr();
    clause("dat_ia_query.23").that(attr.maxSrqs() > 0, "max_srqs > 0");
    clause("dat_ia_query.23").that(attr.maxEpPerSrq() > 0, "max_ep_per_srq > 0");
    clause("dat_ia_query.23").that(attr.maxRecvPerSrq() > 0, "max_recv_per_srq > 0");
  }

  @Test
  @Refuses("dat_ia_query.23")
  void undeclaredSharedQueueIsRefused() {
    AdapterFixture node = node();
    clause("dat_ia_query.23")
        .throwsDat(
            DatReturn.MODEL_NOT_SUPPORTED,
            () -> node.ia().createSrq(node.pz(), new SrqAttr(4, 1, DatConstants.SRQ_LW_DEFAULT)));
  }

  @Test
  @Clauses("dat_ia_query.56")
  void concurrentQueriesAgree() throws Exception {
    Ia ia = open();
    List<IaParam> answers = concurrently(4, ia::query);
    clause("dat_ia_query.56").equal(1, new HashSet<>(answers).size(), "different answers");
  }
}
