package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.RmrScene.Before;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/** The pairs of calls on a remote memory region, its memory, and the peer that writes there. */
final class RmrPairs {
  private RmrPairs() {}

  /** Lists the calls and states. */
  static PairFamily<RmrScene, RmrModel> family(Supplier<Ia> ia, ModelTables tables) {
    PairFamily<RmrScene, RmrModel> family = new PairFamily<>("rmr");
    for (Before before : Before.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT), () -> new RmrScene(ia.get(), tables, before));
    }
    family.call(on("rmr_create", RmrScene::create, RmrModel::create));
    family.call(on("rmr_bind", s -> s.bind(false), (m, a) -> m.bind(a, false)));
    family.call(on("rmr_unbind", s -> s.bind(true), (m, a) -> m.bind(a, true)));
    family.call(on("rmr_query", RmrScene::query, RmrModel::query));
    family.call(on("rmr_free", RmrScene::free, RmrModel::free));
    family.call(on("lmr_free", RmrScene::freeMemory, RmrModel::freeMemory));
    family.call(on("peer_write", RmrScene::write, RmrModel::write).where(m -> m.mayBind));
    return family;
  }

  private static PairCall<RmrScene, RmrModel> on(
      String name, Function<RmrScene, Answer> deed, BiPredicate<RmrModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }
}
