package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.TransferScene.Before;
import org.dat4j.conformance.dat.stepper.pairs.TransferScene.Buffers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;

/** The pairs of calls on an endpoint, its peer, and the memory of both. */
final class TransferPairs {
  /** The bytes of a transfer: enough that other calls meet it. */
  private static final int LENGTH = 1 << 18;

  /** Calls that change nothing of an endpoint: pairs of two of them are left out. */
  private static final Set<String> LOOKS =
      Set.of("ep_get_status", "ep_query", "evd_resize", "evd_dequeue");

  private TransferPairs() {}

  /** Lists the calls and states. */
  static PairFamily<TransferScene, TransferModel> family(Supplier<Ia> ia, ModelTables tables) {
    PairFamily<TransferScene, TransferModel> family = new PairFamily<>("ep");
    Buffers buffers = new Buffers(LENGTH);
    for (Before before : Before.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT),
          () -> new TransferScene(ia.get(), tables, buffers, before));
    }
    family.related((first, second) -> !LOOKS.contains(first) || !LOOKS.contains(second));
    for (String kind : new String[] {"send", "recv", "write", "read"}) {
      family.call(
          PairCall.of(
                  "post_" + kind,
                  (TransferScene s) -> s.post(kind),
                  (TransferModel m, Answer a) -> m.post(a, kind))
              .where(m -> m.isConnected() || kind.equals("recv") || m.isOver()));
    }
    family.call(
        PairCall.of(
                "ep_disconnect_abrupt",
                (TransferScene s) -> s.disconnect(CloseFlags.ABRUPT),
                (TransferModel m, Answer a) -> m.disconnect(a, false))
            .where(m -> m.isConnected() || m.isOver()));
    family.call(
        PairCall.of(
                "ep_disconnect_graceful",
                (TransferScene s) -> s.disconnect(CloseFlags.GRACEFUL),
                (TransferModel m, Answer a) -> m.disconnect(a, true))
            .where(m -> m.isConnected() || m.isOver()));
    family.call(
        PairCall.of("ep_reset", TransferScene::reset, TransferModel::reset)
            .where(m -> !m.isConnected()));
    family.call(PairCall.of("ep_free", TransferScene::free, TransferModel::free));
    family.call(PairCall.of("ep_get_status", TransferScene::status, TransferModel::status));
    family.call(PairCall.of("ep_query", TransferScene::query, TransferModel::status));
    family.call(
        PairCall.of("ep_modify", TransferScene::modify, TransferModel::modify)
            .where(m -> !m.isConnected() && !m.isOver()));
    family.call(
        PairCall.of(
            "lmr_free", (TransferScene s) -> s.freeMemory(true), (m, a) -> m.freeMemory(a, true)));
    family.call(
        PairCall.of(
            "peer_lmr_free",
            (TransferScene s) -> s.freeMemory(false),
            (m, a) -> m.freeMemory(a, false)));
    family.call(
        PairCall.of(
                "peer_disconnect",
                (TransferScene s) -> s.endPeer(false),
                (TransferModel m, Answer a) -> m.endPeer(a, false))
            .where(TransferModel::isConnected));
    family.call(
        PairCall.of(
                "peer_free",
                (TransferScene s) -> s.endPeer(true),
                (TransferModel m, Answer a) -> m.endPeer(a, true))
            .where(TransferModel::isConnected));
    family.call(
        PairCall.of(
            "evd_resize", TransferScene::resize, (m, a) -> DatAnswers.is(a, DatReturn.SUCCESS)));
    family.call(
        PairCall.of(
            "evd_dequeue",
            TransferScene::dequeue,
            (m, a) -> DatAnswers.is(a, DatReturn.SUCCESS, DatReturn.QUEUE_EMPTY)));
    return family;
  }
}
