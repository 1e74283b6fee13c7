package org.dat4j.conformance.rsm.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.stepper.StepRuns;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step} makes the long ones. */
@Tag("long")
class RsmStepperTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final long CALLS = 40_000;

  /** Calls of a run that finds nothing; a lane makes many more. */
  private static final long SOUND_CALLS = CALLS / 4;

  private static final StepRuns RUNS =
      new StepRuns(options -> new RsmStepper(options, made -> {}).run());

  @TestFactory
  Stream<DynamicTest> oneThreadAgreesWithTheModelCallByCall() {
    return Stream.of("loopback", "shm0")
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name, () -> RUNS.agrees(StepOptions.of(name, SOUND_CALLS, 1, SEED))));
  }

  @Test
  void fourThreadsKeepWhatEveryOrderHasToKeep() {
    RUNS.agrees(StepOptions.of("loopback", 2 * SOUND_CALLS, 4, SEED));
  }

  @TestFactory
  Stream<DynamicTest> knownFaultsAreFoundAndRepeatedFromAShorterHistory() {
    return Stream.of(
            "state.ExportSegment.PUBLISHED.publish",
            "placement.put16.shifted",
            "signals.up.doubled",
            "vectors.putv.residual-failed",
            "rules.barrier.shared-mode")
        .map(
            mutant ->
                DynamicTest.dynamicTest(mutant, () -> RUNS.found("loopback", CALLS, SEED, mutant)));
  }

  @Test
  void aCancelledRunEndsEarly() {
    RsmStepper stepper =
        new RsmStepper(StepOptions.of("loopback", Long.MAX_VALUE, 1, SEED), made -> {});
    stepper.cancel();
    StepResult result = stepper.run();
    assertTrue(result.cancelled());
    assertTrue(result.agrees());
  }

  @Test
  void theTablesKnowEveryCallThatIsMade() {
    RsmModelTables tables = new RsmModelTables(Set.of());
    Set<String> unknown = new TreeSet<>(tables.made());
    unknown.removeAll(tables.answered());
    // What the program does to memory without a call.
    assertEquals(Set.of("load", "poke", "store"), unknown);
  }
}
