package org.dat4j.conformance.dat.stepper.pairs;

import static org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.EndpointSetup.BUSY;
import static org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.EndpointSetup.CONNECTED;
import static org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.EndpointSetup.RECEIVING;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.Buffers;
import org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.EndpointSetup;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalTransferPeer;
import org.dat4j.conformance.dat.stepper.pairs.sides.RenewedAdapter;
import org.dat4j.conformance.dat.stepper.pairs.sides.TransferPeer;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, on an endpoint, its peer and
 * the memory of both.
 */
final class TransferPairs {
  private static final Set<String> APART =
      Set.of("post_send", "post_write", "ep_disconnect_abrupt", "ep_free", "lmr_free");

  /** The bytes of a transfer: enough that other calls meet it. */
  private static final int LENGTH = 1 << 18;

  /** Calls that change nothing of an endpoint: pairs of two of them are left out. */
  private static final Set<String> LOOKS =
      Set.of(
          "ep_get_status",
          "ep_query",
          "evd_resize",
          "evd_dequeue",
          "ep_dup_connect",
          "lmr_create",
          "lmr_query",
          "lmr_sync_rdma_read",
          "lmr_sync_rdma_write");

  private TransferPairs() {}

  /** Lists the calls and states. */
  static PairFamily<TransferPairScene, TransferPairModel> family(
      RenewedAdapter adapter, ModelTables tables) {
    PairFamily<TransferPairScene, TransferPairModel> family =
        new PairFamily<TransferPairScene, TransferPairModel>("ep")
            .related(TransferPairs::areRelated);
    TransferPeer peer = new LocalTransferPeer(adapter::current);
    states(family, adapter::next, peer, tables, EnumSet.allOf(EndpointSetup.class));
    calls(family);
    return family;
  }

  /**
   * Lists calls on an endpoint beside those of its peer in the second JVM.
   *
   * @param peer the one there
   */
  static PairFamily<?, ?> acrossJvms(
      RenewedAdapter adapter, TransferPeer peer, ModelTables tables) {
    PairFamily<TransferPairScene, TransferPairModel> family =
        new PairFamily<TransferPairScene, TransferPairModel>("ep" + PairFamily.TWO_JVMS)
            .related((first, second) -> !LOOKS.contains(first) && !LOOKS.contains(second))
            .acrossJvms();
    states(family, adapter::next, peer, tables, EnumSet.of(CONNECTED, BUSY, RECEIVING));
    calls(family);
    return family;
  }

  /** Leaves out pairs of two looks, and two waits on one EVD, of which the second is refused. */
  private static boolean areRelated(String first, String second) {
    boolean sameWait = first.equals(second) && first.startsWith("wait_");
    return !sameWait && (!LOOKS.contains(first) || !LOOKS.contains(second));
  }

  private static void states(
      PairFamily<TransferPairScene, TransferPairModel> family,
      Supplier<Ia> ia,
      TransferPeer peer,
      ModelTables tables,
      Set<EndpointSetup> all) {
    Buffers buffers = new Buffers(LENGTH);
    for (EndpointSetup before : all) {
      family.state(
          before.name().toLowerCase(Locale.ROOT),
          () -> new TransferPairScene(ia.get(), peer, tables, buffers, before));
    }
  }

