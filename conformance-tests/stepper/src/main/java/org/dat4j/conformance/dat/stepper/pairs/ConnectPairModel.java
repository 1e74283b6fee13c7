package org.dat4j.conformance.dat.stepper.pairs;

import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, while a connection is
 * set up. It follows the two calls in one order, on a service point, an endpoint that asks and one
 * that answers. Answers and states come from the tables of the stepper's model.
 */
class ConnectPairModel {
  /** One of the two endpoints. */
  static final class PairEndpoint {
    int states = ModelTables.bit(EpState.UNCONNECTED);
    boolean freed;

    /** Its own program ended the attempt: no page says which events follow. */
    boolean aborted;
  }

  private static final AllowedReturns ACCEPT_OF_FREED =
      AllowedReturns.of(DatReturn.INVALID_HANDLE, DatReturn.INVALID_PARAMETER);

  final ModelTables tables;
  final PairEndpoint active = new PairEndpoint();
  final PairEndpoint passive = new PairEndpoint();
  boolean pspFreed;

  /** A connect was accepted, whether or not a service point listens. */
  boolean asked;

  /** No service point was open at the connect. */
  boolean refused;

  /** The service point was freed after the connect: the request may have come or not. */
  boolean mayBeRefused;

  /** The request came before the calls. */
  boolean arrived;

  boolean accepted;
  boolean rejected;
  boolean handedOff;

  ConnectPairModel(ModelTables tables, boolean requested) {
    this.tables = tables;
    if (requested) {
      asked = true;
      arrived = true;
      active.states = ModelTables.bit(EpState.ACTIVE_CONNECTION_PENDING);
    }
  }

  static boolean isInvalid(Answer answer) {
    return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
  }

  final boolean follow(PairEndpoint side, String row, Answer answer) {
    if (side.freed) {
      return isInvalid(answer);
    }
    widen(side);
    if (!tables.answers(row, side.states).allow(answer.code())) {
      return false;
    }
    side.states = tables.after(row, side.states, answer.code());
    return true;
  }

  /** Adds the states that an endpoint can have reached without a call on it. */
  void widen(PairEndpoint side) {
    int connected = ModelTables.bit(EpState.CONNECTED);
    int disconnected = ModelTables.bit(EpState.DISCONNECTED);
    boolean pending =
        (side.states
                & (ModelTables.bit(EpState.ACTIVE_CONNECTION_PENDING)
                    | ModelTables.bit(EpState.COMPLETION_PENDING)))
            != 0;
    PairEndpoint other = side == active ? passive : active;
    if (pending && accepted) {
      side.states |= connected;
    }
    boolean gone = other.freed || other.aborted;
    if (pending && (rejected || refused || mayBeRefused)
        || accepted && gone && side.states != ModelTables.bit(EpState.UNCONNECTED)) {
      side.states |= disconnected;
    }
  }

  boolean connect(Answer answer) {
    if (!follow(active, "connect", answer)) {
      return false;
    }
    if (answer.code() == DatReturn.SUCCESS) {
      asked = true;
      refused = !listens();
      sent();
    }
    return true;
  }

  /** Returns whether a service point listens. */
  boolean listens() {
    return !pspFreed;
  }

  /** Notes what a request that is under way may change. */
  void sent() {}

  boolean freePsp(Answer answer) {
    if (pspFreed) {
      return isInvalid(answer);
    }
    pspFreed = true;
    mayBeRefused |= asked && !arrived;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean queryPsp(Answer answer) {
    return pspFreed ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  /** Returns whether the request was answered or handed off: its handle has ended. */
  private boolean isAnswered() {
    return accepted || rejected || handedOff;
  }

  boolean handOff(Answer answer) {
    if (isAnswered()) {
      return isInvalid(answer);
    }
    handedOff = DatAnswers.is(answer, DatReturn.SUCCESS);
    return handedOff;
  }

  boolean accept(Answer answer) {
    if (isAnswered()) {
      return isInvalid(answer);
    }
    if (passive.freed) {
      return ACCEPT_OF_FREED.allow(answer.code());
    }
    if (!follow(passive, "cr_accept", answer)) {
      return false;
    }
    accepted |= answer.code() == DatReturn.SUCCESS;
    return true;
  }

  boolean reject(Answer answer) {
    if (isAnswered()) {
      return isInvalid(answer);
    }
    rejected = true;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean queryRequest(Answer answer) {
    return isAnswered() ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean disconnect(PairEndpoint side, Answer answer) {
    if (!follow(side, "disconnect_abrupt", answer)) {
      return false;
    }
    side.aborted |= answer.code() == DatReturn.SUCCESS;
    return true;
  }

  boolean reset(PairEndpoint side, Answer answer) {
    return follow(side, "reset", answer);
  }

  boolean free(PairEndpoint side, Answer answer) {
    if (side.freed) {
      return DatAnswers.fitsSecondFree(answer);
    }
    if (!follow(side, "free", answer)) {
      return false;
    }
    if (answer.code() == DatReturn.SUCCESS) {
      side.freed = true;
    }
    return true;
  }

  boolean status(PairEndpoint side, Answer answer) {
    if (side.freed) {
      return isInvalid(answer);
    }
    widen(side);
    return DatAnswers.is(answer, DatReturn.SUCCESS)
        && (side.states & ModelTables.bit((EpState) answer.value())) != 0;
  }

  /** Returns whether the outcome of the attempt is told to the asking side. */
  boolean isOutcomeDue() {
    boolean decided = accepted && !passive.freed && !passive.aborted || rejected || refused;
    return asked && decided && !active.freed && !active.aborted;
  }
}
