package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspField;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;

/**
 * A service point, an endpoint that asks for a connection and one that answers, on which the DAT
 * stepper makes two calls at once to check that both answers fit one order of the calls.
 *
 * @param <M> its model
 */
class ConnectPairScene<M extends ConnectPairModel> implements PairScene<M> {
  private static final int EVENTS = 8;
  private static final long PATIENCE_MILLIS = 4_000;

  /** How long events may take that no page promises, in milliseconds. */
  private static final long LATE_MILLIS = 2;

  private static final Set<EventNumber> REFUSALS =
      EnumSet.of(
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          EventNumber.CONNECTION_EVENT_PEER_REJECTED);

  private final Supplier<M> models;
  private final List<DatObject> objects = new ArrayList<>();
  private final Evd activeEvd;
  private final Evd passiveEvd;
  private final Psp psp;
  private final List<EventNumber> activeEvents = new ArrayList<>();
  private final List<EventNumber> passiveEvents = new ArrayList<>();
  private final List<Cr> arrived = new ArrayList<>();
  private Cr cr;
  private EpState activeState;
  private EpState passiveState;
  private boolean requested;
  final Ia ia;
  final Pz pz;
  final Evd recv;
  final Evd requests;
  final long qualifier;
  final Ep active;
  final Ep passive;
  private volatile boolean accepted;
  private volatile boolean rejected;
  private volatile boolean asked;
  private volatile boolean activeLeft;
  private volatile boolean passiveLeft;

  /**
   * Makes the objects, with a service point that listens.
   *
   * @param models gives the model of the state before the calls
   */
  ConnectPairScene(Ia ia, Supplier<M> models) {
    this.ia = ia;
    this.models = models;
    pz = own(ia.createPz());
    recv = evd(EvdFlags.DTO);
    requests = evd(EvdFlags.CR);
    activeEvd = evd(EvdFlags.CONNECTION);
    passiveEvd = evd(EvdFlags.CONNECTION);
    active = own(ia.createEp(pz, recv, recv, activeEvd, null));
    passive = own(ia.createEp(pz, recv, recv, passiveEvd, null));
    psp = own(ia.createPspAny(requests, PspFlags.CONSUMER));
    qualifier = psp.connQual();
  }

  /** Asks for the connection before the calls. */
  final void request() {
    requested = true;
    connect();
    cr = LocalConnection.await(requests).cr();
  }

  final Evd evd(int flags) {
    return own(ia.createEvd(EVENTS, null, flags));
  }

  final <T extends DatObject> T own(T object) {
    objects.add(0, object);
    return object;
  }

  @Override
  public M model() {
    return models.get();
  }

  Answer connect() {
    Answer answer =
        DatAnswers.run(
            () ->
                active.connect(
                    ia.address(),
                    qualifier,
                    TimeFactor.micros(EventPairScene.WAIT_MILLIS),
                    null,
                    Qos.BEST_EFFORT,
                    ConnectFlags.DEFAULT));
    if (answer.code() == DatReturn.SUCCESS) {
      asked = true;
    }
    return answer;
  }

  Answer freePsp() {
    return DatAnswers.run(psp::free);
  }

  Answer queryPsp() {
    return DatAnswers.run(() -> psp.query(PspField.ALL));
  }

  /** The endpoint that an accept names. */
  Ep accepting() {
    return passive;
  }

  final Answer accept() {
    Answer answer = DatAnswers.run(() -> cr.accept(accepting(), null));
    if (answer.code() == DatReturn.SUCCESS) {
      accepted = true;
    }
    return answer;
  }

  Answer reject() {
    Answer answer = DatAnswers.run(cr::reject);
    if (answer.code() == DatReturn.SUCCESS) {
      rejected = true;
    }
    return answer;
  }

  Answer queryRequest() {
    return DatAnswers.run(() -> cr.query());
  }

  Answer disconnect(Ep ep) {
    return leaves(ep, DatAnswers.run(() -> ep.disconnect(CloseFlags.ABRUPT)));
  }

  Answer reset(Ep ep) {
    return DatAnswers.run(ep::reset);
  }

  Answer free(Ep ep) {
    return leaves(ep, DatAnswers.run(ep::free));
  }

