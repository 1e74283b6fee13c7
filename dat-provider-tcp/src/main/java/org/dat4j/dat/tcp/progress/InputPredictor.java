package org.dat4j.dat.tcp.progress;

import java.util.concurrent.TimeUnit;

/**
 * A poll policy that predicts on which connection input comes next, so that a tcp adapter with many
 * connections can poll that one first. It expects input where the driving thread posted its last
 * Receive or its last request. A program that asks one peer after the other, and awaits each
 * answer, makes one of the two come true again and again. A poll then reads that connection and
 * consults the slower selector only now and then. Of few connections, it expects input after a
 * yield where input came last.
 *
 * <p>Connections are indices of {@link PolledConnections}: storing a reference for each message
 * would cost a write barrier of the collector. An index that now belongs to another connection
 * gives one wrong prediction.
 *
 * <p>Used by the driving thread and by the thread that has locked the selector, mostly the same
 * one. Two at a time cause a wrong prediction and no more.
 */
final class InputPredictor implements PollPolicy {

  /** Of the polls with a prediction, one per this many consults the selector. */
  private static final int SELECT_EVERY = 8;

  /** Nanoseconds after an empty select until a poll without input consults the selector again. */
  private static final long SELECT_AFTER = TimeUnit.MICROSECONDS.toNanos(10);

  /** Smallest trust at which a prediction is used. */
  private static final int TRUST_THRESHOLD = 2;

  /** Largest trust: two consecutive inputs from elsewhere disable a prediction. */
  private static final int MAX_TRUST = 3;

  /** The connection that one kind of post predicts, and how often it was right. */
  private static final class Prediction {
    private int index = NONE;

    /** Goes up when the prediction comes true, down when other input comes first. */
    private int trust;

    private void inputFrom(int source) {
      if (index == source) {
        index = NONE;
        trust = Math.min(MAX_TRUST, trust + 1);
      } else if (index != NONE) {
        trust = Math.max(0, trust - 1);
      }
    }

    private boolean isTrusted() {
      return index != NONE && trust >= TRUST_THRESHOLD;
    }
  }

  private final Prediction receive = new Prediction();
  private final Prediction request = new Prediction();

  /** Polls since the selector was consulted. */
  private int pollsSinceSelect;

  /** Time of the last select that found nothing. */
  private long emptySelectAt;

  @Override
  public void receivePosted(int index) {
    receive.index = index;
  }

  @Override
  public void requestPosted(int index) {
    request.index = index;
  }

  /** Drops both predictions: polls consult the selector until something is posted. */
  @Override
  public void expectAny() {
    receive.index = NONE;
    request.index = NONE;
  }

  @Override
  public int next() {
    Prediction prediction = receive.isTrusted() ? receive : request;
    if (prediction.isTrusted() && ++pollsSinceSelect < SELECT_EVERY) {
      return prediction.index;
    }
    pollsSinceSelect = 0;
    return NONE;
  }

  @Override
  public void polled(int index, int done) {
    if (done > 0) {
      inputFrom(index);
    }
    if (done > 1) {
      // This is a stream, not an answer: give the other connections their turn.
      pollsSinceSelect = SELECT_EVERY;
    }
  }

  @Override
  public void inputFrom(int index) {
    receive.inputFrom(index);
    request.inputFrom(index);
  }

  @Override
  public void missed(long now) {
    if (pollsSinceSelect == 0) {
      emptySelectAt = now;
    } else if (now - emptySelectAt > SELECT_AFTER) {
      pollsSinceSelect = SELECT_EVERY;
    }
  }

  @Override
  public boolean pollsLastActiveFirst() {
    return true;
  }
}
