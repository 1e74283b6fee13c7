package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.EvdState;
import org.dat4j.dat.Ia;

/**
 * An EVD of software events with a CNO, on which the DAT stepper makes two calls at once to check
 * that both answers fit one order of the calls. A further EVD on the same CNO relieves calls that
 * wait on it; a second CNO can be attached.
 */
final class EventPairScene implements PairScene<EventPairModel> {
  /** The events with which a wait is relieved. */
  static final Object RELIEF = "relief";

  private final Cno cno;
  private final Cno other;
  private final Evd evd;
  private final List<Evd> bells = new ArrayList<>();
  private final Ia ia;
  private final int length;
  private final List<Object> before = new ArrayList<>();
  private final List<Object> left = new ArrayList<>();
  private final boolean[] triggered = new boolean[2];
  private final boolean[] cnoDead = new boolean[2];
  private final boolean enabled;
  private final boolean waitable;
  private final int attached;
  private EvdParam seen;

  /** The state in which the calls find the EVD. */
  record EvdSetup(int length, int events, boolean enabled, boolean waitable, int attached) {}

  EventPairScene(Ia ia, EvdSetup state) {
    this.ia = ia;
    this.enabled = state.enabled();
    this.waitable = state.waitable();
    this.attached = state.attached();
    cno = ia.createCno(null);
    other = ia.createCno(null);
    evd = ia.createEvd(state.length(), cno(attached), EvdFlags.SOFTWARE);
    int events = state.events();
    if (!enabled) {
      evd.disable();
    }
    if (!waitable) {
      evd.setUnwaitable();
    }
    length = evd.query().evdQlen();
    for (int i = 0; i < (events < 0 ? length : events); i++) {
      Object pointer = "before " + i;
      before.add(pointer);
      evd.postSe(new DatEvent().setSoftware(pointer));
    }
  }

  private Cno cno(int place) {
    return place == EventPairModel.NONE ? null : place == EventPairModel.CNO ? cno : other;
  }

  @Override
  public EventPairModel model() {
    EventPairModel model = new EventPairModel();
    model.length = length;
    model.attached = attached;
    model.enabled = enabled;
    model.waitable = waitable;
    before.forEach(model::arrived);
    return model;
  }

  Answer post(Object pointer) {
    return DatAnswers.call(() -> evd.postSe(new DatEvent().setSoftware(pointer)));
  }

  Answer dequeue() {
    DatEvent event = new DatEvent();
    return taken(DatAnswers.call(() -> evd.dequeue(event)), event);
  }

  Answer await(int threshold) {
    DatEvent event = new DatEvent();
    long timeout = TimeFactor.micros(LocalConnection.WAIT_MILLIS);
    return taken(DatAnswers.call(() -> evd.await(timeout, threshold, event)), event);
  }

  private static Answer taken(Answer answer, DatEvent event) {
    return answer.code() == DatReturn.SUCCESS ? new Answer(answer.code(), event.pointer()) : answer;
  }

  Answer awaitCno() {
    CnoTrigger trigger = new CnoTrigger();
    return DatAnswers.call(
        () -> cno.await(TimeFactor.micros(LocalConnection.WAIT_MILLIS), trigger));
  }

  void relieve(int events) {
    for (int i = 0; i < events; i++) {
      post(RELIEF);
    }
  }

  /** Triggers the CNO through a further EVD. */
  void ring() {
    try {
      Evd bell = ia.createEvd(1, cno, EvdFlags.SOFTWARE);
      bells.add(bell);
      bell.postSe(new DatEvent().setSoftware(RELIEF));
    } catch (DatException e) {
      // Freed: nothing waits on it.
      if (e.type() != DatReturn.INVALID_HANDLE) {
        throw e;
      }
    }
  }

  Answer resize(int events) {
    return DatAnswers.run(() -> evd.resize(events));
  }

  Answer attach(int place) {
    return DatAnswers.run(() -> evd.modifyCno(cno(place)));
  }

  Answer agent(boolean on) {
    return DatAnswers.run(() -> cno.modifyAgent(on ? from -> {} : null));
  }

  Answer freeCno() {
    return DatAnswers.run(cno::free);
  }

  Evd evd() {
    return evd;
  }

  Cno cno() {
    return cno;
  }

  @Override
  public void look() {
    for (int place = EventPairModel.CNO; place <= EventPairModel.OTHER; place++) {
      CnoTrigger trigger = new CnoTrigger();
      Cno each = cno(place);
      int answer = DatAnswers.call(() -> each.await(0, trigger)).code();
      triggered[place] = answer == DatReturn.SUCCESS;
      cnoDead[place] = answer == DatReturn.INVALID_HANDLE;
    }
    try {
      seen = evd.query();
    } catch (DatException e) {
      seen = null;
      return;
    }
    DatEvent event = new DatEvent();
    while (evd.dequeue(event) == DatReturn.SUCCESS) {
      left.add(event.pointer());
    }
  }

  @Override
  public String differs(EventPairModel model) {
    if (model.freed != (seen == null)) {
      return "the EVD is " + (seen == null ? "freed" : "not freed");
    }
    for (int place = EventPairModel.CNO; place <= EventPairModel.OTHER; place++) {
      if (model.cnoFreed[place] != cnoDead[place]) {
        return "CNO " + place + " is " + (cnoDead[place] ? "freed" : "not freed");
      }
      if (!cnoDead[place] && triggered[place] && model.possible[place] <= 0) {
        return "CNO " + place + " was triggered by nothing";
      }
      if (!cnoDead[place] && !triggered[place] && model.sure[place]) {
        return "CNO " + place + " was not triggered";
      }
    }
    if (seen == null) {
      return null;
    }
    if (!left.equals(new ArrayList<>(model.queued))) {
      return "queued are " + left + ", not " + model.queued;
    }
    if (seen.evdQlen() < model.length) {
      return "the length is " + seen.evdQlen() + ", not " + model.length;
    }
    if (seen.cno() != cno(model.attached)) {
      return "the EVD has another CNO than " + model.attached;
    }
    int state =
        (model.enabled ? EvdState.ENABLED : EvdState.DISABLED)
            | (model.waitable ? EvdState.WAITABLE : EvdState.UNWAITABLE);
    int mask = EvdState.ENABLE_MASK | EvdState.WAIT_MASK;
    return (seen.evdState() & mask) == state
        ? null
        : "the state is " + EvdState.toString(seen.evdState());
  }

  @Override
  public void close() {
    List<DatObject> all = new ArrayList<>(bells);
    all.addAll(List.of(evd, cno, other));
    DatAnswers.close(all);
  }
}
