package org.dat4j.conformance.dat.stepper.pairs;

import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, on an SRQ and its
 * endpoints. It follows the two calls in one order, with the size, the buffers and the messages for
 * them.
 */
final class SrqPairModel {
  private static final int CONNECTED = ModelTables.bit(EpState.CONNECTED);
  private static final int DISCONNECTED = ModelTables.bit(EpState.DISCONNECTED);

  private final ModelTables tables;

  /** Whether a post is refused exactly at the size that the queue reports. */
  private final boolean exact;

  private final boolean watermarks;
  private final boolean connected;

  /** The states that the endpoint can have; 0 if there is none. */
  private int states;

  private boolean endpointFreed;
  private int endpoints;

  /** The size is between these two: a provider may grant more than was asked for. */
  int least;

  int most;

  boolean freed;

  /** Buffers that were posted, messages sent, and completions taken. */
  int posted;

  int sent;
  private int reaped;

  /** The completions that are certainly on the EVD. */
  private int arrived;

  /** The connection ended, or a message without a buffer may have broken it. */
  boolean ended;

  boolean mayBreak;

  /** The endpoint was freed while connected: its completions may be lost. */
  boolean lost;

  /**
   * Makes the model.
   *
   * @param state of the endpoint; null for none
   * @param size that the queue reports
   */
  SrqPairModel(ModelTables tables, boolean exact, boolean watermarks, EpState state, int size) {
    this.tables = tables;
    this.exact = exact;
    this.watermarks = watermarks;
    this.connected = state == EpState.CONNECTED;
    this.states = state == null ? 0 : ModelTables.bit(state);
    this.endpoints = state == null ? 0 : 1;
    this.least = size;
    this.most = size;
  }

  /** Notes the buffers, the messages that have arrived and the completions taken before. */
  void before(int buffers, int messages, int completions) {
    posted = buffers;
    sent = messages;
    arrived = messages;
    reaped = completions;
  }

  boolean isConnected() {
    return connected;
  }

  boolean hasEndpoint() {
    return states != 0;
  }

  /** Returns whether messages and buffers may be without their end. */
  boolean isOver() {
    return ended || mayBreak;
  }

  private static boolean isInvalid(Answer answer) {
    return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
  }

  private int outstanding() {
    return posted - reaped;
  }

  /** Gives what is surely outstanding: completions of a freed endpoint may have given room back. */
  private int leastOutstanding() {
    return lost ? outstanding() - (sent - reaped) : outstanding();
  }

  boolean post(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    if (DatAnswers.is(answer, DatReturn.INSUFFICIENT_RESOURCES)) {
      return outstanding() >= least;
    }
    int before = leastOutstanding();
    posted++;
    return DatAnswers.is(answer, DatReturn.SUCCESS) && (!exact || before < most);
  }

  /** Follows a query of the size and of the buffers outstanding. */
  boolean query(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    if (!DatAnswers.is(answer, DatReturn.SUCCESS)) {
      return false;
    }
    SrqPairScene.Counts counts = (SrqPairScene.Counts) answer.value();
    return isSize(counts.size())
        && isWithin(counts.outstanding(), leastOutstanding(), outstanding());
  }

  /** Follows a query of the buffers that no endpoint has taken. */
  boolean queryAvailable(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    return DatAnswers.is(answer, DatReturn.SUCCESS)
        && isWithin(
            ((SrqPairScene.Counts) answer.value()).available(),
            Math.max(0, posted - sent),
            posted - Math.max(arrived, reaped));
  }

  /** Returns whether a count fits; a provider need not tell it. */
  static boolean isWithin(int count, int least, int most) {
    return count == DatConstants.VALUE_UNKNOWN || count >= least && count <= most;
  }

  boolean isSize(int size) {
    return size >= least && size <= most;
  }

  boolean watermark(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    return DatAnswers.is(answer, watermarks ? DatReturn.SUCCESS : DatReturn.MODEL_NOT_SUPPORTED);
  }

  boolean resize(Answer answer, int asked) {
    if (freed) {
      return isInvalid(answer);
    }
    if (DatAnswers.is(answer, DatReturn.INVALID_STATE)) {
      return asked < outstanding();
    }
    // A queue that grows may get more than was asked for; one that shrinks need not shrink.
    boolean grows = asked > most;
    least = Math.max(asked, lost ? 0 : outstanding());
    most = grows ? Integer.MAX_VALUE : Math.max(most, least);
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean free(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    if (endpoints > 0) {
      return DatAnswers.is(answer, DatReturn.INVALID_STATE);
    }
    freed = true;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean create(Answer answer) {
    if (freed) {
      return isInvalid(answer);
    }
    endpoints++;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean freeEp(Answer answer) {
    if (endpointFreed) {
      return DatAnswers.fitsSecondFree(answer);
    }
    endpointFreed = true;
    endpoints--;
    ended |= connected;
    lost |= connected;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean disconnect(Answer answer) {
    if (endpointFreed) {
      return isInvalid(answer);
    }
    widen();
    if (!tables.answers("disconnect_abrupt", states).allow(answer.code())) {
      return false;
    }
    states = tables.after("disconnect_abrupt", states, answer.code());
    ended = true;
    return true;
  }

  private void widen() {
    if (isOver()) {
      states |= DISCONNECTED;
    }
  }

  boolean send(Answer answer) {
    int peer = isOver() ? CONNECTED | DISCONNECTED : CONNECTED;
    if (!tables.answers("post_request", peer).allow(answer.code())) {
      return false;
    }
    if (DatAnswers.is(answer, DatReturn.SUCCESS)) {
      sent++;
      mayBreak |= sent > posted;
    }
    return true;
  }

  boolean dequeue(Answer answer) {
    if (DatAnswers.is(answer, DatReturn.QUEUE_EMPTY)) {
      return reaped >= arrived;
    }
    reaped++;
    return DatAnswers.is(answer, DatReturn.SUCCESS) && reaped <= Math.min(sent, posted);
  }
}
