package org.dat4j.conformance.stepper.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
}
