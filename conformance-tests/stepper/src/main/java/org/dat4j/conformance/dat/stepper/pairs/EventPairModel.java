package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.dat.DatReturn;

/**
 * The model by which the DAT stepper judges a pair, two calls made at once, on an EVD and its CNO.
 * It follows the two calls in one order: what is queued, which call waits, and whether the CNO was
 * triggered.
 */
final class EventPairModel {
  /** The place of the CNO of the scene, of a second CNO, and of none. */
  static final int CNO = 0;

  static final int OTHER = 1;
  static final int NONE = 2;

  private static final int NOBODY = -1;

  final Deque<Object> queued = new ArrayDeque<>();

  /** The length that the EVD certainly has. */
  int length;

  boolean freed;
  boolean enabled = true;
  boolean waitable = true;
  int attached = CNO;
  final boolean[] cnoFreed = new boolean[2];
  boolean agent;

  /** Whether a trigger must be seen, and how many can be, by CNO. */
  final boolean[] sure = new boolean[2];

  final int[] possible = new int[2];

  private int waiter = NOBODY;
  private final int[] cnoWaiters = new int[2];
  private final boolean[] over = new boolean[2];

  /** Notes that events were queued while the CNO was attached and enabled, before the calls. */
  void arrived(Object pointer) {
    queued.add(pointer);
    trigger(attached);
  }

  private void trigger(int cno) {
    // A thread that waits on the EVD takes the event; no page says when its wait has begun.
    if (cno == NONE || !enabled) {
      return;
    }
    possible[cno]++;
    if (waiter == NOBODY && !agent) {
      sure[cno] = true;
    }
  }

  boolean post(Answer answer, Object pointer) {
    if (freed) {
      return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
    }
    if (DatAnswers.is(answer, DatReturn.QUEUE_FULL)) {
      return queued.size() >= length;
    }
    if (!DatAnswers.is(answer, DatReturn.SUCCESS)) {
      return false;
    }
    arrived(pointer);
    return true;
  }

  boolean dequeue(Answer answer) {
    if (freed) {
      return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
    }
    if (waiter != NOBODY) {
      return DatAnswers.is(answer, DatReturn.INVALID_STATE);
    }
    if (queued.isEmpty()) {
      return DatAnswers.is(answer, DatReturn.QUEUE_EMPTY);
    }
    return DatAnswers.is(answer, DatReturn.SUCCESS) && queued.poll() == answer.value();
  }

  boolean resize(Answer answer, int asked) {
    if (freed) {
      return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
    }
    if (DatAnswers.is(answer, DatReturn.INVALID_STATE)) {
      return asked < length;
    }
    length = asked;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean enable(Answer answer, boolean on) {
    if (succeeds(answer)) {
      // What arrived meanwhile does not notify: decision DAT-D42.
      enabled = on;
    }
    return isExpected(answer);
  }

  boolean waitable(Answer answer, boolean on) {
    if (succeeds(answer)) {
      waitable = on;
    }
    return isExpected(answer);
  }

  boolean attach(Answer answer, int cno) {
    if (succeeds(answer)) {
      if (attached != NONE) {
        // No page says whether a trigger outlives the detachment.
        sure[attached] = false;
      }
      attached = cno;
      if (cno != NONE) {
        possible[cno] += queued.size() + 1;
      }
    }
    return isExpected(answer) || !freed && cno != NONE && cnoFreed[cno] && isInvalid(answer);
  }

  boolean query(Answer answer) {
    return isExpected(answer);
  }

  boolean free(Answer answer) {
    if (!freed && waiter != NOBODY && DatAnswers.is(answer, DatReturn.INVALID_STATE)) {
      return true;
    }
    boolean valid = isExpected(answer);
    if (succeeds(answer)) {
      freed = true;
      if (attached != NONE) {
        sure[attached] = false;
      }
    }
    return valid;
  }

  boolean freeCno(Answer answer) {
    if (cnoFreed[CNO]) {
      return isInvalid(answer);
    }
    boolean used = cnoWaiters[CNO] > 0 || attached == CNO && !freed;
    if (used) {
      return DatAnswers.is(answer, DatReturn.INVALID_STATE);
    }
    cnoFreed[CNO] = true;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean agent(Answer answer, boolean on) {
    if (cnoFreed[CNO]) {
      return isInvalid(answer);
    }
    agent = on;
    // No page says whether a trigger that waits goes to the new agent.
    sure[CNO] = false;
    return DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  boolean queryCno(Answer answer) {
    return cnoFreed[CNO] ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  private static boolean isInvalid(Answer answer) {
    return DatAnswers.is(answer, DatReturn.INVALID_HANDLE);
  }

  private boolean succeeds(Answer answer) {
    return !freed && DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  private boolean isExpected(Answer answer) {
    return freed ? isInvalid(answer) : DatAnswers.is(answer, DatReturn.SUCCESS);
  }

  /** The wait on the EVD, for a number of events. */
  record WaitForEvents(int threshold) implements PairCall.Wait<EventPairModel> {
    @Override
    public boolean start(EventPairModel model, int slot, Answer answer) {
      int refusal =
          model.freed
              ? DatReturn.INVALID_HANDLE
              : !model.waitable || model.waiter != NOBODY ? DatReturn.INVALID_STATE : -1;
      if (refusal >= 0) {
        model.over[slot] = true;
        return answer == null || DatAnswers.is(answer, refusal);
      }
      model.waiter = slot;
      return true;
    }

    @Override
    public boolean end(EventPairModel model, int slot, Answer answer) {
      if (model.over[slot]) {
        return true;
      }
      model.waiter = NOBODY;
      if (model.freed) {
        return DatAnswers.is(answer, DatReturn.ABORT);
      }
      if (!model.waitable && DatAnswers.is(answer, DatReturn.INVALID_STATE)) {
        return true;
      }
      return model.queued.size() >= threshold
          && DatAnswers.is(answer, DatReturn.SUCCESS)
          && model.queued.poll() == answer.value();
    }

    @Override
    public boolean mustEnd(EventPairModel model, int slot) {
      return model.over[slot] || model.freed || !model.waitable || model.queued.size() >= threshold;
    }

    @Override
    public void relieve(EventPairModel model) {
      for (int i = 0; i < threshold; i++) {
        model.post(Answer.of(DatReturn.SUCCESS), EventPairScene.RELIEF);
      }
    }
  }

  /** The wait on the CNO. */
  static final class CnoWaiting implements PairCall.Wait<EventPairModel> {
    @Override
    public boolean start(EventPairModel model, int slot, Answer answer) {
      if (model.cnoFreed[CNO]) {
        model.over[slot] = true;
        return answer == null || isInvalid(answer);
      }
      model.cnoWaiters[CNO]++;
      return true;
    }

    @Override
    public boolean end(EventPairModel model, int slot, Answer answer) {
      if (model.over[slot]) {
        return true;
      }
      model.cnoWaiters[CNO]--;
      if (DatAnswers.is(answer, DatReturn.ABORT)) {
        return model.freed;
      }
      boolean triggered = DatAnswers.is(answer, DatReturn.SUCCESS) && model.possible[CNO] > 0;
      model.possible[CNO]--;
      model.sure[CNO] = false;
      return triggered || DatAnswers.is(answer, DatReturn.SUCCESS) && model.freed;
    }

    @Override
    public boolean mustEnd(EventPairModel model, int slot) {
      return model.over[slot] || model.sure[CNO];
    }

    @Override
    public void relieve(EventPairModel model) {
      model.possible[CNO]++;
      model.sure[CNO] = true;
    }
  }
}
