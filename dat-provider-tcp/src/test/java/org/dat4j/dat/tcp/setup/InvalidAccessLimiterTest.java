package org.dat4j.dat.tcp.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The record of guesses, with a clock of its own. */
class InvalidAccessLimiterTest {

  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  /** Most addresses that are to be kept, whoever comes. */
  private static final int MOST = 1024;

  /** Near the end of the numbers, as a clock of nanoseconds may be. */
  private long now = Long.MAX_VALUE - MINUTE / 2;

  private final InvalidAccessLimiter three = new InvalidAccessLimiter(3, () -> now);

  private static InetAddress address(int number) {
    try {
      return InetAddress.getByAddress(
          new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number});
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }

  private void count(int times, InetAddress of) {
    for (int i = 0; i < times; i++) {
      three.count(of);
    }
  }

  @Test
  void theLimitIsOfOneAddress() {
    count(2, address(1));
    count(2, address(2));
    assertFalse(three.isBlocked(address(1)));
    count(1, address(1));
    assertTrue(three.isBlocked(address(1)));
    assertFalse(three.isBlocked(address(2)));
    assertFalse(three.isBlocked(address(3)));
  }

  @Test
  void theMinuteBeginsWithTheFirstGuess() {
    count(1, address(1));
    now += MINUTE - 1;
    count(2, address(1));
    assertTrue(three.isBlocked(address(1)));
    now += 1;
    assertFalse(three.isBlocked(address(1)));
  }

  @Test
  void guessesOfTwoMinutesAreNotAddedUp() {
    count(2, address(1));
    now += MINUTE;
    count(2, address(1));
    assertFalse(three.isBlocked(address(1)));
  }

  /** Otherwise an address that keeps trying would be blocked forever. */
  @Test
  void furtherGuessesDoNotExtendTheMinute() {
    for (int i = 0; i < 60; i++) {
      count(3, address(1));
      assertTrue(three.isBlocked(address(1)), "second " + i);
      now += MINUTE / 60;
    }
    assertFalse(three.isBlocked(address(1)));
  }

  @Test
  void noLimitKeepsNoRecord() {
    InvalidAccessLimiter any = new InvalidAccessLimiter(0, () -> now);
    for (int i = 0; i < 10_000; i++) {
      any.count(address(i % 10));
    }
    assertFalse(any.isBlocked(address(1)));
    assertEquals(0, any.addressCount());
  }

  @Test
  void addressesOnRecordAreFewHoweverManyCome() {
    count(3, address(0));
    for (int i = 1; i < MOST; i++) {
      now++;
      count(3, address(i));
    }
    assertEquals(MOST, three.addressCount());
    assertTrue(three.isBlocked(address(0)));
    for (int i = MOST; i < 100_000; i++) {
      three.count(address(i));
      assertTrue(three.addressCount() <= MOST, three.addressCount() + " after " + i);
    }
  }

  @Test
  void theOldestRecordMakesRoom() {
    for (int i = 0; i < MOST; i++) {
      count(3, address(i));
      now++;
    }
    // Not new: it needs no room.
    count(1, address(MOST - 1));
    assertTrue(three.isBlocked(address(0)));
    count(1, address(MOST));
    assertFalse(three.isBlocked(address(0)));
    assertTrue(three.isBlocked(address(1)));
  }

  @Test
  void recordsAreForgottenWhenTheirMinuteIsOver() {
    for (int i = 0; i < MOST; i++) {
      count(1, address(i));
      now++;
    }
    now += MINUTE - MOST / 2;
    assertFalse(three.isBlocked(address(0)));
    assertEquals(MOST / 2 - 1, three.addressCount());
    now += MINUTE;
    count(1, address(1));
    assertEquals(1, three.addressCount());
  }
}
