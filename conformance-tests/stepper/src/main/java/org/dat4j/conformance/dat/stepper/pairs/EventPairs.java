package org.dat4j.conformance.dat.stepper.pairs;

import static org.dat4j.conformance.dat.stepper.pairs.EventModel.CNO;
import static org.dat4j.conformance.dat.stepper.pairs.EventModel.NONE;
import static org.dat4j.conformance.dat.stepper.pairs.EventModel.OTHER;

import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.pairs.EventScene.Before;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.CnoField;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.Ia;

/** The pairs of calls on an EVD and its CNO. */
final class EventPairs {
  private static final int LENGTH = 8;

  /** An EVD that takes long to resize. */
  private static final int LONG = 2048;

  private static final int MANY = 500;
  private static final Object POSTED = "posted";

  private EventPairs() {}

  private static PairCall<EventScene, EventModel> on(
      String name, Function<EventScene, Answer> deed, BiPredicate<EventModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }

  /** Lists the calls and states. */
  static PairFamily<EventScene, EventModel> family(Supplier<Ia> ia) {
    PairFamily<EventScene, EventModel> family = new PairFamily<>("evd");
    state(family, "empty", ia, new Before(LENGTH, 0, true, true, CNO));
    state(family, "one-event", ia, new Before(LENGTH, 1, true, true, CNO));
    state(family, "many-events", ia, new Before(LONG, MANY, true, true, CNO));
    state(family, "full", ia, new Before(LENGTH, -1, true, true, CNO));
    state(family, "disabled", ia, new Before(LENGTH, 1, false, true, CNO));
    state(family, "unwaitable", ia, new Before(LENGTH, 1, true, false, CNO));
    state(family, "without-cno", ia, new Before(LENGTH, 1, true, true, NONE));
    calls(family);
    return family;
  }

  private static void state(
      PairFamily<EventScene, EventModel> family, String name, Supplier<Ia> ia, Before before) {
    family.state(name, () -> new EventScene(ia.get(), before));
  }

  private static void calls(PairFamily<EventScene, EventModel> family) {
    family.call(
        PairCall.waiting(
                "evd_wait",
                s -> s.await(1),
                new EventModel.Waiting(1),
                (EventScene s) -> s.relieve(1))
            .where(m -> m.waitable));
    family.call(
        PairCall.waiting(
                "evd_wait_for_two",
                s -> s.await(2),
                new EventModel.Waiting(2),
                (EventScene s) -> s.relieve(2))
            .where(m -> m.waitable && m.queued.size() < LENGTH));
    family.call(on("evd_dequeue", EventScene::dequeue, EventModel::dequeue));
    family.call(
        on("evd_post_se", s -> s.post(POSTED), (m, a) -> m.post(a, POSTED))
            .where(m -> m.queued.size() < m.length));
    family.call(on("evd_resize_up", s -> s.resize(2 * LONG), (m, a) -> m.resize(a, 2 * LONG)));
    family.call(
        on("evd_resize_down", s -> s.resize(LENGTH / 2), (m, a) -> m.resize(a, LENGTH / 2))
            .where(m -> m.queued.size() < LENGTH / 2));
    family.call(
        on("evd_enable", s -> DatAnswers.run(s.evd()::enable), (m, a) -> m.enable(a, true)));
    family.call(
        on("evd_disable", s -> DatAnswers.run(s.evd()::disable), (m, a) -> m.enable(a, false)));
    family.call(
        on(
            "evd_set_unwaitable",
            s -> DatAnswers.run(s.evd()::setUnwaitable),
            (m, a) -> m.waitable(a, false)));
    family.call(
        on(
            "evd_clear_unwaitable",
            s -> DatAnswers.run(s.evd()::clearUnwaitable),
            (m, a) -> m.waitable(a, true)));
    family.call(
        on("evd_query", s -> DatAnswers.run(() -> s.evd().query(EvdField.ALL)), EventModel::query));
    family.call(on("evd_detach_cno", s -> s.attach(NONE), (m, a) -> m.attach(a, NONE)));
    family.call(on("evd_change_cno", s -> s.attach(OTHER), (m, a) -> m.attach(a, OTHER)));
    family.call(on("evd_free", s -> DatAnswers.run(s.evd()::free), EventModel::free));
    family.call(
        PairCall.waiting(
            "cno_wait", EventScene::awaitCno, new EventModel.CnoWaiting(), EventScene::ring));
    family.call(on("cno_set_agent", s -> s.agent(true), (m, a) -> m.agent(a, true)));
    family.call(on("cno_drop_agent", s -> s.agent(false), (m, a) -> m.agent(a, false)));
    family.call(
        on(
            "cno_query",
            s -> DatAnswers.run(() -> s.cno().query(CnoField.ALL)),
            EventModel::queryCno));
    family.call(
        on("cno_free", EventScene::freeCno, EventModel::freeCno).where(m -> m.attached == NONE));
  }
}
