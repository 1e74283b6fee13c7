package org.dat4j.conformance.dat.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.stepper.StepRuns;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step} makes the long ones. */
class DatStepperTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final long CALLS = 40_000;

  /** Calls of a run that finds nothing; a lane makes many more. */
  private static final long SOUND_CALLS = CALLS / 4;

  private static final StepRuns RUNS =
      new StepRuns(options -> new DatStepper(options, made -> {}).run());

  @Test
  void oneThreadAgreesWithTheModelCallByCall() {
    RUNS.agrees(StepOptions.of("loopback0", SOUND_CALLS, 1, SEED));
  }

  @Test
  void fourThreadsKeepWhatEveryOrderHasToKeep() {
    RUNS.agrees(StepOptions.of("loopback0", 2 * SOUND_CALLS, 4, SEED));
  }

  @TestFactory
  Stream<DynamicTest> knownFaultsAreFoundAndRepeatedFromAShorterHistory() {
    return Stream.of(
            "return.dat_pz_free.04",
            "code.dat_evd_dequeue.04",
            "return.dat_evd_wait.05",
            "ep.UNCONNECTED.dat_ep_get_status")
        .map(mutant -> DynamicTest.dynamicTest(mutant, () -> found(mutant)));
  }

  private static void found(String mutant) {
    StepRuns.Found found = RUNS.found("loopback0", CALLS, SEED, mutant);
    assertEquals(found.first().difference(), found.replay().difference());
  }

  @Test
  void aCancelledRunEndsEarly() {
    DatStepper stepper =
        new DatStepper(StepOptions.of("loopback0", Long.MAX_VALUE, 1, SEED), made -> {});
    stepper.cancel();
    StepResult result = stepper.run();
    assertTrue(result.cancelled());
    assertTrue(result.agrees());
  }

  @Test
  void aRunWithoutCallsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> StepOptions.of("loopback0", 0, 1, SEED));
  }
}
