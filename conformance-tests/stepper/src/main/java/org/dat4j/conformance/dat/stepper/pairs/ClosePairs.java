package org.dat4j.conformance.dat.stepper.pairs;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.pairs.ClosePairModel.AdapterSetup;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, in which one call closes the
 * adapter. The other is a call on the adapter or its objects.
 */
final class ClosePairs {
  private static final Set<String> APART =
      Set.of("ia_close_abrupt", "evd_wait", "cno_wait", "post_send", "ep_free", "pz_create");

  private static final String CLOSE = "ia_close";

  private ClosePairs() {}

  /**
   * Lists the calls and states.
   *
   * @param opener opens the adapter that is closed
   * @param peer gives the adapter of the peer's endpoint
   */
  static PairFamily<ClosePairScene, ClosePairModel> family(Supplier<Ia> opener, Supplier<Ia> peer) {
    PairFamily<ClosePairScene, ClosePairModel> family = new PairFamily<>("ia");
    for (AdapterSetup before : AdapterSetup.values()) {
      family.state(before.state(), () -> new ClosePairScene(opener.get(), peer, before));
    }
    family.related((first, second) -> first.startsWith(CLOSE) || second.startsWith(CLOSE));
    family.call(on("ia_close_abrupt", s -> s.close(false), (m, a) -> m.close(a, false)));
    family.call(on("ia_close_graceful", s -> s.close(true), (m, a) -> m.close(a, true)));
    family.call(on("ia_query", ClosePairScene::query, ClosePairModel::use));
    family.call(on("pz_create", ClosePairScene::createPz, ClosePairModel::create));
    family.call(on("evd_create", ClosePairScene::createEvd, ClosePairModel::create));
    family.call(on("cno_create", ClosePairScene::createCno, ClosePairModel::create));
    family.call(
        on("pz_free", ClosePairScene::freePz, ClosePairModel::free)
            .where(m -> m.before == AdapterSetup.ONE_PZ));
    ofObjects(family);
    return family;
  }

  /**
   * Lists closes and calls on two adapters: neither of them may influence the other.
   *
   * @param opener opens an adapter that may be closed
   * @param near gives the adapter of the one peer
   * @param far gives the adapter of the other peer
   */
  static PairFamily<?, ?> apart(Supplier<Ia> opener, Supplier<Ia> near, Supplier<Ia> far) {
    return PairFamily.apart(family(opener, near), family(opener, far), List.of("connected"), APART);
  }

  private static void ofObjects(PairFamily<ClosePairScene, ClosePairModel> family) {
    family.call(
        PairCall.waiting(
                "evd_wait",
                ClosePairScene::awaitEvd,
                new ClosePairModel.WaitEndedByClose(false),
                ClosePairScene::relieve)
            .where(ClosePairModel::isConnected));
    family.call(
        PairCall.waiting(
                "cno_wait",
                ClosePairScene::awaitCno,
                new ClosePairModel.WaitEndedByClose(true),
                ClosePairScene::relieve)
            .where(ClosePairModel::isConnected));
    family.call(connected("evd_post_se", ClosePairScene::postEvent, ClosePairModel::use));
    family.call(connected("evd_dequeue", ClosePairScene::dequeue, ClosePairModel::dequeue));
    family.call(connected("lmr_create", ClosePairScene::createLmr, ClosePairModel::create));
    family.call(connected("lmr_free", ClosePairScene::freeLmr, ClosePairModel::free));
    family.call(connected("ep_create", ClosePairScene::createEp, ClosePairModel::create));
    family.call(connected("psp_create_any", ClosePairScene::createPsp, ClosePairModel::create));
    family.call(connected("post_send", ClosePairScene::postSend, ClosePairModel::use));
    family.call(connected("post_recv", ClosePairScene::postRecv, ClosePairModel::use));
    family.call(connected("ep_get_status", ClosePairScene::status, ClosePairModel::use));
    family.call(connected("ep_disconnect", ClosePairScene::disconnect, ClosePairModel::leave));
    family.call(connected("ep_free", ClosePairScene::freeEp, ClosePairModel::leave));
  }

  private static PairCall<ClosePairScene, ClosePairModel> on(
      String name,
      Function<ClosePairScene, Answer> deed,
      BiPredicate<ClosePairModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }

  private static PairCall<ClosePairScene, ClosePairModel> connected(
      String name,
      Function<ClosePairScene, Answer> deed,
      BiPredicate<ClosePairModel, Answer> effect) {
    return on(name, deed, effect).where(ClosePairModel::isConnected);
  }
}
