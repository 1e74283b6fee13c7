package org.dat4j.conformance.dat.srq;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAsyncErrorReason;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAsyncErrorReason;
import org.dat4j.dat.SrqField;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_srq_set_lw and dat_ep_set_watermark, which ask for an event when a shared receive
 * queue runs low or an endpoint uses many Receives. No event number fits their events (DAT-D24).
 */
class SrqWatermarkClauses extends SrqTest {
  private static final int LOW = SrqAsyncErrorReason.LOW_WATERMARK_EVENT.value();
  private static final int HIGH = EpAsyncErrorReason.SRQ_SOFT_HIGH_WATERMARK_EVENT.value();
  private static final long LOOK_MICROS = 50_000;

  private void event(String id, AdapterFixture node, DatObject object, int reason) {
    DatEvent event = AdapterFixture.await(node.ia().query().asyncEvd());
    clause(id)
        .that(
            event.asyncObject() == object && event.asyncReason() == reason,
            event + " is the event of " + object + " with reason " + reason);
  }

  private void silence(String id, AdapterFixture node) {
    clause(id)
        .returns(
            DatReturn.TIMEOUT_EXPIRED,
            node.ia().query().asyncEvd().await(LOOK_MICROS, 1, new DatEvent()));
  }

  @Test
  @Clauses("dat_srq_set_lw.01")
  void undeclaredLowWatermarkIsRefused() {
    Srq srq = SrqFixture.queue(node(), 4);
    for (int value : new int[] {0, 1, 4}) {
      clause("dat_srq_set_lw.01").throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> srq.setLw(value));
    }
    clause("dat_srq_set_lw.01")
        .equal(0, srq.query(SrqField.LOW_WATERMARK).lowWatermark(), "low_watermark afterwards");
  }

  @Test
  @Clauses("dat_srq_set_lw.03")
  void lowWatermarkOfAFreedQueueIsRefused() {
    clause("dat_srq_set_lw.03").throwsDat(DatReturn.INVALID_HANDLE, () -> freed().setLw(1));
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_srq_set_lw.02",
    "dat_srq_set_lw.04",
    "dat_srq_set_lw.05",
    "dat_srq_set_lw.06",
    "dat_srq_set_lw.07"
  })
  void lowWatermarkIsToldOncePerSetting() {
    SrqFixture hub = hub(10);
    ConnectedPair pair = hub.join();
    AdapterFixture node = pair.near();
    hub.postAll(0, 4);
    int size = hub.srq().query(SrqField.ALL).maxRecvDtos();
    clause("dat_srq_set_lw.04")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> hub.srq().setLw(size + 1));
    clause("dat_srq_set_lw.02").succeeds("a watermark of 3", () -> hub.srq().setLw(3));
    clause("dat_srq_set_lw.02")
        .equal(3, hub.srq().query(SrqField.LOW_WATERMARK).lowWatermark(), "low_watermark");
    hub.send(pair, MESSAGE, 1);
    AdapterFixture.await(node.recv());
    silence("dat_srq_set_lw.05", node);
    hub.send(pair, MESSAGE, 2);
    AdapterFixture.await(node.recv());
    event("dat_srq_set_lw.05", node, hub.srq(), LOW);
    hub.send(pair, MESSAGE, 3);
    AdapterFixture.await(node.recv());
    silence("dat_srq_set_lw.06", node);
    hub.srq().setLw(1);
    silence("dat_srq_set_lw.07", node);
    hub.srq().setLw(2);
    event("dat_srq_set_lw.07", node, hub.srq(), LOW);
  }

  @Test
  @Clauses("dat_ep_set_watermark.01")
  void undeclaredHighWatermarksAreRefused() {
    Ep ep = node().ep();
    int[][] values = {{1, 2}, {DatConstants.WATERMARK_INFINITE, DatConstants.WATERMARK_INFINITE}};
    for (int[] pair : values) {
      clause("dat_ep_set_watermark.01")
          .throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> ep.setWatermark(pair[0], pair[1]));
    }
  }

  @Test
  @Clauses("dat_ep_set_watermark.03")
  void watermarksOfAFreedEndpointAreRefused() {
    Ep ep = node().ep();
    ep.free();
    clause("dat_ep_set_watermark.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> ep.setWatermark(1, 2));
  }

  private static void receives(Ep ep, RegisteredMemory region, int from, int to) {
    for (int i = from; i < to; i++) {
      ep.postRecv(region.local(), region.address(0), 16, i, CompletionFlags.DEFAULT);
    }
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_set_watermark.02",
    "dat_ep_set_watermark.04",
    "dat_ep_set_watermark.05",
    "dat_ep_set_watermark.06",
    "dat_ep_set_watermark.08"
  })
  void softWatermarkIsToldOncePerSetting() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    int infinite = DatConstants.WATERMARK_INFINITE;
    clause("dat_ep_set_watermark.02").succeeds("unconnected", () -> ep.setWatermark(2, infinite));
    for (int wrong : new int[] {-2, Integer.MIN_VALUE}) {
      clause("dat_ep_set_watermark.04")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> ep.setWatermark(wrong, infinite));
      clause("dat_ep_set_watermark.04")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> ep.setWatermark(infinite, wrong));
    }
    DatPeer far = peer();
    ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    clause("dat_ep_set_watermark.02").succeeds("connected", () -> ep.setWatermark(2, infinite));
    RegisteredMemory region = node.region(64);
    receives(ep, region, 0, 2);
    silence("dat_ep_set_watermark.05", node);
    receives(ep, region, 2, 3);
    event("dat_ep_set_watermark.05", node, ep, HIGH);
    receives(ep, region, 3, 5);
    silence("dat_ep_set_watermark.06", node);
    ep.setWatermark(4, infinite);
    event("dat_ep_set_watermark.08", node, ep, HIGH);
    ep.setWatermark(5, infinite);
    silence("dat_ep_set_watermark.08", node);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_set_watermark.07", "dat_ep_set_watermark.09", "dat_ep_set_watermark.10"})
  void hardWatermarkBreaksTheConnection() {
    ConnectedPair lasting = pair();
    int infinite = DatConstants.WATERMARK_INFINITE;
    lasting.ep().setWatermark(infinite, infinite);
    receives(lasting.ep(), lasting.near().region(64), 0, 8);
    silence("dat_ep_set_watermark.09", lasting.near());
    clause("dat_ep_set_watermark.09")
        .that(AdapterFixture.empty(lasting.near().connect()), "not broken");
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    pair.ep().setWatermark(infinite, 3);
    receives(pair.ep(), region, 0, 3);
    clause("dat_ep_set_watermark.07")
        .that(AdapterFixture.empty(pair.near().connect()), "not broken yet");
    receives(pair.ep(), region, 3, 4);
    clause("dat_ep_set_watermark.07")
        .connection(
            AdapterFixture.await(pair.near().connect()),
            EventNumber.CONNECTION_EVENT_BROKEN,
            pair.ep());
    silence("dat_ep_set_watermark.10", pair.near());
  }
}
