package org.dat4j.conformance.dat.stepper.pairs;

import java.util.Locale;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.dat.DatReturn;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, when one of them may
 * close the adapter.
 */
final class ClosePairModel {
  /** The objects of the adapter when the calls begin. */
  enum AdapterSetup {
    /** No object of the program. */
    BARE,
    /** One PZ. */
    ONE_PZ,
    /** A connection to an endpoint of another adapter, memory, an EVD and a CNO. */
    CONNECTED;

    String state() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  final AdapterSetup before;
  boolean closed;

  /** The endpoint was disconnected or freed. */
  boolean left;

  private int objects;
  private final boolean[] over = new boolean[2];
  private boolean relieved;

  ClosePairModel(AdapterSetup before) {
    this.before = before;
    objects = before.ordinal();
  }

  boolean isConnected() {
    return before == AdapterSetup.CONNECTED;
  }

  boolean close(Answer answer, boolean graceful) {
    if (closed) {
      return isInvalid(answer);
    }
    if (graceful && objects > 0) {
      return DatAnswers.is(answer, DatReturn.INVALID_STATE);
    }
    closed = true;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  /** Follows a call that changes nothing. */
  boolean use(Answer answer) {
    return closed ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean create(Answer answer) {
    objects += closed ? 0 : 1;
    return use(answer);
  }

  boolean free(Answer answer) {
    objects -= closed ? 0 : 1;
    return use(answer);
  }

  boolean leave(Answer answer) {
    left |= !closed;
    return use(answer);
  }

  boolean dequeue(Answer answer) {
    return closed ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.QUEUE_EMPTY);
  }

  private static boolean isInvalid(Answer answer) {
    return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
  }

  /**
   * A wait that the close ends: on the EVD with DAT_ABORT, on the CNO without an EVD and with a
   * code that no page tells (DAT-D18).
   *
   * @param onCno whether it waits on the CNO
   */
  record WaitEndedByClose(boolean onCno) implements PairCall.Wait<ClosePairModel> {
    @Override
    public boolean start(ClosePairModel model, int slot, Answer answer) {
      model.over[slot] = model.closed;
      return !model.closed || answer == null || isInvalid(answer);
    }

    @Override
    public boolean end(ClosePairModel model, int slot, Answer answer) {
      if (model.over[slot]) {
        return true;
      }
      if (model.relieved && answer.equals(new Answer(DatReturn.SUCCESS, ClosePairScene.EVD))) {
        return true;
      }
      boolean told = onCno ? answer.value() == null : DatAnswers.is(answer, DatReturn.ABORT);
      return model.closed && told;
    }

    @Override
    public boolean mustEnd(ClosePairModel model, int slot) {
      return model.over[slot] || model.closed || model.relieved;
    }

    @Override
    public void relieve(ClosePairModel model) {
      model.relieved |= !model.closed;
    }
  }
}
