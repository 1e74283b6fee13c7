package org.dat4j.conformance.dat.stepper.pairs;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.AnsweringSide;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalAnsweringSide;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalConnection;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;

/**
 * A service point, an endpoint that asks for a connection and one that answers, on which the DAT
 * stepper makes two calls at once to check that both answers fit one order of the calls. The side
 * that answers is on an adapter of this JVM or of the second JVM.
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
  private final List<EventNumber> activeEvents = new ArrayList<>();
  private AnsweringSide.SideView passive;
  private EpState activeState;
  private boolean requested;
  final Ia ia;
  final Pz pz;
  final Evd recv;
  final AnsweringSide answering;
  final long qualifier;
  final Ep active;
  private final InetAddress address;
  private volatile boolean accepted;
  private volatile boolean rejected;
  private volatile boolean handedOff;
  private volatile boolean asked;
  private volatile boolean activeLeft;
  private volatile boolean passiveLeft;

  /**
   * Makes the objects, with a service point that listens.
   *
   * @param answering the side that answers
   * @param models gives the model of the state before the calls
   */
  ConnectPairScene(Ia ia, AnsweringSide answering, Supplier<M> models) {
    this.ia = ia;
    this.answering = answering;
    this.models = models;
    pz = own(ia.createPz());
    recv = evd(EvdFlags.DTO);
    activeEvd = evd(EvdFlags.CONNECTION);
    active = own(ia.createEp(pz, recv, recv, activeEvd, null));
    answering.make();
    qualifier = answering.qualifier();
    address = LocalConnection.address(answering.address());
  }

  /** Asks for the connection before the calls. */
  final void request() {
    requested = true;
    connect();
    answering.awaitRequest();
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
                    address,
                    qualifier,
                    TimeFactor.micros(LocalConnection.WAIT_MILLIS),
                    null,
                    Qos.BEST_EFFORT,
                    ConnectFlags.DEFAULT));
    if (answer.code() == DatReturn.SUCCESS) {
      asked = true;
    }
    return answer;
  }

  Answer freePsp() {
    return Answer.of(answering.freePsp());
  }

  Answer queryPsp() {
    return Answer.of(answering.queryPsp());
  }

  final Answer accept() {
    Answer answer = Answer.of(answering.accept());
    if (answer.code() == DatReturn.SUCCESS) {
      accepted = true;
    }
    return answer;
  }

  Answer reject() {
    Answer answer = Answer.of(answering.reject());
    if (answer.code() == DatReturn.SUCCESS) {
      rejected = true;
    }
    return answer;
  }

  Answer handOff() {
    Answer answer = Answer.of(answering.handOff());
    handedOff |= answer.code() == DatReturn.SUCCESS;
    return answer;
  }

  Answer queryRequest() {
    return Answer.of(answering.queryRequest());
  }

  Answer disconnect() {
    return leaves(DatAnswers.run(() -> active.disconnect(CloseFlags.ABRUPT)));
  }

  Answer reset() {
    return DatAnswers.run(active::reset);
  }

  Answer free() {
    return leaves(DatAnswers.run(active::free));
  }

  private Answer leaves(Answer answer) {
    activeLeft |= answer.code() == DatReturn.SUCCESS;
    return answer;
  }

  Answer freePassive() {
    Answer answer = Answer.of(answering.free());
    passiveLeft |= answer.code() == DatReturn.SUCCESS;
    return answer;
  }

  Answer status() {
    EpState[] seen = new EpState[1];
    Answer answer = DatAnswers.run(() -> seen[0] = active.getStatus().state());
    return new Answer(answer.code(), seen[0]);
  }

  Answer passiveStatus() {
    long[] seen = answering.status();
    boolean told = seen[0] == DatReturn.SUCCESS;
    return new Answer((int) seen[0], told ? EpState.values()[(int) seen[1]] : null);
  }

  @Override
  public void look() {
    PauseTolerantTimeLimit late = new PauseTolerantTimeLimit(LATE_MILLIS);
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    do {
      drain();
    } while (isPromised() ? !hasCome() && !limit.isOver() : !late.isOver());
    activeState = LocalAnsweringSide.state(active);
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
      return !activeEvents.isEmpty() && !passive.events().isEmpty();
    }
    if (handedOff) {
      return passive.handedOff() > 0;
    }
    return !asked || requested || passive.arrived() > 0 || !activeEvents.isEmpty();
  }

  private void drain() {
    DatEvent event = new DatEvent();
    while (activeEvd.dequeue(event) == DatReturn.SUCCESS) {
      activeEvents.add(event.number());
    }
    passive = AnsweringSide.SideView.of(answering.look());
  }

  @Override
  public String differs(M model) {
    String problem = compareSide(model, model.active, activeState, activeEvents, "asking");
    problem =
        problem != null
            ? problem
            : compareSide(model, model.passive, passive.state(), passive.events(), "answering");
    if (problem != null) {
      return problem;
    }
    boolean certain =
        model.asked && !model.refused && !model.mayBeRefused && !activeLeft && !requested;
    if (passive.arrived() > (model.asked && !requested && !model.refused ? 1 : 0)
        || certain && passive.arrived() == 0) {
      return passive.arrived() + " connection requests came";
    }
    int elsewhere = passive.handedOff();
    if (elsewhere > (model.handedOff ? 1 : 0) || model.handedOff && !activeLeft && elsewhere == 0) {
      return elsewhere + " connection requests were handed off";
    }
    if (!model.isOutcomeDue()) {
      boolean wrong = !model.accepted && activeEvents.contains(established());
      return wrong ? "established without an accept" : null;
    }
    EventNumber outcome = activeEvents.isEmpty() ? null : activeEvents.get(0);
    boolean fits =
        model.accepted
            ? outcome == established() && passive.events().equals(List.of(established()))
            : model.rejected
                ? outcome == EventNumber.CONNECTION_EVENT_PEER_REJECTED
                : REFUSALS.contains(outcome);
    return fits && activeEvents.size() == 1
        ? null
        : "the sides got " + activeEvents + " and " + passive.events();
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
    try {
      answering.close();
    } finally {
      DatAnswers.close(objects);
    }
  }
}
