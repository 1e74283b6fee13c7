package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.SrqScene.Before;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/** The pairs of calls on a shared receive queue and an endpoint that takes from it. */
final class SrqPairs {
  /** Calls that change nothing of a queue: pairs of two of them are left out. */
  private static final Set<String> LOOKS = Set.of("srq_query", "srq_query_available", "srq_set_lw");

  private SrqPairs() {}

  /** Lists the calls and states. */
  static PairFamily<SrqScene, SrqModel> family(
      Supplier<Ia> ia, ModelTables tables, DeclaredCapabilities capabilities) {
    PairFamily<SrqScene, SrqModel> family = new PairFamily<>("srq");
    for (Before before : Before.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT),
          () -> new SrqScene(ia.get(), tables, capabilities, before));
    }
    family.related((first, second) -> !LOOKS.contains(first) || !LOOKS.contains(second));
    family.call(on("srq_post_recv", SrqScene::post, SrqModel::post));
    family.call(on("srq_query", SrqScene::query, SrqModel::query));
    family.call(
        on("srq_query_available", SrqScene::queryAvailable, SrqModel::queryAvailable)
            .where(SrqModel::isConnected));
    family.call(
        on("srq_set_lw", SrqScene::watermark, SrqModel::watermark).where(m -> !m.isConnected()));
    family.call(
        on(
            "srq_resize_up",
            s -> s.resize(2 * SrqScene.SIZE),
            (m, a) -> m.resize(a, 2 * SrqScene.SIZE)));
    family.call(on("srq_resize_down", s -> s.resize(1), (m, a) -> m.resize(a, 1)));
    family.call(on("srq_free", SrqScene::free, SrqModel::free).where(m -> !m.isConnected()));
    family.call(
        on("ep_create_with_srq", SrqScene::create, SrqModel::create).where(m -> !m.isConnected()));
    family.call(on("ep_free", SrqScene::freeEp, SrqModel::freeEp).where(SrqModel::hasEndpoint));
    family.call(
        on("ep_disconnect", SrqScene::disconnect, SrqModel::disconnect)
            .where(SrqModel::isConnected));
    family.call(on("peer_send", SrqScene::send, SrqModel::send).where(SrqModel::isConnected));
    family.call(
        on("evd_dequeue", SrqScene::dequeue, SrqModel::dequeue).where(SrqModel::isConnected));
    return family;
  }

  private static PairCall<SrqScene, SrqModel> on(
      String name, Function<SrqScene, Answer> deed, BiPredicate<SrqModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }
}
