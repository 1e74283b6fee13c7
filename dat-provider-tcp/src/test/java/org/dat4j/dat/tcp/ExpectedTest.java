package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** From which connection input is expected. */
class ExpectedTest {

  private static final int SELECT_EVERY = 8;
  private static final int NONE = Expected.NONE;

  private final Expected expected = new Expected();

  /** What the next looks read; those that ask the selector all the same are left out. */
  private int next() {
    int next = expected.next();
    return next == NONE ? expected.next() : next;
  }

  private void answered(int connection) {
    expected.receivePosted(connection);
    expected.found(connection);
  }

  @Test
  void nothingIsExpectedBeforeAnExpectationCameTrueTwice() {
    expected.receivePosted(1);
    assertEquals(NONE, next());
    expected.found(1);
    expected.receivePosted(2);
    assertEquals(NONE, next());
    expected.found(2);
    expected.receivePosted(3);
    assertEquals(3, next());
  }

  @Test
  void whatHasComeIsNotExpectedAgainBeforeTheNextPost() {
    answered(1);
    answered(2);
    assertEquals(NONE, next());
    expected.receivePosted(2);
    assertEquals(2, next());
  }

  @Test
  void oneLookInEightAsksTheSelector() {
    answered(1);
    answered(2);
    expected.receivePosted(3);
    int asked = 0;
    for (int look = 0; look < 5 * SELECT_EVERY; look++) {
      asked += expected.next() == NONE ? 1 : 0;
    }
    assertEquals(5, asked);
  }

  @Test
  void inputFromElsewhereEndsAnExpectation() {
    answered(1);
    answered(2);
    expected.receivePosted(3);
    expected.found(4);
    assertEquals(NONE, next());
    expected.found(3);
    expected.receivePosted(5);
    assertEquals(5, next());
  }

  @Test
  void whatHasComeTrueForLongOutlastsOneInputFromElsewhere() {
    for (int connection = 0; connection < 100; connection++) {
      answered(connection);
    }
    expected.receivePosted(1);
    expected.found(200);
    assertEquals(1, next());
    expected.found(200);
    assertEquals(NONE, next());
  }

  @Test
  void whatWasNeverTrueHasNoDebts() {
    for (int connection = 0; connection < 100; connection++) {
      expected.receivePosted(connection);
      expected.found(200);
    }
    answered(1);
    answered(2);
    expected.receivePosted(3);
    assertEquals(3, next());
  }

  @Test
  void whoSendsToAnswersIsToldFromWhoPostsReceives() {
    // A program that posts the next receive of a connection when the last one is used.
    for (int connection = 0; connection < 3; connection++) {
      expected.requestPosted(connection);
      expected.found(connection);
      expected.receivePosted(connection);
    }
    expected.requestPosted(7);
    assertEquals(7, next());
  }
}
