package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;

/** The length of the warm-up of perf, with a clock and a compiler that do as they are told. */
class PerfWarmUpTest {

  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;

  /** Anything: only differences count. */
  private static final long ZERO = Long.MAX_VALUE - SECOND;

  private long now;
  private final List<Long> pieces = new ArrayList<>();

  /**
   * Warms up.
   *
   * @param iterations at most, 0 for any number
   * @param cost nanoseconds of an operation
   * @param compiled milliseconds the compiler has worked by a time in milliseconds
   * @return milliseconds that it took
   */
  private long warm(long iterations, long cost, LongUnaryOperator compiled) {
    now = 0;
    pieces.clear();
    PerfWarmUp warmUp =
        new PerfWarmUp(
            iterations, () -> ZERO + now, () -> 7000 + compiled.applyAsLong(now / MILLI));
    for (long piece = warmUp.next(); piece > 0; piece = warmUp.next()) {
      assertTrue(pieces.size() < 1_000_000, "it never ends");
      pieces.add(piece);
      now += piece * cost;
      warmUp.ran(piece);
    }
    return now / MILLI;
  }

  private long operations() {
    return pieces.stream().mapToLong(Long::longValue).sum();
  }

  private static void expectBetween(long least, long most, long millis) {
    assertTrue(millis >= least && millis <= most, millis + " ms");
  }

  @Test
  void withNothingToCompileItTakesTwoSeconds() {
    expectBetween(2000, 2100, warm(0, 5_000, at -> 0));
  }

  @Test
  void itGoesOnUntilTheCompilerRests() {
    // Works a fifth of its time up to second 7: seconds 7 to 8 are the first it rests in.
    expectBetween(7900, 8300, warm(0, 5_000, at -> Math.min(at, 7000) / 5));
  }

  @Test
  void aCompilerThatRestsAndWorksAgainIsNotDoneEarly() {
    // Rests in the first second, and again from second 3.9 on.
    expectBetween(4900, 5300, warm(0, 5_000, at -> Math.min(Math.max(0, at - 1100), 2800)));
  }

  @Test
  void occasionalCompilationDoesNotCount() {
    expectBetween(2000, 2100, warm(0, 5_000, at -> at / 125));
    expectBetween(20_000, 20_100, warm(0, 5_000, at -> at / 60));
  }

  @Test
  void aCompilerThatNeverRestsIsWaitedForNoLongerThanTwentySeconds() {
    expectBetween(20_000, 20_100, warm(0, 5_000, at -> at));
  }

  @Test
  void slowOperationsAreTriedAFewTimes() {
    warm(0, 10 * SECOND, at -> at);
    assertTrue(operations() >= 16 && operations() < 32, operations() + " operations");
  }

  @Test
  void aGivenNumberIsNotExceeded() {
    for (long iterations : new long[] {1, 2, 10, 110, 12_345}) {
      warm(iterations, 5, at -> at);
      assertEquals(iterations, operations());
    }
    expectBetween(2000, 2100, warm(1_000_000_000, 5_000, at -> 0));
  }

  @Test
  void piecesGrowFromOneTransferToTheLongestPause() {
    warm(0, 5_000, at -> 0);
    assertEquals(List.of(1L, 2L, 4L, 8L), pieces.subList(0, 4));
    assertEquals(10_000, pieces.stream().mapToLong(Long::longValue).max().orElseThrow());
  }
}