  private static void calls(PairFamily<TransferPairScene, TransferPairModel> family) {
    for (String kind : new String[] {"send", "recv", "write", "read"}) {
      family.call(
          PairCall.of(
                  "post_" + kind,
                  (TransferPairScene s) -> s.post(kind),
                  (TransferPairModel m, Answer a) -> m.post(a, kind))
              .where(m -> m.isConnected() || kind.equals("recv") || m.isOver()));
    }
    family.call(
        PairCall.of(
                "ep_disconnect_abrupt",
                (TransferPairScene s) -> s.disconnect(CloseFlags.ABRUPT),
                (TransferPairModel m, Answer a) -> m.disconnect(a, false))
            .where(m -> m.isConnected() || m.isOver()));
    family.call(
        PairCall.of(
                "ep_disconnect_graceful",
                (TransferPairScene s) -> s.disconnect(CloseFlags.GRACEFUL),
                (TransferPairModel m, Answer a) -> m.disconnect(a, true))
            .where(m -> m.isConnected() || m.isOver()));
    family.call(PairCall.of("ep_reset", TransferPairScene::reset, TransferPairModel::reset));
    family.call(
        PairCall.of(
            "ep_reset_and_post_recv",
            TransferPairScene::resetAndReceive,
            TransferPairModel::resetAndReceive));
    family.call(PairCall.of("ep_free", TransferPairScene::free, TransferPairModel::free));
    family.call(PairCall.of("ep_get_status", TransferPairScene::status, TransferPairModel::status));
    family.call(PairCall.of("ep_query", TransferPairScene::query, TransferPairModel::status));
    family.call(
        PairCall.of("ep_modify", TransferPairScene::modify, TransferPairModel::modify)
            .where(m -> !m.isConnected() && !m.isOver()));
    family.call(
        PairCall.of(
            "lmr_free",
            TransferPairScene::freeMemory,
            (TransferPairModel m, Answer a) -> m.freeMemory(a, true)));
    family.call(
        PairCall.of(
                "peer_lmr_free",
                TransferPairScene::freePeerMemory,
                (TransferPairModel m, Answer a) -> m.freeMemory(a, false))
            .far());
    family.call(
        PairCall.of(
                "peer_disconnect",
                (TransferPairScene s) -> s.disconnectPeer(false),
                (TransferPairModel m, Answer a) -> m.endPeer(a, false))
            .where(TransferPairModel::isConnected)
            .far());
    family.call(
        PairCall.of(
                "peer_free",
                TransferPairScene::freePeer,
                (TransferPairModel m, Answer a) -> m.endPeer(a, true))
            .where(TransferPairModel::isConnected)
            .far());
    ofMemory(family);
    ofPeer(family);
    waits(family);
    family.call(
        PairCall.of(
            "evd_resize",
            TransferPairScene::resize,
            (m, a) -> DatAnswers.is(a, DatReturn.SUCCESS)));
    family.call(
        PairCall.of(
            "evd_dequeue",
            TransferPairScene::dequeue,
            (m, a) -> DatAnswers.is(a, DatReturn.SUCCESS, DatReturn.QUEUE_EMPTY)));
  }

  private static void ofMemory(PairFamily<TransferPairScene, TransferPairModel> family) {
    family.call(
        PairCall.of(
            "lmr_create",
            TransferPairScene::createMemory,
            (m, a) -> DatAnswers.is(a, DatReturn.SUCCESS)));
    family.call(
        PairCall.of("lmr_query", TransferPairScene::queryMemory, TransferPairModel::queryMemory));
    for (boolean reads : new boolean[] {true, false}) {
      family.call(
          PairCall.of(
              reads ? "lmr_sync_rdma_read" : "lmr_sync_rdma_write",
              (TransferPairScene s) -> s.syncMemory(reads),
              TransferPairModel::syncMemory));
    }
    family.call(
        PairCall.of("ep_dup_connect", TransferPairScene::duplicate, TransferPairModel::duplicate)
            .where(TransferPairModel::isConnected));
  }

  private static void ofPeer(PairFamily<TransferPairScene, TransferPairModel> family) {
    family.call(
        PairCall.of(
                "peer_post_send",
                TransferPairScene::peerSends,
                (TransferPairModel m, Answer a) -> m.peerSends(a, TransferPairScene.PEER_COOKIE))
            .where(TransferPairModel::isReceiving)
            .far());
    family.call(
        PairCall.of(
                "peer_post_recv", TransferPairScene::peerReceives, TransferPairModel::peerReceives)
            .where(TransferPairModel::isConnected)
            .far());
    family.call(
        PairCall.of(
                "peer_disconnect_graceful",
                (TransferPairScene s) -> s.disconnectPeer(true),
                (TransferPairModel m, Answer a) -> m.endPeer(a, false))
            .where(TransferPairModel::isConnected)
            .far());
  }

  private static void waits(PairFamily<TransferPairScene, TransferPairModel> family) {
    family.call(
        PairCall.waiting(
                "wait_for_end",
                TransferPairScene::awaitEnd,
                new TransferPairModel.PeerWait(false),
                TransferPairScene::endWaits)
            .where(TransferPairModel::isConnected));
    family.call(
        PairCall.waiting(
                "wait_for_receive",
                TransferPairScene::awaitReceive,
                new TransferPairModel.PeerWait(true),
                TransferPairScene::endWaits)
            .where(TransferPairModel::isReceiving));
  }

  /** Lists calls on two adapters: neither of them may influence the other. */
  static PairFamily<?, ?> apart(RenewedAdapter near, RenewedAdapter far, ModelTables tables) {
    return PairFamily.apart(family(near, tables), family(far, tables), List.of("connected"), APART);
  }
}
