package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.RmrPairScene.RmrSetup;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalTransferPeer;
import org.dat4j.conformance.dat.stepper.pairs.sides.RenewedAdapter;
import org.dat4j.conformance.dat.stepper.pairs.sides.TransferPeer;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, on an RMR, its memory and the
 * peer that writes there.
 */
final class RmrPairs {
  private RmrPairs() {}

  /** Lists the calls and states. */
  static PairFamily<RmrPairScene, RmrPairModel> family(RenewedAdapter adapter, ModelTables tables) {
    return family("rmr", adapter, new LocalTransferPeer(adapter::current), tables);
  }

  /**
   * Lists calls on an RMR beside writes of a peer in the second JVM.
   *
   * @param peer the one there
   */
  static PairFamily<?, ?> acrossJvms(
      RenewedAdapter adapter, TransferPeer peer, ModelTables tables) {
    return family("rmr" + PairFamily.TWO_JVMS, adapter, peer, tables).acrossJvms();
  }

  private static PairFamily<RmrPairScene, RmrPairModel> family(
      String name, RenewedAdapter adapter, TransferPeer peer, ModelTables tables) {
    PairFamily<RmrPairScene, RmrPairModel> family = new PairFamily<>(name);
    for (RmrSetup before : RmrSetup.values()) {
      family.state(
          before.name().toLowerCase(Locale.ROOT),
          () -> new RmrPairScene(adapter.next(), peer, tables, before));
    }
    family.call(on("rmr_create", RmrPairScene::create, RmrPairModel::create));
    family.call(on("rmr_bind", s -> s.bind(false), (m, a) -> m.bind(a, false)));
    family.call(on("rmr_unbind", s -> s.bind(true), (m, a) -> m.bind(a, true)));
    family.call(on("rmr_query", RmrPairScene::query, RmrPairModel::query));
    family.call(on("rmr_free", RmrPairScene::free, RmrPairModel::free));
    family.call(on("lmr_free", RmrPairScene::freeMemory, RmrPairModel::freeMemory));
    family.call(on("post_send", RmrPairScene::send, RmrPairModel::send));
    family.call(on("ep_disconnect", RmrPairScene::disconnect, RmrPairModel::disconnect));
    family.call(on("ep_free", RmrPairScene::freeEp, RmrPairModel::freeEp));
    family.related((first, second) -> isOfRmr(first) || isOfRmr(second));
    family.call(
        on("peer_write", RmrPairScene::write, RmrPairModel::write).where(m -> m.mayBind).far());
    return family;
  }

  /** Returns whether a call is one on the RMR, its memory or its peer: others have a family. */
  private static boolean isOfRmr(String call) {
    return !call.equals("post_send") && !call.startsWith("ep_");
  }

  private static PairCall<RmrPairScene, RmrPairModel> on(
      String name, Function<RmrPairScene, Answer> deed, BiPredicate<RmrPairModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }
}
