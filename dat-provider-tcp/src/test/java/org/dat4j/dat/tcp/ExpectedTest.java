package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** From which connection input is expected. */
class ExpectedTest {

  private static final int ASK_EVERY = 8;
  private static final long ASK_AFTER = 10_000;
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

  /** One of which input is expected. */
  private void expect(int connection) {
    answered(1);
    answered(2);
    expected.receivePosted(connection);
  }

  /** Receives and requests that were posted to the same connections came true. */
  private void bothAnswered() {
    for (int connection = 0; connection < 3; connection++) {
      expected.receivePosted(connection);
      expected.requestPosted(connection);
      expected.found(connection);
    }
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
    expect(3);
    int asked = 0;
    for (int look = 0; look < 5 * ASK_EVERY; look++) {
      asked += expected.next() == NONE ? 1 : 0;
    }
    assertEquals(5, asked);
  }

  @Test
  void inputFromElsewhereEndsAnExpectation() {
    expect(3);
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
    expect(3);
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

  @Test
  void aReceiveJustPostedCountsMoreThanARequest() {
    bothAnswered();
    expected.receivePosted(7);
    expected.requestPosted(8);
    assertEquals(7, next());
  }

  @Test
  void anAnswerThatIsReadCountsAndAStreamIsFollowedByALookForAll() {
    answered(1);
    expected.receivePosted(2);
    expected.read(2, 1);
    expected.receivePosted(3);
    assertEquals(3, next());
    expected.read(3, 2);
    expected.receivePosted(4);
    assertEquals(NONE, expected.next());
    assertEquals(4, expected.next());
  }

  @Test
  void whatIsReadInVainIsExpectedOn() {
    expect(3);
    assertEquals(3, next());
    expected.read(3, 0);
    assertEquals(3, next());
  }

  @Test
  void whoLooksSeldomAsksTheSelectorAtEverySecondLook() {
    expect(3);
    long now = Long.MAX_VALUE - 5 * ASK_AFTER;
    expected.vain(now);
    for (int i = 0; i < 10; i++) {
      now += ASK_AFTER + 1;
      assertEquals(3, expected.next());
      expected.vain(now);
      now += ASK_AFTER + 1;
      assertEquals(NONE, expected.next());
      expected.vain(now);
    }
  }

  @Test
  void whoLooksOftenDoesNotAskForTheTimeBetween() {
    expect(3);
    expected.vain(1);
    for (int i = 1; i < ASK_EVERY; i++) {
      assertEquals(3, expected.next());
      expected.vain(1 + ASK_AFTER);
    }
  }

  @Test
  void whoExpectsNothingAsksTheSelector() {
    bothAnswered();
    expected.receivePosted(7);
    expected.requestPosted(8);
    expected.expectNothing();
    assertEquals(NONE, next());
    expected.receivePosted(7);
    assertEquals(7, next(), "what came true before counts on");
  }
}
