package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.SrqPairScene.SrqSetup;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, on an SRQ and an endpoint that
 * takes from it.
 */
final class SrqPairs {
  /** Calls that change nothing of a queue: pairs of two of them are left out. */
  private static final Set<String> LOOKS = Set.of("srq_query", "srq_query_available", "srq_set_lw");

  private SrqPairs() {}

  /** Lists the calls and states. */
  static PairFamily<SrqPairScene, SrqPairModel> family(
      Supplier<Ia> ia, ModelTables tables, DeclaredCapabilities capabilities) {
    PairFamily<SrqPairScene, SrqPairModel> family = new PairFamily<>("srq");
    for (SrqSetup before : SrqSetup.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT),
          () -> new SrqPairScene(ia.get(), tables, capabilities, before));
    }
    family.related((first, second) -> !LOOKS.contains(first) || !LOOKS.contains(second));
    family.call(on("srq_post_recv", SrqPairScene::post, SrqPairModel::post));
    family.call(on("srq_query", SrqPairScene::query, SrqPairModel::query));
    family.call(
        on("srq_query_available", SrqPairScene::queryAvailable, SrqPairModel::queryAvailable)
            .where(SrqPairModel::isConnected));
    family.call(
        on("srq_set_lw", SrqPairScene::watermark, SrqPairModel::watermark)
            .where(m -> !m.isConnected()));
    family.call(
        on(
            "srq_resize_up",
            s -> s.resize(2 * SrqPairScene.SIZE),
            (m, a) -> m.resize(a, 2 * SrqPairScene.SIZE)));
    family.call(on("srq_resize_down", s -> s.resize(1), (m, a) -> m.resize(a, 1)));
    family.call(
        on("srq_free", SrqPairScene::free, SrqPairModel::free).where(m -> !m.isConnected()));
    family.call(
        on("ep_create_with_srq", SrqPairScene::create, SrqPairModel::create)
            .where(m -> !m.isConnected()));
    family.call(
        on("ep_free", SrqPairScene::freeEp, SrqPairModel::freeEp).where(SrqPairModel::hasEndpoint));
    family.call(
        on("ep_disconnect", SrqPairScene::disconnect, SrqPairModel::disconnect)
            .where(SrqPairModel::isConnected));
    family.call(
        on("peer_send", SrqPairScene::send, SrqPairModel::send).where(SrqPairModel::isConnected));
    family.call(
        on("evd_dequeue", SrqPairScene::dequeue, SrqPairModel::dequeue)
            .where(SrqPairModel::isConnected));
    return family;
  }

  private static PairCall<SrqPairScene, SrqPairModel> on(
      String name, Function<SrqPairScene, Answer> deed, BiPredicate<SrqPairModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }
}
