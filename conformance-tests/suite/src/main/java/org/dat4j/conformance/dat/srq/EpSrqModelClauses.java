package org.dat4j.conformance.dat.srq;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Srq;
import org.junit.jupiter.api.Test;

/**
 * Tests of which completion flags let endpoints with a shared receive queue share an EVD
 * (dat_ep_create_with_srq).
 */
class EpSrqModelClauses extends SrqTest {
  private static final int THRESHOLD = CompletionFlags.EVD_THRESHOLD;
  private static final int UNSIGNALLED = CompletionFlags.UNSIGNALLED;
  private static final int SOLICITED = CompletionFlags.SOLICITED_WAIT;

  private static EpAttr attr(AdapterFixture node, int recv, int request) {
    return node.attr().toBuilder()
        .recvCompletionFlags(recv)
        .requestCompletionFlags(request)
        .build();
  }

  private static Ep create(AdapterFixture node, Srq srq, Evd recv, Evd request, EpAttr attr) {
    return node.ia().createEpWithSrq(node.pz(), recv, request, node.connect(), srq, attr);
  }

  private static Evd dto(AdapterFixture node) {
    return node.ia().createEvd(16, null, EvdFlags.DTO);
  }

  @Test
  @Clauses("dat_ep_create_with_srq.18")
  void thresholdReceivesShareWithThresholdCompletionsOnly() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    Evd shared = dto(node);
    Ep threshold = create(node, srq, shared, dto(node), attr(node, THRESHOLD, THRESHOLD));
    clause("dat_ep_create_with_srq.18")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> create(node, srq, shared, dto(node), attr(node, UNSIGNALLED, THRESHOLD)));
    clause("dat_ep_create_with_srq.18")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> create(node, srq, dto(node), shared, attr(node, THRESHOLD, UNSIGNALLED)));
    clause("dat_ep_create_with_srq.18")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                node.ia()
                    .createEp(
                        node.pz(),
                        shared,
                        dto(node),
                        node.connect(),
                        attr(node, UNSIGNALLED, THRESHOLD)));
    clause("dat_ep_create_with_srq.18")
        .succeeds(
            "one more of the same model",
            () -> create(node, srq, shared, shared, attr(node, THRESHOLD, THRESHOLD)).free());
    threshold.free();
    Ep other = create(node, srq, shared, dto(node), attr(node, UNSIGNALLED, THRESHOLD));
    clause("dat_ep_create_with_srq.18")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> create(node, srq, shared, dto(node), attr(node, THRESHOLD, THRESHOLD)));
    other.free();
    clause("dat_ep_create_with_srq.18").succeeds("free of the queue afterwards", srq::free);
  }

  @Test
  @Clauses("dat_ep_create_with_srq.23")
  void controlledReceivesShareWithTheirOwnModelOnly() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    Evd solicited = dto(node);
    create(node, srq, solicited, dto(node), attr(node, SOLICITED, THRESHOLD));
    clause("dat_ep_create_with_srq.23")
        .succeeds(
            "solicited receives of two EPs",
            () -> create(node, srq, solicited, dto(node), attr(node, SOLICITED, THRESHOLD)));
    for (int other : new int[] {THRESHOLD, UNSIGNALLED}) {
      clause("dat_ep_create_with_srq.23")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> create(node, srq, solicited, dto(node), attr(node, other, THRESHOLD)));
      clause("dat_ep_create_with_srq.23")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> create(node, srq, dto(node), solicited, attr(node, THRESHOLD, other)));
    }
    Evd unsignalled = dto(node);
    create(node, srq, unsignalled, unsignalled, attr(node, UNSIGNALLED, UNSIGNALLED));
    for (int other : new int[] {THRESHOLD, SOLICITED}) {
      clause("dat_ep_create_with_srq.23")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> create(node, srq, unsignalled, dto(node), attr(node, other, THRESHOLD)));
    }
    if (run().capabilities().get("merge_all").equals(1L)) {
      Evd merged = node.ia().createEvd(16, null, EvdFlags.DTO | EvdFlags.CR);
      node.ia().createPspAny(merged, PspFlags.CONSUMER);
      for (int model : new int[] {SOLICITED, UNSIGNALLED}) {
        clause("dat_ep_create_with_srq.23")
            .throwsDat(
                DatReturn.INVALID_PARAMETER,
                () -> create(node, srq, merged, dto(node), attr(node, model, THRESHOLD)));
      }
      clause("dat_ep_create_with_srq.23")
          .succeeds(
              "threshold receives beside requests for connections",
              () -> create(node, srq, merged, dto(node), attr(node, THRESHOLD, THRESHOLD)));
    }
  }
}
