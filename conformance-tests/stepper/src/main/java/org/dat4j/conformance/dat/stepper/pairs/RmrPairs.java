package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.RmrPairScene.Before;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, on an RMR, its memory and the
 * peer that writes there.
 */
final class RmrPairs {
  private RmrPairs() {}

  /** Lists the calls and states. */
  static PairFamily<RmrPairScene, RmrPairModel> family(Supplier<Ia> ia, ModelTables tables) {
    PairFamily<RmrPairScene, RmrPairModel> family = new PairFamily<>("rmr");
    for (Before before : Before.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT), () -> new RmrPairScene(ia.get(), tables, before));
    }
    family.call(on("rmr_create", RmrPairScene::create, RmrPairModel::create));
    family.call(on("rmr_bind", s -> s.bind(false), (m, a) -> m.bind(a, false)));
    family.call(on("rmr_unbind", s -> s.bind(true), (m, a) -> m.bind(a, true)));
    family.call(on("rmr_query", RmrPairScene::query, RmrPairModel::query));
    family.call(on("rmr_free", RmrPairScene::free, RmrPairModel::free));
    family.call(on("lmr_free", RmrPairScene::freeMemory, RmrPairModel::freeMemory));
    family.call(on("peer_write", RmrPairScene::write, RmrPairModel::write).where(m -> m.mayBind));
    return family;
  }

  private static PairCall<RmrPairScene, RmrPairModel> on(
      String name, Function<RmrPairScene, Answer> deed, BiPredicate<RmrPairModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }
}
