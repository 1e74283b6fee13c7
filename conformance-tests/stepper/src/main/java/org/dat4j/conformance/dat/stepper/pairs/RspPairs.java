package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.Ia;

/**
 * Lists the DAT stepper's pairs, calls made at once by two threads, on an RSP, its endpoint and its
 * CR. Other calls are on further service points with the same qualifier.
 */
final class RspPairs {
  private static final String FREE = "rsp_free";

  /**
   * Calls that create a service point on the qualifier. The page of dat_rsp_free leaves undefined
   * what they do during a free.
   */
  private static final Set<String> CREATES = Set.of("rsp_create", "psp_create");

  /** Calls that change nothing: pairs of two of them are left out. */
  private static final Set<String> LOOKS =
      Set.of("rsp_query", "cr_query", "active_get_status", "passive_get_status");

  private RspPairs() {}

  /** Returns whether a pair concerns what is particular to a reserved endpoint. */
  private static boolean isRelated(String first, String second) {
    boolean undefined =
        first.equals(FREE) && CREATES.contains(second)
            || second.equals(FREE) && CREATES.contains(first);
    boolean idle = LOOKS.contains(first) && LOOKS.contains(second);
    boolean ofPoint = isOfPoint(first) || isOfPoint(second);
    boolean ofRequest = first.startsWith("cr_") && second.startsWith("cr_");
    boolean ofEndpoint = first.startsWith("passive_") && second.startsWith("passive_");
    return !undefined && !idle && (ofPoint || ofRequest || ofEndpoint);
  }

  private static boolean isOfPoint(String call) {
    return call.startsWith("rsp_") || call.startsWith("psp_");
  }

  /** Lists the calls and states. */
  static PairFamily<RspPairScene, RspPairModel> family(Supplier<Ia> ia, ModelTables tables) {
    PairFamily<RspPairScene, RspPairModel> family = new PairFamily<>("rsp");
    for (RspPairModel.QualifierSetup before : RspPairModel.QualifierSetup.values()) {
      family.state(before.state(), () -> new RspPairScene(ia.get(), tables, before));
    }
    family.related(RspPairs::isRelated);
    family.call(on("rsp_create", RspPairScene::createRsp, RspPairModel::createRsp));
    family.call(on("psp_create", RspPairScene::createPsp, RspPairModel::createPsp));
    family.call(
        on(FREE, RspPairScene::freeRsp, RspPairModel::freeRsp)
            .where(m -> m.before != RspPairModel.QualifierSetup.UNRESERVED));
    family.call(
        on("rsp_query", RspPairScene::queryRsp, RspPairModel::queryRsp)
            .where(m -> m.before != RspPairModel.QualifierSetup.UNRESERVED));
    ConnectPairs.calls(family);
    return family;
  }

  private static PairCall<RspPairScene, RspPairModel> on(
      String name, Function<RspPairScene, Answer> deed, BiPredicate<RspPairModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }
}
