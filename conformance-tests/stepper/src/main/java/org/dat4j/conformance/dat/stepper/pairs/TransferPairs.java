package org.dat4j.conformance.dat.stepper.pairs;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.Before;
import org.dat4j.conformance.dat.stepper.pairs.TransferPairScene.Buffers;
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
      Set.of("ep_get_status", "ep_query", "evd_resize", "evd_dequeue");

  private TransferPairs() {}

  /** Lists the calls and states. */
  static PairFamily<TransferPairScene, TransferPairModel> family(
      Supplier<Ia> ia, ModelTables tables) {
    PairFamily<TransferPairScene, TransferPairModel> family = new PairFamily<>("ep");
    Buffers buffers = new Buffers(LENGTH);
    for (Before before : Before.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT),
          () -> new TransferPairScene(ia.get(), tables, buffers, before));
    }
    family.related((first, second) -> !LOOKS.contains(first) || !LOOKS.contains(second));
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
    family.call(
        PairCall.of("ep_reset", TransferPairScene::reset, TransferPairModel::reset)
            .where(m -> !m.isConnected()));
    family.call(PairCall.of("ep_free", TransferPairScene::free, TransferPairModel::free));
    family.call(PairCall.of("ep_get_status", TransferPairScene::status, TransferPairModel::status));
    family.call(PairCall.of("ep_query", TransferPairScene::query, TransferPairModel::status));
    family.call(
        PairCall.of("ep_modify", TransferPairScene::modify, TransferPairModel::modify)
            .where(m -> !m.isConnected() && !m.isOver()));
    family.call(
        PairCall.of(
            "lmr_free",
            (TransferPairScene s) -> s.freeMemory(true),
            (m, a) -> m.freeMemory(a, true)));
    family.call(
        PairCall.of(
            "peer_lmr_free",
            (TransferPairScene s) -> s.freeMemory(false),
            (m, a) -> m.freeMemory(a, false)));
    family.call(
        PairCall.of(
                "peer_disconnect",
                (TransferPairScene s) -> s.endPeer(false),
                (TransferPairModel m, Answer a) -> m.endPeer(a, false))
            .where(TransferPairModel::isConnected));
    family.call(
        PairCall.of(
                "peer_free",
                (TransferPairScene s) -> s.endPeer(true),
                (TransferPairModel m, Answer a) -> m.endPeer(a, true))
            .where(TransferPairModel::isConnected));
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
    return family;
  }

  /** Lists calls on two adapters: neither of them may influence the other. */
  static PairFamily<?, ?> apart(Supplier<Ia> near, Supplier<Ia> far, ModelTables tables) {
    return PairFamily.apart(family(near, tables), family(far, tables), List.of("connected"), APART);
  }
}
