package org.dat4j.conformance.dat.stepper.pairs;

import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/** The pairs of calls with which connections begin: on service points, requests and endpoints. */
final class ConnectPairs {
  private ConnectPairs() {}

  /** Lists the calls and states. */
  static PairFamily<ConnectScene, ConnectModel> family(Supplier<Ia> ia, ModelTables tables) {
    PairFamily<ConnectScene, ConnectModel> family = new PairFamily<>("cr");
    family.state("listening", () -> new ConnectScene(ia.get(), tables, false));
    family.state("requested", () -> new ConnectScene(ia.get(), tables, true));
    family.call(
        PairCall.of("ep_connect", ConnectScene::connect, ConnectModel::connect)
            .where(m -> !m.asked));
    family.call(PairCall.of("psp_free", ConnectScene::freePsp, ConnectModel::freePsp));
    family.call(PairCall.of("psp_query", ConnectScene::queryPsp, ConnectModel::queryPsp));
    family.call(
        PairCall.of("cr_accept", ConnectScene::accept, ConnectModel::accept).where(m -> m.asked));
    family.call(
        PairCall.of("cr_reject", ConnectScene::reject, ConnectModel::reject).where(m -> m.asked));
    family.call(
        PairCall.of("cr_query", ConnectScene::queryRequest, ConnectModel::queryRequest)
            .where(m -> m.asked));
    family.call(
        PairCall.of(
                "active_disconnect",
                (ConnectScene s) -> s.disconnect(s.active),
                (ConnectModel m, Answer a) -> m.disconnect(m.active, a))
            .where(m -> m.asked));
    family.call(
        PairCall.of(
                "active_reset",
                (ConnectScene s) -> s.reset(s.active),
                (ConnectModel m, Answer a) -> m.reset(m.active, a))
            .where(m -> !m.asked));
    family.call(
        PairCall.of(
            "active_free",
            (ConnectScene s) -> s.free(s.active),
            (ConnectModel m, Answer a) -> m.free(m.active, a)));
    family.call(
        PairCall.of(
            "active_get_status",
            (ConnectScene s) -> s.status(s.active),
            (m, a) -> m.status(m.active, a)));
    family.call(
        PairCall.of("passive_free", s -> s.free(s.passive), (m, a) -> m.free(m.passive, a)));
    family.call(
        PairCall.of(
            "passive_get_status", s -> s.status(s.passive), (m, a) -> m.status(m.passive, a)));
    return family;
  }
}