  private Answer leaves(Ep ep, Answer answer) {
    if (answer.code() == DatReturn.SUCCESS && ep == active) {
      activeLeft = true;
    } else if (answer.code() == DatReturn.SUCCESS) {
      passiveLeft = true;
    }
    return answer;
  }

  Answer status(Ep ep) {
    EpState[] seen = new EpState[1];
    Answer answer = DatAnswers.run(() -> seen[0] = ep.getStatus().state());
    return new Answer(answer.code(), seen[0]);
  }

  @Override
  public void look() {
    PauseTolerantTimeLimit late = new PauseTolerantTimeLimit(LATE_MILLIS);
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    do {
      drain();
    } while (isPromised() ? !hasCome() && !limit.isOver() : !late.isOver());
    activeState = state(active);
    passiveState = state(passive);
    drain();
  }

  /** Returns whether the calls promise certain events. */
  private boolean isPromised() {
    return !activeLeft && !(accepted && passiveLeft);
  }

  private boolean hasCome() {
    if (rejected) {
      return !activeEvents.isEmpty();
    }
    if (accepted) {
      return !activeEvents.isEmpty() && !passiveEvents.isEmpty();
    }
    return !asked || requested || !arrived.isEmpty() || !activeEvents.isEmpty();
  }

  private void drain() {
    DatEvent event = new DatEvent();
    while (requests.dequeue(event) == DatReturn.SUCCESS) {
      arrived.add(event.cr());
    }
    while (activeEvd.dequeue(event) == DatReturn.SUCCESS) {
      activeEvents.add(event.number());
    }
    while (passiveEvd.dequeue(event) == DatReturn.SUCCESS) {
      passiveEvents.add(event.number());
    }
  }

  static EpState state(Ep ep) {
    try {
      return ep.getStatus().state();
    } catch (DatException e) {
      return null;
    }
  }

  @Override
  public String differs(M model) {
    String problem = compareSide(model, model.active, activeState, activeEvents, "asking");
    problem =
        problem != null
            ? problem
            : compareSide(model, model.passive, passiveState, passiveEvents, "answering");
    if (problem != null) {
      return problem;
    }
    boolean certain =
        model.asked && !model.refused && !model.mayBeRefused && !activeLeft && !requested;
    if (arrived.size() > (model.asked && !requested && !model.refused ? 1 : 0)
        || certain && arrived.isEmpty()) {
      return arrived.size() + " connection requests came";
    }
    if (!model.isOutcomeDue()) {
      boolean wrong = !model.accepted && activeEvents.contains(established());
      return wrong ? "established without an accept" : null;
    }
    EventNumber outcome = activeEvents.isEmpty() ? null : activeEvents.get(0);
    boolean fits =
        model.accepted
            ? outcome == established() && passiveEvents.equals(List.of(established()))
            : model.rejected
                ? outcome == EventNumber.CONNECTION_EVENT_PEER_REJECTED
                : REFUSALS.contains(outcome);
    return fits && activeEvents.size() == 1
        ? null
        : "the sides got " + activeEvents + " and " + passiveEvents;
  }

  private static EventNumber established() {
    return EventNumber.CONNECTION_EVENT_ESTABLISHED;
  }

  static String compareSide(
      ConnectPairModel model,
      ConnectPairModel.PairEndpoint side,
      EpState state,
      List<EventNumber> events,
      String name) {
    if (side.freed != (state == null)) {
      return "the " + name + " endpoint is " + (state == null ? "freed" : "not freed");
    }
    model.widen(side);
    if (state != null && (side.states & ModelTables.bit(state)) == 0) {
      return "the " + name + " endpoint is " + state + ", not " + ModelTables.states(side.states);
    }
    if (events.size() > 2 || events.lastIndexOf(established()) > 0) {
      return "the " + name + " endpoint got " + events;
    }
    return null;
  }

  @Override
  public void close() {
    List<Cr> open = new ArrayList<>(arrived);
    if (cr != null) {
      open.add(cr);
    }
    open.forEach(request -> DatAnswers.run(request::reject));
    DatAnswers.close(objects);
  }
}
