package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** When a thread that polls looks again, by a clock of the test's own. */
class RestsTest {

  /** What a look takes that finds nothing. */
  private static final long LOOK = 400;

  /** How soon after the end of one look the next is made when it is due. */
  private static final long STEP = 20;

  private static final int LEARNING = 5000;
  private static final int MESSAGES = 5000;

  private final Rests rests = new Rests();

  /** Of a clock that may start anywhere. */
  private long now = Long.MAX_VALUE - 1_000_000;

  private int looks;

  /**
   * Looks for one input until it is found.
   *
   * @param arrival after the end of the first look, which is in vain
   * @return from the arrival to the beginning of the look that finds it
   */
  private long find(long arrival) {
    now += LOOK;
    rests.vain(now);
    looks++;
    long there = now + arrival;
    for (; ; ) {
      while (rests.isTooSoon(now)) {
        now += STEP;
      }
      now += STEP;
      looks++;
      if (now - there >= 0) {
        rests.found();
        return now - there;
      }
      // Also where the input comes during the look.
      now += LOOK;
      rests.vain(now);
    }
  }

  /** How long input waits for its look, in the mean, once the rhythm is known. */
  private double meanWait(LongSupplier arrivals) {
    for (int i = 0; i < LEARNING; i++) {
      find(arrivals.getAsLong());
    }
    looks = 0;
    long sum = 0;
    for (int i = 0; i < MESSAGES; i++) {
      sum += find(arrivals.getAsLong());
    }
    return (double) sum / MESSAGES;
  }

  @Test
  void inputThatComesInARhythmIsFoundAsItComes() {
    for (long arrival = 100; arrival < 20_000; arrival += 333) {
      long always = arrival;
      double wait = meanWait(() -> always);
      double each = (double) looks / MESSAGES;
      String what = "mean wait " + wait + " ns, " + each + " looks each, after " + arrival + " ns";
      // One look in nine is too early, by little, and the next comes after the shortest rest.
      assertTrue(wait < (LOOK + Rests.SHORTEST + 3 * STEP) / 9.0 + 100, what);
      assertTrue(each < 3.2 + arrival / (LOOK + Rests.LONGEST / 2.0), what);
    }
  }

  @Test
  void inputThatVariesIsFoundNearlyAsSoon() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    double wait = meanWait(() -> 4000 + random.nextInt(200));
    assertTrue(wait < 300, "mean wait " + wait + " ns, seed " + seed);
  }

  @Test
  void inputThatComesAtAnyTimeWaitsAtMostForTheLongestRestAndALook() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < LEARNING; i++) {
      long wait = find(random.nextInt(1 + random.nextInt(30_000)));
      assertTrue(wait <= Rests.LONGEST + LOOK + 2 * STEP, wait + " ns, seed " + seed);
    }
  }

  @Test
  void anotherRhythmIsLearntWithinTwoThousandMessages() {
    meanWait(() -> 200_000);
    long waits = 0;
    for (int i = 0; i < 2000; i++) {
      long wait = find(3000);
      waits = i < 1900 ? 0 : waits + wait;
    }
    assertTrue(waits / 100 < 200, "mean wait " + waits / 100 + " ns");
  }

  @Test
  void whatIsNotInVainNeedsNoRest() {
    assertFalse(rests.isTooSoon());
    rests.vain(System.nanoTime() + Rests.LONGEST * 1_000_000);
    assertTrue(rests.isTooSoon());
    rests.end();
    assertFalse(rests.isTooSoon());
    rests.vain(System.nanoTime() + Rests.LONGEST * 1_000_000);
    assertTrue(rests.isTooSoon());
    rests.found();
    assertFalse(rests.isTooSoon());
  }

  @Test
  void theLongerInputIsLateTheLongerAreTheRests() {
    now += LOOK;
    long before = 0;
    for (int i = 0; i < 10; i++) {
      rests.vain(now);
      long begin = now;
      while (rests.isTooSoon(now)) {
        now++;
      }
      long rest = now - begin;
      assertTrue(rest >= before, rest + " ns after " + before);
      before = rest;
      now += LOOK;
    }
    assertEquals(Rests.LONGEST, before);
  }
}
