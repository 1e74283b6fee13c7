package org.dat4j.conformance.stepper.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dat.stepper.pairs.DatPairs;
import org.dat4j.conformance.spi.PairResult;
import org.junit.jupiter.api.Test;

class PairSweepTest {
  /** A scene without objects. */
  private static final class EmptyScene implements PairScene<Object> {
    @Override
    public Object model() {
      return this;
    }

    @Override
    public void look() {}

    @Override
    public String differs(Object model) {
      return null;
    }

    @Override
    public void close() {}
  }

  @Test
  void theMostStepsThatCanBeAskedForAreMade() {
    PairCall<EmptyScene, Object> call =
        PairCall.of("nothing", scene -> Answer.of(0), (model, answer) -> true);
    PairFamily.Pair<EmptyScene, Object> pair =
        new PairFamily.Pair<>("none", "empty", false, EmptyScene::new, call, call);
    PairKit kit =
        new PairKit("none", String::valueOf, new PairExceptions(DatPairs.class, name -> 0));
    AtomicInteger asked = new AtomicInteger();
    TwoThreads threads = new TwoThreads();
    try {
      PairResult result =
          new PairSweep<>(pair, 7, kit, threads)
              .run(Integer.MAX_VALUE, 1, () -> asked.incrementAndGet() > 3);
      assertEquals(3, result.steps());
    } finally {
      threads.end();
    }
  }

  private static final long SHORT_NANOS = 5_000;

  /** Longer than a thread is late when others want its processor: mostly below 1 ms. */
  private static final long LONG_NANOS = 4_000_000;

  private static PairCall<EmptyScene, Object> spinning(String name, long nanos) {
    return PairCall.of(
        name,
        scene -> {
          long start = System.nanoTime();
          while (System.nanoTime() - start < nanos) {
            Thread.onSpinWait();
          }
          return Answer.of(0);
        },
        (model, answer) -> true);
  }

  private static PairResult sweep(long first, long second) {
    PairFamily.Pair<EmptyScene, Object> pair =
        new PairFamily.Pair<>(
            "none",
            "empty",
            false,
            EmptyScene::new,
            spinning("first", first),
            spinning("second", second));
    PairKit kit =
        new PairKit("none", String::valueOf, new PairExceptions(DatPairs.class, name -> 0));
    TwoThreads threads = new TwoThreads();
    try {
      return new PairSweep<>(pair, 7, kit, threads).run(100, 10, () -> false);
    } finally {
      threads.end();
    }
  }

  @Test
  void aShortCallMeetsALongOneBeforeIt() {
    PairResult result = sweep(LONG_NANOS, SHORT_NANOS);
    assertEquals(PairResult.Verdict.PASSED, result.verdict(), result::toString);
    assertEquals(100, result.steps());
  }

  @Test
  void aCallThatOutlastsTheFirstDoesNotMeetIt() {
    PairResult result = sweep(SHORT_NANOS, LONG_NANOS);
    assertEquals(PairResult.Verdict.NOT_MET, result.verdict(), result::toString);
    assertTrue(result.isSecondLonger(), result::toString);
  }

  private static PairResult result(String name, PairResult.Verdict verdict, long second) {
    return new PairResult(name, "x", verdict, 200, 0, 0, 0, 0, 0, null, 1, 100, second);
  }

  private static List<PairResult.Verdict> named(PairResult... results) {
    List<PairResult> all = new ArrayList<>(List.of(results));
    PairRuns.nameMetInTheOtherOrder(all);
    return all.stream().map(PairResult::verdict).toList();
  }

  @Test
  void onlyALongerSecondCallMeetsInTheOtherOrder() {
    PairResult.Verdict passed = PairResult.Verdict.PASSED;
    PairResult.Verdict not = PairResult.Verdict.NOT_MET;
    PairResult.Verdict other = PairResult.Verdict.MEETS_IN_THE_OTHER_ORDER;
    assertEquals(
        List.of(passed, other), named(result("x/s/a+b", passed, 1), result("x/s/b+a", not, 200)));
    assertEquals(
        List.of(passed, not), named(result("x/s/a+b", passed, 1), result("x/s/b+a", not, 90)));
    assertEquals(List.of(not, not), named(result("x/s/a+b", not, 1), result("x/s/b+a", not, 200)));
    assertEquals(
        List.of(passed, not), named(result("x/t/a+b", passed, 1), result("x/s/b+a", not, 200)));
    assertEquals(
        List.of(passed, other),
        named(
            result("x-apart/s/near_a+far_b", passed, 1),
            result("x-apart/s/near_b+far_a", not, 200)));
  }
}
