package org.dat4j.conformance.dat.stepper.pairs;

import static org.dat4j.conformance.dat.stepper.pairs.EventPairModel.CNO;
import static org.dat4j.conformance.dat.stepper.pairs.EventPairModel.NONE;
import static org.dat4j.conformance.dat.stepper.pairs.EventPairModel.OTHER;

import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.pairs.EventPairScene.EvdSetup;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.dat.CnoField;
import org.dat4j.dat.EvdField;
import org.dat4j.dat.Ia;

/** Lists the DAT stepper's pairs, calls made at once by two threads, on an EVD and its CNO. */
final class EventPairs {
  private static final Set<String> APART =
      Set.of(
          "evd_wait",
          "evd_dequeue",
          "evd_post_se",
          "evd_resize_up",
          "evd_disable",
          "evd_set_unwaitable",
          "evd_free",
          "cno_wait");

  private static final int LENGTH = 8;

  /** An EVD that takes long to resize. */
  private static final int LONG = 2048;

  private static final int MANY = 500;
  private static final Object POSTED = "posted";

  private EventPairs() {}

  private static PairCall<EventPairScene, EventPairModel> on(
      String name,
      Function<EventPairScene, Answer> deed,
      BiPredicate<EventPairModel, Answer> effect) {
    return PairCall.of(name, deed, effect);
  }

  /** Lists the calls and states. */
  static PairFamily<EventPairScene, EventPairModel> family(Supplier<Ia> ia) {
    PairFamily<EventPairScene, EventPairModel> family = new PairFamily<>("evd");
    state(family, "empty", ia, new EvdSetup(LENGTH, 0, true, true, CNO));
    state(family, "one-event", ia, new EvdSetup(LENGTH, 1, true, true, CNO));
    state(family, "many-events", ia, new EvdSetup(LONG, MANY, true, true, CNO));
    state(family, "full", ia, new EvdSetup(LENGTH, -1, true, true, CNO));
    state(family, "disabled", ia, new EvdSetup(LENGTH, 1, false, true, CNO));
    state(family, "unwaitable", ia, new EvdSetup(LENGTH, 1, true, false, CNO));
    state(family, "without-cno", ia, new EvdSetup(LENGTH, 1, true, true, NONE));
    calls(family);
    return family;
  }

  /** Lists calls on two adapters: neither of them may influence the other. */
  static PairFamily<?, ?> apart(Supplier<Ia> near, Supplier<Ia> far) {
    return PairFamily.apart(family(near), family(far), List.of("empty", "one-event"), APART);
  }

  private static void state(
      PairFamily<EventPairScene, EventPairModel> family,
      String name,
      Supplier<Ia> ia,
      EvdSetup before) {
    family.state(name, () -> new EventPairScene(ia.get(), before));
  }

  private static void calls(PairFamily<EventPairScene, EventPairModel> family) {
    family.call(
        PairCall.waiting(
                "evd_wait",
                s -> s.await(1),
                new EventPairModel.WaitForEvents(1),
                (EventPairScene s) -> s.relieve(1))
            .where(m -> m.waitable));
    family.call(
        PairCall.waiting(
                "evd_wait_for_two",
                s -> s.await(2),
                new EventPairModel.WaitForEvents(2),
                (EventPairScene s) -> s.relieve(2))
            .where(m -> m.waitable && m.queued.size() < LENGTH));
    family.call(on("evd_dequeue", EventPairScene::dequeue, EventPairModel::dequeue));
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
        on(
            "evd_query",
            s -> DatAnswers.run(() -> s.evd().query(EvdField.ALL)),
            EventPairModel::query));
    family.call(on("evd_detach_cno", s -> s.attach(NONE), (m, a) -> m.attach(a, NONE)));
    family.call(on("evd_change_cno", s -> s.attach(OTHER), (m, a) -> m.attach(a, OTHER)));
    family.call(on("evd_free", s -> DatAnswers.run(s.evd()::free), EventPairModel::free));
    family.call(
        PairCall.waiting(
            "cno_wait",
            EventPairScene::awaitCno,
            new EventPairModel.CnoWaiting(),
            EventPairScene::ring));
    family.call(on("cno_set_agent", s -> s.agent(true), (m, a) -> m.agent(a, true)));
    family.call(on("cno_drop_agent", s -> s.agent(false), (m, a) -> m.agent(a, false)));
    family.call(
        on(
            "cno_query",
            s -> DatAnswers.run(() -> s.cno().query(CnoField.ALL)),
            EventPairModel::queryCno));
    family.call(
        on("cno_free", EventPairScene::freeCno, EventPairModel::freeCno)
            .where(m -> m.attached == NONE));
  }
}
