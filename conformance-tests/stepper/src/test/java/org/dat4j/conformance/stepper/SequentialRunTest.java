package org.dat4j.conformance.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.junit.jupiter.api.Test;

class SequentialRunTest {
  private static final long SHORT_MILLIS = 300;

  private static StepResult run(StepSession life) {
    StepOptions options = StepOptions.of("none", 10, 1, 7);
    return new SequentialRun(options, life, () -> false, made -> {}, SHORT_MILLIS).run();
  }

  @Test
  void aCallThatNeverReturnsIsADifferenceWithItsStack() {
    CountDownLatch never = new CountDownLatch(1);
    StepResult result =
        run(
            (numbers, patience) -> {
              try {
                never.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              return new StepSession.Outcome(null, 0, List.of(), 10, 0, null);
            });
    assertTrue(result.difference().contains("does not return"), result::difference);
    assertTrue(result.difference().contains("CountDownLatch.await"), result::difference);
    assertEquals(0, result.from());
    never.countDown();
  }

  @Test
  void aDifferenceNamesTheLifeItIsIn() {
    StepResult result =
        run(
            (numbers, patience) ->
                new StepSession.Outcome(
                    numbers.contains(1234L) ? new Difference("call", "differs") : null,
                    1234,
                    List.of(),
                    4,
                    0,
                    null));
    assertEquals("differs", result.difference());
    assertEquals(2L * SequentialRun.STEPS, result.from());
    assertEquals(List.of(1234L), result.replay());
  }

  @Test
  void aLifeThatThrowsEndsTheRun() {
    IllegalStateException broken = new IllegalStateException("broken");
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class,
            () ->
                run(
                    (numbers, patience) -> {
                      throw broken;
                    }));
    assertEquals(broken, thrown);
  }
}
