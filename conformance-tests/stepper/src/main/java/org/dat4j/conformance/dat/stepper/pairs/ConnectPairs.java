package org.dat4j.conformance.dat.stepper.pairs;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.AnsweringSide;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalAnsweringSide;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, for setting up connections: on
 * service points, CRs and endpoints.
 */
final class ConnectPairs {
  private static final Set<String> APART =
      Set.of("ep_connect", "psp_free", "cr_accept", "cr_reject", "active_free", "passive_free");

  private ConnectPairs() {}

  /** Lists the calls and states. */
  static PairFamily<ConnectPairScene<ConnectPairModel>, ConnectPairModel> family(
      Supplier<Ia> ia, ModelTables tables) {
    return family("cr", ia, adapter -> new LocalAnsweringSide(() -> adapter, false), tables);
  }

  /**
   * Lists calls of the asking side beside those of the side that answers in the second JVM.
   *
   * @param answering the one there
   */
  static PairFamily<?, ?> acrossJvms(Supplier<Ia> ia, AnsweringSide answering, ModelTables tables) {
    return family("cr" + PairFamily.TWO_JVMS, ia, adapter -> answering, tables).acrossJvms();
  }

  private static PairFamily<ConnectPairScene<ConnectPairModel>, ConnectPairModel> family(
      String name, Supplier<Ia> ia, Function<Ia, AnsweringSide> sides, ModelTables tables) {
    PairFamily<ConnectPairScene<ConnectPairModel>, ConnectPairModel> family =
        new PairFamily<>(name);
    family.state("listening", () -> scene(ia.get(), sides, tables, false));
    family.state(
        "requested",
        () -> {
          ConnectPairScene<ConnectPairModel> scene = scene(ia.get(), sides, tables, true);
          scene.request();
          return scene;
        });
    family.call(on("psp_free", ConnectPairScene::freePsp, ConnectPairModel::freePsp).far());
    family.call(on("psp_query", ConnectPairScene::queryPsp, ConnectPairModel::queryPsp).far());
    calls(family);
    family.call(
        on("cr_handoff", ConnectPairScene::handOff, ConnectPairModel::handOff)
            .where(m -> m.asked)
            .far());
    return family;
  }

  private static ConnectPairScene<ConnectPairModel> scene(
      Ia ia, Function<Ia, AnsweringSide> sides, ModelTables tables, boolean requested) {
    return new ConnectPairScene<>(
        ia, sides.apply(ia), () -> new ConnectPairModel(tables, requested));
  }

  /** Lists calls on two adapters: neither of them may influence the other. */
  static PairFamily<?, ?> apart(Supplier<Ia> near, Supplier<Ia> far, ModelTables tables) {
    return PairFamily.apart(
        family(near, tables), family(far, tables), List.of("listening", "requested"), APART);
  }

  private static <S extends ConnectPairScene<M>, M extends ConnectPairModel> PairCall<S, M> on(
      String name, Function<S, Answer> deed, BiPredicate<M, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }

  /** Lists the calls on the request and both endpoints, whatever service point listens. */
  static <S extends ConnectPairScene<M>, M extends ConnectPairModel> void calls(
      PairFamily<S, M> family) {
    family.call(ConnectPairs.<S, M>on("ep_connect", S::connect, M::connect).where(m -> !m.asked));
    family.call(ConnectPairs.<S, M>on("cr_accept", S::accept, M::accept).where(m -> m.asked).far());
    family.call(ConnectPairs.<S, M>on("cr_reject", S::reject, M::reject).where(m -> m.asked).far());
    family.call(
        ConnectPairs.<S, M>on("cr_query", S::queryRequest, M::queryRequest)
            .where(m -> m.asked)
            .far());
    family.call(
        ConnectPairs.<S, M>on(
                "active_disconnect", S::disconnect, (m, a) -> m.disconnect(m.active, a))
            .where(m -> m.asked));
    family.call(
        ConnectPairs.<S, M>on("active_reset", S::reset, (m, a) -> m.reset(m.active, a))
            .where(m -> !m.asked));
    family.call(ConnectPairs.<S, M>on("active_free", S::free, (m, a) -> m.free(m.active, a)));
    family.call(
        ConnectPairs.<S, M>on("active_get_status", S::status, (m, a) -> m.status(m.active, a)));
    family.call(
        ConnectPairs.<S, M>on("passive_free", S::freePassive, (m, a) -> m.free(m.passive, a))
            .far());
    family.call(
        ConnectPairs.<S, M>on(
                "passive_get_status", S::passiveStatus, (m, a) -> m.status(m.passive, a))
            .far());
  }
}
