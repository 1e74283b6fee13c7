package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** From which connection input is expected. */
class InputPredictorTest {

  private static final int SELECT_EVERY = 8;
  private static final long SELECT_AFTER = 10_000;
  private static final int NONE = PollPolicy.NONE;

  private final InputPredictor predictor = new InputPredictor();

  /** Returns the connection that the next poll reads, without the polls that select. */
  private int next() {
    int next = predictor.next();
    return next == NONE ? predictor.next() : next;
  }

  private void answered(int connection) {
    predictor.receivePosted(connection);
    predictor.inputFrom(connection);
  }

  /** One of which input is expected. */
  private void expect(int connection) {
    answered(1);
    answered(2);
    predictor.receivePosted(connection);
  }

  /** Receives and requests that were posted to the same connections came true. */
  private void bothAnswered() {
    for (int connection = 0; connection < 3; connection++) {
      predictor.receivePosted(connection);
      predictor.requestPosted(connection);
      predictor.inputFrom(connection);
    }
  }

  @Test
  void aPredictionCountsAfterItCameTrueTwice() {
    predictor.receivePosted(1);
    assertEquals(NONE, next());
    predictor.inputFrom(1);
    predictor.receivePosted(2);
    assertEquals(NONE, next());
    predictor.inputFrom(2);
    predictor.receivePosted(3);
    assertEquals(3, next());
  }

  @Test
  void inputIsNotPredictedAgainBeforeTheNextPost() {
    answered(1);
    answered(2);
    assertEquals(NONE, next());
    predictor.receivePosted(2);
    assertEquals(2, next());
  }

  @Test
  void onePollInEightSelects() {
    expect(3);
    int asked = 0;
    for (int look = 0; look < 5 * SELECT_EVERY; look++) {
      asked += predictor.next() == NONE ? 1 : 0;
    }
    assertEquals(5, asked);
  }

  @Test
  void inputFromElsewhereEndsAPrediction() {
    expect(3);
    predictor.inputFrom(4);
    assertEquals(NONE, next());
    predictor.inputFrom(3);
    predictor.receivePosted(5);
    assertEquals(5, next());
  }

  @Test
  void aTrustedPredictionOutlastsOneInputFromElsewhere() {
    for (int connection = 0; connection < 100; connection++) {
      answered(connection);
    }
    predictor.receivePosted(1);
    predictor.inputFrom(200);
    assertEquals(1, next());
    predictor.inputFrom(200);
    assertEquals(NONE, next());
  }

  @Test
  void aPredictionThatWasNeverTrueIsTrustedAfterTwoHits() {
    for (int connection = 0; connection < 100; connection++) {
      predictor.receivePosted(connection);
      predictor.inputFrom(200);
    }
    expect(3);
    assertEquals(3, next());
  }

  @Test
  void requestsAndReceivesArePredictedSeparately() {
    // A program that posts the next receive of a connection when the last one is used.
    for (int connection = 0; connection < 3; connection++) {
      predictor.requestPosted(connection);
      predictor.inputFrom(connection);
      predictor.receivePosted(connection);
    }
    predictor.requestPosted(7);
    assertEquals(7, next());
  }

  @Test
  void aReceiveJustPostedOutranksARequest() {
    bothAnswered();
    predictor.receivePosted(7);
    predictor.requestPosted(8);
    assertEquals(7, next());
  }

  @Test
  void aPolledAnswerCountsAndAStreamIsFollowedByASelect() {
    answered(1);
    predictor.receivePosted(2);
    predictor.polled(2, 1);
    predictor.receivePosted(3);
    assertEquals(3, next());
    predictor.polled(3, 2);
    predictor.receivePosted(4);
    assertEquals(NONE, predictor.next());
    assertEquals(4, predictor.next());
  }

  @Test
  void aPredictionStaysAfterAPollWithoutInput() {
    expect(3);
    assertEquals(3, next());
    predictor.polled(3, 0);
    assertEquals(3, next());
  }

  @Test
  void rarePollsSelectEverySecondTime() {
    expect(3);
    long now = Long.MAX_VALUE - 5 * SELECT_AFTER;
    predictor.missed(now);
    for (int i = 0; i < 10; i++) {
      now += SELECT_AFTER + 1;
      assertEquals(3, predictor.next());
      predictor.missed(now);
      now += SELECT_AFTER + 1;
      assertEquals(NONE, predictor.next());
      predictor.missed(now);
    }
  }

  @Test
  void frequentPollsSelectByCountAlone() {
    expect(3);
    predictor.missed(1);
    for (int i = 1; i < SELECT_EVERY; i++) {
      assertEquals(3, predictor.next());
      predictor.missed(1 + SELECT_AFTER);
    }
  }

  @Test
  void withoutAPredictionTheSelectorIsPolled() {
    bothAnswered();
    predictor.receivePosted(7);
    predictor.requestPosted(8);
    predictor.expectAny();
    assertEquals(NONE, next());
    predictor.receivePosted(7);
    assertEquals(7, next(), "what came true before counts on");
  }
}
